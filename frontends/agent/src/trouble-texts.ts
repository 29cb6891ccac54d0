import type { HoldCode } from '@tuma/contracts/vocabulary'
import { defineCatalogue } from '@tuma/kit/runtime'
import en from './texts/agent-trouble.en.json' with { type: 'json' }

/** Texts for parcels with a problem: on hold (and what comes next), waiting, shown in photos. */
export const troubleTexts = defineCatalogue(
  'agent-trouble',
  en satisfies Record<`next.${HoldCode}`, string>,
  () => import('./texts/agent-trouble.sw.json', { with: { type: 'json' } }),
)
