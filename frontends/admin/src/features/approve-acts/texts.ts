import { defineCatalogue } from '@tuma/kit/runtime'
import en from './texts/approvals.en.json' with { type: 'json' }

/** Texts for actions that need a second admin: asking, approving, and the answer. */
export const approvalTexts = defineCatalogue(
  'approvals',
  en,
  () => import('./texts/approvals.sw.json', { with: { type: 'json' } }),
)
