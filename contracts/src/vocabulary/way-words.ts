import { statusLabels, trackingSentences } from './delivery-status.ts'
import type { HereKey, Stage, TrackingStage } from './way.ts'

/** What people who follow a parcel read about it, in the web app and on the page without a script. */
export const sentenceWords = {
  'sentence.dropping': trackingSentences.dropping,
  'sentence.uncollected': trackingSentences.uncollected,
  'sentence.sorting': trackingSentences.sorting,
  'sentence.inTransit': trackingSentences.inTransit,
  'sentence.delivered': trackingSentences.delivered,
  'sentence.atDoorstep': trackingSentences.atDoorstep,
  'sentence.collected': trackingSentences.collected,
  'sentence.held': 'It is on hold. It moves on when that is cleared.',
  'sentence.toSender': 'It is on its way back to the sender.',
  'sentence.waitingForSender': 'It is back at its first shop and waits for the sender.',
  'sentence.returned': 'It is back with the sender.',
  'sentence.lost': 'We do not know where it is. We are looking for it.',
} as const satisfies Record<`sentence.${TrackingStage}`, string>

export const statusWords = {
  'status.dropping': statusLabels.dropping,
  'status.uncollected': statusLabels.uncollected,
  'status.sorting': statusLabels.sorting,
  'status.inTransit': statusLabels.inTransit,
  'status.delivered': statusLabels.delivered,
  'status.collected': statusLabels.collected,
} as const

/** Of each step, once it has come true (`toStage`). */
export const stageWords = {
  'stage.toBring': statusLabels.dropping,
  'stage.booked': 'Booked',
  'stage.riderComes': 'Waiting for its rider',
  'stage.handedIn': 'Handed in at the shop',
  'stage.sorting': statusLabels.sorting,
  'stage.inTransit': statusLabels.inTransit,
  'stage.atShop': 'Arrived at the shop',
  'stage.ready': 'Ready to collect',
  'stage.atDoor': 'Delivered to the door',
  'stage.collected': statusLabels.collected,
  'stage.goingBack': 'Going back',
  'stage.sortingBack': 'Sorting, going back',
  'stage.inTransitBack': 'In transit, going back',
  'stage.backAtShop': 'Back at its first shop',
  'stage.withSender': 'Back with the sender',
  'stage.lost': 'Lost',
  'stage.held': 'On hold',
} as const satisfies Record<`stage.${Stage | 'held'}`, string>

export const hereWords = {
  'here.dropping': 'The sender brings it to {{shop}}, {{place}}.',
  'here.handIn': 'The sender brings it to {{shop}}, {{place}}. A rider takes it from there.',
  'here.riderComes': 'A rider takes it from {{shop}}, {{place}}.',
  'here.at': 'It is at {{shop}}, {{place}}.',
  'here.onItsWay': 'On its way to {{shop}}, {{place}}.',
  'here.collect': 'Collect it at {{shop}}, {{place}}, with the code from the SMS.',
  'here.goesBack': 'It goes back to {{shop}}, {{place}}.',
  'here.collectBack': 'The sender gets it back at {{shop}}, {{place}}, with the code from the SMS.',
  'here.rider': 'A rider brings it. Have the code from the SMS at hand.',
  'here.same-day': 'Booked: {{at}}. Same-day: within 12 hours.',
  'here.express': 'Booked: {{at}}. Express: in under 1 h 30 min.',
  'here.waitsUntil': 'It waits there until {{day}}. Then it goes back to the sender.',
  'here.due': 'Pay {{due}} when you receive it (M-Pesa or cash).',
} as const satisfies Record<HereKey, string> & Record<string, string>

export const trackWords = {
  'track.title': 'Track Parcel',
  'track.intro': 'Enter the Tracking ID from your receipt or message.',
  'track.id': 'Tracking ID',
  'track.go': 'Track',
  'track.history': 'Progress',
} as const
