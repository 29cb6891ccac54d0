import { defineCatalogue } from '@tuma/kit/runtime'
import en from './texts/problems.en.json' with { type: 'json' }

/** Parcels that do not go their way: why, since when, and whose turn it is. */
export const problemTexts = defineCatalogue(
  'problems',
  en,
  () => import('./texts/problems.sw.json', { with: { type: 'json' } }),
)
