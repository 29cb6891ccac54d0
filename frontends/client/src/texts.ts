import { defineCatalogue } from '@tuma/kit/runtime'
import en from './texts/client.en.json' with { type: 'json' }

export const texts = defineCatalogue('client', en, () => import('./texts/client.sw.json', { with: { type: 'json' } }))
