import { defineCatalogue } from '@tuma/kit/runtime'

/** What the office does about a parcel that does not go its way. */
export const english = {
  'act.hold': 'Hold',
  'act.holdOf': 'Hold {{trackingId}}',
  'act.holdWhat': 'It takes no step until somebody lifts that. Agents of its shops and you see why.',
  'act.holdWhy': 'What is wrong with it',
  'act.holdNote': 'What was seen',
  'act.holdNoteHint': 'For your colleagues; whoever follows it does not read it.',
  'act.held': 'The parcel is held.',
  'act.notHeld': 'The parcel could not be held',
  'act.lift': 'Lift: {{hold}}',
  'act.lifted': 'The hold is lifted.',
  'act.notLifted': 'The hold could not be lifted',
  'act.payment': 'Look at its payment',
  'act.back': 'Send back',
  'act.backOf': 'Send {{trackingId}} back?',
  'act.backWhat':
    'It goes to whoever sent it from where it is. Both ends are told by SMS; the receiver’s code opens nothing any more.',
  'act.isBack': 'The parcel goes back to its sender.',
  'act.notBack': 'The parcel could not be sent back',
  'act.lost': 'Report lost',
  'act.lostOf': 'Report {{trackingId}} as lost?',
  'act.lostWhat': 'It takes no step until it is found, and whoever follows it reads that we look for it.',
  'act.isLost': 'The parcel is reported lost.',
  'act.notLost': 'The parcel could not be reported lost',
  'act.found': 'It is found',
  'act.foundOf': 'Is {{trackingId}} found?',
  'act.foundWhat': 'It goes on from where it was seen last.',
  'act.isFound': 'The parcel is found and goes on.',
  'act.notFound': 'This could not be recorded',
  'act.phone': "Change receiver's phone",
  'act.phoneOf': "Receiver's phone of {{trackingId}}",
  'act.phoneWhat':
    'Now {{phone}}. Both phones are told by SMS. The new one gets a new code; the code before opens nothing any more.',
  'act.phoneNew': 'New phone',
  'act.phoneWhy': 'Reason',
  'act.phoneWhyHint': 'It stays in the parcel’s history.',
  'act.phoneChanged': 'The receiver’s phone is changed.',
  'act.phoneNotChanged': 'The phone could not be changed',
} as const

export type ActKey = keyof typeof english

export const actTexts = defineCatalogue('acts', english, () => import('./swahili.ts'))
