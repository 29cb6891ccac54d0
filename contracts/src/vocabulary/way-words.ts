import { statusLabels, trackingSentences } from './delivery-status.ts'
import place from './texts/place.en.json' with { type: 'json' }
import here from './texts/way-here.en.json' with { type: 'json' }
import sentence from './texts/way-sentence.en.json' with { type: 'json' }
import stage from './texts/way-stage.en.json' with { type: 'json' }
import track from './texts/way-track.en.json' with { type: 'json' }
import type { HereKey, Stage, TrackingStage } from './way.ts'

/** The sentences for people who track a parcel, in the web app and on the page without a script. */
export const sentenceWords = {
  'sentence.dropping': trackingSentences.dropping,
  'sentence.uncollected': trackingSentences.uncollected,
  'sentence.sorting': trackingSentences.sorting,
  'sentence.inTransit': trackingSentences.inTransit,
  'sentence.delivered': trackingSentences.delivered,
  'sentence.atDoorstep': trackingSentences.atDoorstep,
  'sentence.collected': trackingSentences.collected,
  ...sentence,
} satisfies Record<`sentence.${TrackingStage}`, string>

export const statusWords = {
  'status.dropping': statusLabels.dropping,
  'status.uncollected': statusLabels.uncollected,
  'status.sorting': statusLabels.sorting,
  'status.inTransit': statusLabels.inTransit,
  'status.delivered': statusLabels.delivered,
  'status.collected': statusLabels.collected,
}

/** For each step, once it has happened (`toStage`). */
export const stageWords = {
  'stage.toBring': statusLabels.dropping,
  'stage.sorting': statusLabels.sorting,
  'stage.inTransit': statusLabels.inTransit,
  'stage.collected': statusLabels.collected,
  ...stage,
} satisfies Record<`stage.${Stage | 'held'}`, string>

export const hereWords = here satisfies Record<HereKey, string>

export const trackWords = track

/** On the card of a shop. */
export const placeWords = place
