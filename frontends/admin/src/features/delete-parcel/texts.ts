import { defineCatalogue } from '@tuma/kit/runtime'
import en from './texts/delete.en.json' with { type: 'json' }

/** Deleting a parcel, and finding one that was deleted. */
export const deleteTexts = defineCatalogue(
  'delete',
  en,
  () => import('./texts/delete.sw.json', { with: { type: 'json' } }),
)
