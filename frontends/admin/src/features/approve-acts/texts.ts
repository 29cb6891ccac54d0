import { defineCatalogue } from '@tuma/kit/runtime'
import en from './texts/approvals.en.json' with { type: 'json' }

/** What one admin must not do alone: asking, approving, and what became of it. */
export const approvalTexts = defineCatalogue(
  'approvals',
  en,
  () => import('./texts/approvals.sw.json', { with: { type: 'json' } }),
)
