import { defineCatalogue } from '@tuma/kit/runtime'

/** Labels to stick on parcels: for whoever sends them, and at the counter. */
export const english = {
  'label.print': 'Print label',
  'label.many': 'Print labels ({{count}})',
  'label.a6': 'A6 sheet',
  'label.a4': 'A4 sheet, room for four',
  'label.80': '80 mm roll',
  'label.58': '58 mm roll',
  'label.failed': 'The label could not be made.',
  'label.manyFailed': 'The labels could not be made.',
} as const

export const labelTexts = defineCatalogue('label', english, () => import('./label-swahili.ts'))
