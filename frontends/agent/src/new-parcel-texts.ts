import { defineCatalogue } from '@tuma/kit/runtime'
import en from './texts/new-parcel.en.json' with { type: 'json' }

/** Texts of a parcel that an agent takes in for a customer: its form, its payment, and how it is cancelled. */
export const newParcelTexts = defineCatalogue(
  'new-parcel',
  en,
  () => import('./texts/new-parcel.sw.json', { with: { type: 'json' } }),
)
