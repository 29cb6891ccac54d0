import { hereWords, placeWords, stageWords } from '@tuma/contracts/vocabulary'
import { defineCatalogue } from '@tuma/kit/runtime'
import own from './texts/journey.en.json' with { type: 'json' }

/** A parcel's way, and sending to the same people again. The contract's words are in both languages there. */
export const journeyTexts = defineCatalogue(
  'journey',
  { ...own, ...hereWords, ...placeWords, ...stageWords },
  () => import('./journey-swahili.ts'),
)
