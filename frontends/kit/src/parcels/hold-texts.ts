import { holdWords } from '@tuma/contracts/vocabulary'
import { defineCatalogue } from '@tuma/kit/runtime'

/** What holds a parcel, for agents and admins. */
export const holdTexts = defineCatalogue(
  'holds',
  holdWords,
  () => import('./texts/holds.sw.json', { with: { type: 'json' } }),
)
