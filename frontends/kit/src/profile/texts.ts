import { defineCatalogue } from '@tuma/kit/runtime'

export const english = {
  title: 'Profile',
  edit: 'Edit Profile',
  name: 'Full Name',
  username: 'Username',
  email: 'Email',
  emailHint: 'We send a link to a new email. Until you open it, the old one stays.',
  emailPending: 'We sent an e-mail to {{wanted}}. Until you open the link in it, {{email}} stays your email.',
  password: 'Your password',
  passwordHint: 'A new email needs it: an open screen alone is not enough.',
  phone: 'Phone',
  location: 'Location',
  address: 'Address',
  none: 'Not given',
  since: 'Joined',
  save: 'Save Changes',
  download: 'Download my data',
  downloadHint: 'Everything we hold about this account, in one file.',
  downloadFailed: 'Your data could not be downloaded. Please try again.',
  leave: 'Leave without saving what you changed?',
  leaveYes: 'Leave without saving',
  leaveNo: 'Go on editing',
  updated: 'Profile updated successfully!',
  failed: 'Something went wrong while updating your details',
} as const

export const profileTexts = defineCatalogue('profile', english, () => import('./swahili.ts'))
