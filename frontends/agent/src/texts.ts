import { defineCatalogue } from '@tuma/kit/runtime'
import en from './texts/agent.en.json' with { type: 'json' }

export const texts = defineCatalogue('agent', en, () => import('./texts/agent.sw.json', { with: { type: 'json' } }))
