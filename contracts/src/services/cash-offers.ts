import * as z from 'zod/mini'
import { offerEnds, offerStates } from '../vocabulary/index.ts'
import { commandContext } from './command-context.ts'
import { bffCall } from './internal-call.ts'

const cents = z.number()
const offer = z.object({
  offerId: z.string(),
  /** The account of the agent who gives the cash, and of the colleague who counts it. */
  from: z.string(),
  to: z.string(),
  cents,
  /** What the colleague counted and has now; null when the offer did not pass. */
  counted: z.nullable(cents),
  state: z.enum(offerStates),
  /** Why an offer that did not pass has ended. */
  why: z.nullable(z.enum(offerEnds)),
  at: z.string(),
  endedAt: z.nullable(z.string()),
})
export type CashOfferRecord = z.infer<typeof offer>

const ofOffer = { asked: commandContext, agentId: z.string(), offerId: z.string() }

/** Cash that an agent gives to a colleague. `agentId` is the agent who asks. Cents are integers. */
export const cashOfferCalls = {
  /**
   * What colleagues offer to an agent, the agent's own open offer, and the newest 20 that passed either way. `declined`:
   * the agent's last offer, where the colleague has refused it within a day; missing from a service before it.
   */
  offers: bffCall.input(z.object({ agentId: z.string() })).output(
    z.object({
      toYou: z.array(offer),
      yours: z.nullable(offer),
      declined: z.optional(z.nullable(offer)),
      past: z.array(offer),
    }),
  ),
  /** In place of the agent's open offer, if they have one. @refuses more_than_cash, bad_input (nothing is offered) */
  offerCash: bffCall
    .input(z.object({ asked: commandContext, agentId: z.string(), to: z.string(), cents }))
    .output(offer),
  /**
   * By its agent, who takes it back, or by the colleague, who refuses it. @refuses not_found (also of other agents),
   * stale (it has passed)
   */
  endOffer: bffCall.input(z.object(ofOffer)).output(offer),
  /**
   * By the colleague, once: what they counted is theirs, and the rest stays with its agent. @refuses not_found (also of
   * other agents), stale (it has ended), bad_input (nothing, or more than was offered)
   */
  passOn: bffCall.input(z.object({ ...ofOffer, counted: cents })).output(offer),
}
