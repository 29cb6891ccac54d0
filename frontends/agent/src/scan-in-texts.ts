import { defineCatalogue } from '@tuma/kit/runtime'
import en from './texts/scan-in.en.json' with { type: 'json' }

/** Texts of the page on which an agent scans what has come into the shop. */
export const scanInTexts = defineCatalogue(
  'scan-in',
  en,
  () => import('./texts/scan-in.sw.json', { with: { type: 'json' } }),
)
