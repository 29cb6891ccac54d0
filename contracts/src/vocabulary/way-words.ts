import { statusLabels, trackingSentences } from './delivery-status.ts'

/** What anybody who follows a parcel is told of its way, by the web app and by the page that needs no script. */
export const sentenceWords = {
  'sentence.dropping': trackingSentences.dropping,
  'sentence.uncollected': trackingSentences.uncollected,
  'sentence.sorting': trackingSentences.sorting,
  'sentence.inTransit': trackingSentences.inTransit,
  'sentence.delivered': trackingSentences.delivered,
  'sentence.atDoorstep': trackingSentences.atDoorstep,
  'sentence.collected': trackingSentences.collected,
  'sentence.toSender': 'It is on its way back to whoever sent it.',
  'sentence.waitingForSender': 'It is back at the shop it was handed in at and waits for whoever sent it.',
  'sentence.returned': 'It is back with whoever sent it.',
  'sentence.lost': 'We do not know where it is at the moment, and are looking for it.',
} as const

export const statusWords = {
  'status.dropping': statusLabels.dropping,
  'status.uncollected': statusLabels.uncollected,
  'status.sorting': statusLabels.sorting,
  'status.inTransit': statusLabels.inTransit,
  'status.delivered': statusLabels.delivered,
  'status.collected': statusLabels.collected,
} as const

/** Of the moments of its way back. */
export const backWords = {
  'back.dropping': 'Going back',
  'back.uncollected': 'Going back',
  'back.sorting': 'Sorting, going back',
  'back.inTransit': 'In transit, going back',
  'back.delivered': 'Back at its first shop',
  'back.collected': 'Back with its sender',
} as const

export const hereWords = {
  'here.dropping': 'To be brought to {{shop}}, {{place}}.',
  'here.handIn': 'Its agent is {{shop}}, {{place}}; a rider takes it from there.',
  'here.at': 'It is at {{shop}}, {{place}}.',
  'here.onItsWay': 'On its way to {{shop}}, {{place}}.',
  'here.collect': 'Collect it at {{shop}}, {{place}}, with the code from the SMS.',
  'here.goesBack': 'It goes back to {{shop}}, {{place}}.',
  'here.collectBack': 'Whoever sent it collects it at {{shop}}, {{place}}, with the code from the SMS.',
  'here.rider': 'A rider brings it. Have the code from the SMS ready.',
  'here.same-day': 'Booked: {{at}}. Same-day: within 12 hours.',
  'here.express': 'Booked: {{at}}. Express: in under 1 h 30 min.',
  'here.waitsUntil': 'It waits there until {{day}}. If nobody fetches it, it goes back to whoever sent it.',
  'here.due': '{{due}} is due when it is handed over.',
  'here.held': 'Held for now. It goes on as soon as that is cleared.',
  'ahead.title': 'Still to come',
  'ahead.handedIn': 'Handed in at the shop',
  'ahead.inTransit': 'In Transit',
  'ahead.ready': 'Ready to collect',
  'ahead.atDoor': 'At the door',
  'ahead.collected': 'Collected',
  'ahead.readyBack': 'Back at the shop it was handed in at',
  'ahead.withSender': 'Back with whoever sent it',
} as const

export const trackWords = {
  'track.title': 'Track Parcel',
  'track.intro': 'Enter the Tracking ID from your receipt or message.',
  'track.id': 'Tracking ID',
  'track.go': 'Track',
  'track.history': 'Its way',
} as const
