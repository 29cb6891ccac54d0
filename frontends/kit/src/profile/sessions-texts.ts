import { defineCatalogue } from '@tuma/kit/runtime'

export const english = {
  title: 'Signed in',
  hint: 'These browsers are signed in to your account. End each one that is not yours.',
  both: '{{browser}} on {{system}}',
  unknown: 'Unknown browser',
  current: 'This browser',
  network: 'Network',
  since: 'Since',
  lastUsed: 'Last used',
  end: 'End session',
  endSure: 'End this session?',
  endWhat: 'That browser must log in again.',
  ended: 'Session ended',
  endOthers: 'End all other sessions',
  endOthersSure: 'End all other sessions?',
  endOthersWhat: 'All other browsers must log in again. You stay logged in here.',
  othersEnded: 'All other sessions ended',
  failed: 'The session could not be ended. Please try again.',
  notLoaded: 'Your sessions could not be loaded.',
  tryAgain: 'Try again',
} as const

export const sessionsTexts = defineCatalogue('sessions', english, () => import('./sessions-swahili.ts'))
