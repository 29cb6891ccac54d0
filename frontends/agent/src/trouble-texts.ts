import type { HoldCode } from '@tuma/contracts/vocabulary'
import { defineCatalogue } from '@tuma/kit/runtime'

/** What is next, of each thing that holds a parcel. */
const next = {
  'next.payment_doubted': 'The office looks at the payment. It goes on by itself once that is confirmed.',
  'next.no_money': 'Take the money, then hand it over.',
  'next.damaged': 'The office asks the sender. Lift the hold if it may go on as it is.',
  'next.misrouted': 'Lift the hold when it is at its own shop.',
  'next.wrong_place': 'Ask sender or receiver for the right address, then lift the hold.',
  'next.closed': 'Lift the hold when they are open again.',
  'next.not_home': 'Call the receiver, then lift the hold.',
  'next.refused': 'The office asks the sender. It may go back.',
  'next.asked_later': 'Lift the hold on the day the receiver wants it.',
  'next.code_failed': 'Send the receiver a new code.',
  'next.prohibited': 'Do not send it on. The office talks to the sender.',
  'next.contents_differ': 'The office asks the sender. Lift the hold once that is cleared.',
  'next.missing': 'Look for it, and lift the hold when you have it.',
  'next.other': 'Lift the hold when it can go on.',
} as const satisfies Record<`next.${HoldCode}`, string>

/** Of parcels that do not go their way: held, waiting for nobody, shown in photos. */
export const english = {
  ...next,
  more: 'More about {{id}}',
  'hold.title': 'Put on hold',
  'hold.intro': 'It stays where it is until the hold is lifted.',
  'hold.why': 'What is wrong?',
  'hold.note': 'What you see',
  'hold.noteHint': 'The other shop, the office and the sender read it.',
  'hold.go': 'Put on hold',
  'hold.done': 'On hold: {{why}}',
  'hold.failed': 'Failed to put it on hold',
  'hold.sending': 'It is on hold. Its photos are being sent.',
  'hold.photosLeft': 'It is on hold. Not every photo was sent: try again, or close this.',
  'hold.sendPhotos': 'Send the photos',
  'lift.title': 'Lift the hold',
  'lift.sure': 'Can it go on?',
  'lift.go': 'Lift: {{why}}',
  'lift.done': 'Lifted: {{why}}',
  'lift.failed': 'Failed to lift the hold',
  'photos.add': 'Add photos',
  'photos.done': 'Photos sent',
  'photos.none': 'Please choose a photo first.',
  'held.title': 'Why it is held',
  'lost.row': 'It cannot be found. Tell the office if you have it.',
  'waiting.title': 'Waiting',
  'waiting.intro': 'Parcels at your shop that wait to be collected, the longest wait first.',
  'waiting.empty': 'Nothing waits at your shop.',
  'waiting.link': 'By how long they wait',
  'waiting.parcel': 'Parcel',
  'waiting.age': 'Here for',
  'waiting.today': 'today',
  'waiting.day': '{{count}} day',
  'waiting.days': '{{count}} days',
  'waiting.goesBack': 'Goes back',
  'waiting.asked': 'Sender asked',
  'waiting.forSender': 'Its sender collects it',
  'waiting.unknown': 'not by itself',
  'waiting.code': 'Send the code again',
} as const

export const troubleTexts = defineCatalogue('agent-trouble', english, () => import('./trouble-swahili.ts'))
