import type { HoldCode } from '@tuma/contracts/vocabulary'
import { defineCatalogue } from '@tuma/kit/runtime'
import en from './texts/holds.en.json' with { type: 'json' }

/** What holds a parcel, for agents and admins. */
export const holdTexts = defineCatalogue(
  'holds',
  en satisfies Record<`hold.${HoldCode}`, string>,
  () => import('./texts/holds.sw.json', { with: { type: 'json' } }),
)
