import { defineCatalogue } from '@tuma/kit/runtime'
import en from './texts/photos.en.json' with { type: 'json' }

/** Photos of a damaged parcel, for the people who may see it in full. */
export const photoTexts = defineCatalogue(
  'photos',
  en,
  () => import('./texts/photos.sw.json', { with: { type: 'json' } }),
)
