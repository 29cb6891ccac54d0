import { defineCatalogue } from '@tuma/kit/runtime'

/** Deleting a parcel, and finding one that was deleted. */
export const english = {
  'delete.sure': 'Delete {{trackingId}}?',
  'delete.what': 'It disappears from lists and tracking. Its history and its money stay.',
  'delete.underWay': 'This parcel is under way',
  'delete.rider': 'Rider {{name}} has it.',
  'delete.at': 'It is at {{place}}.',
  'delete.comesTo': 'It is on the way to {{place}}.',
  'delete.notBrought': 'The sender has not brought it yet.',
  'delete.due': '{{amount}} to take for it.',
  'delete.reason': 'Reason',
  'delete.noReason': 'Choose a reason',
  'delete.reason.sent_twice': 'Sent twice',
  'delete.reason.not_brought': 'The sender never brought it',
  'delete.reason.asked_by_sender': 'The sender asked for it',
  'delete.reason.test': 'A test',
  'delete.reason.other': 'Another reason',
  'delete.note': 'Note',
  'delete.noteHint': 'Only the office reads it.',
  'delete.done': 'Delivery deleted successfully!',
  'delete.failed': 'Failed to delete delivery. Please try again.',
  'deleted.title': '{{trackingId}} is deleted',
  'deleted.by': 'Deleted by {{who}} on {{when}}',
  'deleted.because': 'Deleted by {{who}} on {{when}}: {{reason}}',
} as const

export const deleteTexts = defineCatalogue('delete', english, () => import('./swahili.ts'))
