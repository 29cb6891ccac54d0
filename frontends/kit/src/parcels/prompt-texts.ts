import { type PromptRefusal, promptRefusals } from '@tuma/contracts/vocabulary'
import { defineCatalogue } from '@tuma/kit/runtime'
import own from './texts/prompts.en.json' with { type: 'json' }

/** Why a prompt came to nothing: the contract's sentences. */
const refused = {
  'promptRefused.balance_low': promptRefusals.balance_low,
  'promptRefused.cancelled': promptRefusals.cancelled,
  'promptRefused.unreachable': promptRefusals.unreachable,
  'promptRefused.expired': promptRefusals.expired,
  'promptRefused.busy': promptRefusals.busy,
  'promptRefused.wrong_pin': promptRefusals.wrong_pin,
  'promptRefused.limit': promptRefusals.limit,
  'promptRefused.again_later': promptRefusals.again_later,
  'promptRefused.our_setup': promptRefusals.our_setup,
  'promptRefused.other': promptRefusals.other,
} satisfies Record<`promptRefused.${PromptRefusal}`, string>

/** M-Pesa asks on the payer's phone. */
export const promptTexts = defineCatalogue(
  'prompts',
  { ...own, ...refused },
  () => import('./texts/prompts.sw.json', { with: { type: 'json' } }),
)
