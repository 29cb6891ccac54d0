import { defineCatalogue } from '@tuma/kit/runtime'
import en from './texts/label.en.json' with { type: 'json' }

/** Labels to stick on parcels: for senders, and at the counter. */
export const labelTexts = defineCatalogue(
  'label',
  en,
  () => import('./texts/label.sw.json', { with: { type: 'json' } }),
)
