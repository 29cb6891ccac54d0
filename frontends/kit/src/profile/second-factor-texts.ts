import { defineCatalogue } from '@tuma/kit/runtime'

export const english = {
  title: 'Two-step login',
  on: 'On: besides your password, logging in asks for a code from an app on your phone.',
  off: 'Off: your password is enough to log in. With a code from an app on your phone, a stolen password is not.',
  needed:
    'Admins log in here with a code from an app on their phone as well. Please set that up first: everything else waits until then.',
  setUp: 'Set up',
  remove: 'Turn off',
  removeTitle: 'Turn off two-step login',
  passwordTitle: 'First your password',
  password: 'Your password',
  passwordHint: 'An open screen alone is not enough.',
  next: 'Continue',
  scan: 'Scan this with an authenticator app (Google Authenticator, Aegis, 1Password), then type the code that it shows.',
  qr: 'QR code for the authenticator app',
  open: 'Open in the app on this phone',
  key: 'Or type this key into the app',
  copyKey: 'Copy the key',
  confirm: 'Confirm',
  codesTitle: 'Keep your recovery codes',
  codes:
    'Each of these works once in place of a code, when your phone is lost. We show them only now. Everywhere else you have been logged out.',
  download: 'Download',
  done: 'I have kept them',
  kept: 'Have you kept your recovery codes?',
  notKept: 'They are not shown again. Without them, who loses the phone is locked out.',
  notYet: 'Not yet',
  removed: 'Two-step login is off',
  failed: 'Something went wrong. Please try again.',
} as const

export const secondFactorTexts = defineCatalogue('secondFactor', english, () => import('./second-factor-swahili.ts'))
