import { defineCatalogue } from '@tuma/kit/runtime'
import en from '../texts/saved.en.json' with { type: 'json' }

/** Texts of steps that are stored on this phone until they are sent. */
export const savedTexts = defineCatalogue(
  'saved',
  en,
  () => import('../texts/saved.sw.json', { with: { type: 'json' } }),
)
