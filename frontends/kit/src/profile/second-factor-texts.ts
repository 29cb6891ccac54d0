import { defineCatalogue } from '@tuma/kit/runtime'
import en from './texts/second-factor.en.json' with { type: 'json' }

export const secondFactorTexts = defineCatalogue(
  'secondFactor',
  en,
  () => import('./texts/second-factor.sw.json', { with: { type: 'json' } }),
)
