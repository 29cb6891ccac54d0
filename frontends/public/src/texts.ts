import { defineCatalogue } from '@tuma/kit/runtime'
import en from './texts/public.en.json' with { type: 'json' }

export const texts = defineCatalogue('public', en, () => import('./texts/public.sw.json', { with: { type: 'json' } }))
