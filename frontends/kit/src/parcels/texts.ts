import { sentenceWords, trackWords } from '@tuma/contracts/vocabulary'
import { defineCatalogue } from '@tuma/kit/runtime'
import own from './texts/parcels.en.json' with { type: 'json' }

/** What the shared parcel screens say. The contract's words are in both languages there. */
export const parcelTexts = defineCatalogue(
  'parcels',
  { ...own, ...sentenceWords, ...trackWords },
  () => import('./swahili.ts'),
)
