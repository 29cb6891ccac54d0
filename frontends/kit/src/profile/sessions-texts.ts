import { defineCatalogue } from '@tuma/kit/runtime'
import en from './texts/sessions.en.json' with { type: 'json' }

export const sessionsTexts = defineCatalogue(
  'sessions',
  en,
  () => import('./texts/sessions.sw.json', { with: { type: 'json' } }),
)
