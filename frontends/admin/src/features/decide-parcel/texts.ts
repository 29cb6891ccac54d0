import { defineCatalogue } from '@tuma/kit/runtime'

/** What the office does about a parcel that does not go its way. */
export const english = {
  'act.hold': 'Hold',
  'act.holdOf': 'Hold {{trackingId}}',
  'act.holdWhat': 'It cannot move until someone releases it.',
  'act.holdWhy': 'What is wrong with it',
  'act.holdNote': 'Note for colleagues',
  'act.holdNoteHint': 'Only the shops and the office read it.',
  'act.holdToSender': 'Message to the sender',
  'act.holdToSenderHint': 'The sender reads it on the page of the parcel.',
  'act.held': 'The parcel is held.',
  'act.notHeld': 'The parcel could not be held',
  'act.lift': 'Release: {{hold}}',
  'act.lifted': 'The parcel is released.',
  'act.notLifted': 'The parcel could not be released',
  'act.payment': 'Look at its payment',
  'act.back': 'Send back',
  'act.backOf': 'Send {{trackingId}} back?',
  'act.backWhat': 'It goes back to the sender from here. Both get an SMS. The old code stops working.',
  'act.isBack': 'The parcel goes back to the sender.',
  'act.notBack': 'The parcel could not be sent back',
  'act.lost': 'Report lost',
  'act.lostOf': 'Report {{trackingId}} as lost?',
  'act.lostWhat': 'It cannot move until it is found. Tracking says that we look for it.',
  'act.isLost': 'The parcel is reported lost.',
  'act.notLost': 'The parcel could not be reported lost',
  'act.found': 'It is found',
  'act.foundOf': 'Is {{trackingId}} found?',
  'act.foundWhat': 'It goes on from where it was seen last.',
  'act.isFound': 'The parcel is found and goes on.',
  'act.notFound': 'This could not be recorded',
  'act.phone': "Change receiver's phone",
  'act.phoneOf': "Receiver's phone of {{trackingId}}",
  'act.phoneWhat': 'Now {{phone}}. Both get an SMS. The new number gets a new code.',
  'act.phoneNew': 'New phone',
  'act.phoneWhy': 'Reason',
  'act.phoneWhyHint': 'It stays in the parcel’s history.',
  'act.phoneChanged': 'The receiver’s phone is changed.',
  'act.phoneNotChanged': 'The phone could not be changed',
} as const

export type ActKey = keyof typeof english

export const actTexts = defineCatalogue('acts', english, () => import('./swahili.ts'))
