import { defineCatalogue } from '@tuma/kit/runtime'
import en from './texts/shell.en.json' with { type: 'json' }

export const texts = defineCatalogue('shell', en, () => import('./texts/shell.sw.json', { with: { type: 'json' } }))
