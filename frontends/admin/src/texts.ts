import { defineCatalogue } from '@tuma/kit/runtime'
import en from './texts/admin.en.json' with { type: 'json' }

export const texts = defineCatalogue('admin', en, () => import('./texts/admin.sw.json', { with: { type: 'json' } }))
