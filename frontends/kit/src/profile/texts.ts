import { defineCatalogue } from '@tuma/kit/runtime'
import en from './texts/profile.en.json' with { type: 'json' }

export const profileTexts = defineCatalogue(
  'profile',
  en,
  () => import('./texts/profile.sw.json', { with: { type: 'json' } }),
)
