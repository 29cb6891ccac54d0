import { defineCatalogue } from '@tuma/kit/runtime'
import en from './texts/acts.en.json' with { type: 'json' }

/** What the office does about a parcel with a problem. */
export const actTexts = defineCatalogue('acts', en, () => import('./texts/acts.sw.json', { with: { type: 'json' } }))
export type ActKey = keyof typeof actTexts.en
