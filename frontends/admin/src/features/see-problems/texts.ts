import { defineCatalogue } from '@tuma/kit/runtime'
import en from './texts/problems.en.json' with { type: 'json' }

/** Parcels that are stuck: why, since when, and who must act. */
export const problemTexts = defineCatalogue(
  'problems',
  en,
  () => import('./texts/problems.sw.json', { with: { type: 'json' } }),
)
