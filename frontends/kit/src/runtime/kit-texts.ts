import { statusWords } from '@tuma/contracts/vocabulary'
import { defineCatalogue } from './text.ts'

/** What the kit itself says, and what every area calls a status. */
export const english = {
  protectedLoading: 'Protected Loading...',
  sessionUnknown: 'We cannot check who you are right now.',
  tryAgain: 'Try Again',
  loading: 'Loading…',
  noNetwork: 'No network. This comes by itself when it is back.',
  failed: 'Something went wrong. Please try again.',
  required: 'Please fill in this field.',
  invalid: 'Please check this field.',
  choose: 'Choose…',
  cancel: 'Cancel',
  ok: 'OK',
  close: 'Close',
  copy: 'Copy',
  copied: 'Copied',
  // not “Show password”: whoever looks for the field called Password finds one
  showPassword: 'Show characters',
  hidePassword: 'Hide characters',
  optional: '(optional)',
  back: 'Back',
  more: 'Show more',
  shown: '{{shown}} of {{total}} shown',
  actions: 'Actions',
  clearSearch: 'Clear search',
  code: 'Code',
  codeHint: 'Six digits from your authenticator app.',
  recoveryCode: 'Recovery code',
  recoveryCodeHint: 'One of the ten that you have kept.',
  useRecoveryCode: 'Use a recovery code',
  useCode: 'Use a code from the app',
  'ended.title': 'Your session has ended',
  'ended.text': 'Nothing was sent. Log in again, or go on as a guest and send it once more.',
  'ended.paid': 'Nothing was sent, and your payment stays yours. Log in again and send it once more.',
  'ended.logIn': 'Log in',
  'ended.asGuest': 'Go on as a guest',
  ...statusWords,
  'theme.system': 'Theme: automatic',
  'theme.light': 'Theme: light',
  'theme.dark': 'Theme: dark',
} as const

export const kitTexts = defineCatalogue('kit', english, () => import('./kit-swahili.ts'))
