import * as z from 'zod/mini'
import { formatKsh, maxOfferShillings } from '../vocabulary/index.ts'
import { call } from './call.ts'
import { id, shillings } from './fields.ts'

const cents = z.number()
/** `name`: of the colleague; null when their account is deleted. */
const offer = z.object({ _id: z.string(), name: z.nullable(z.string()), cents, at: z.string() })
export type CashOffer = z.infer<typeof offer>

/**
 * Cash that one of the two gave and the other has counted. `given`: the caller gave it. `cents` is what was offered; what
 * the colleague did not count stayed with its agent. `at`: when it was counted.
 */
const passed = z.extend(offer, { given: z.boolean(), counted: cents })
export type CashPassed = z.infer<typeof passed>

const colleague = z.object({ _id: z.string(), name: z.string() })
const offers = z.object({
  /** Open offers of colleagues, newest first. */
  toYou: z.array(offer),
  /** The caller's own open offer. */
  yours: z.nullable(offer),
  /** The caller's last offer, where the colleague has refused it within a day: its cash stayed with the caller. */
  declined: z.optional(offer),
  /** The newest 20 that passed either way, newest first. */
  past: z.array(passed),
  /** Other agents of the caller's shop. */
  colleagues: z.array(colleague),
})
export type CashOffers = z.infer<typeof offers>

/** At most what M-Pesa takes at once. */
export const someShillings = shillings('Amount').check(
  z.minimum(1, "Amount can't be less than 1."),
  z.maximum(maxOfferShillings, `Amount is too much (at most ${formatKsh(maxOfferShillings)}).`),
)
export const cashToGive = z.object({ to: id, amount: someShillings })
/** What the colleague has counted, in shillings. */
export const cashCountedOver = z.object({ counted: someShillings })

const agents = ['agent'] as const
const tags = ['cash']

/** Cash that an agent gives to a colleague of the same shop. Other people's offers are `not_found`. */
export const cashOffers = {
  offers: call(agents).route({ method: 'GET', path: '/agent/cash/offers', tags }).output(offers),
  /** In place of the caller's open offer. */
  offer: call(agents, 'more_than_cash', 'not_your_colleague')
    .route({ method: 'POST', path: '/agent/cash/offers', successStatus: 201, tags })
    .input(cashToGive)
    .output(offer),
  /** By the colleague. What they counted is in their drawer then, and the rest stays with its agent. */
  passOn: call(agents, 'not_found', 'stale')
    .route({ method: 'PUT', path: '/agent/cash/offers/{id}', tags })
    .input(z.extend(cashCountedOver, { id }))
    .output(passed),
  /** Its agent takes it back, or the colleague refuses it. */
  endOffer: call(agents, 'not_found', 'stale')
    .route({ method: 'DELETE', path: '/agent/cash/offers/{id}', tags })
    .input(z.object({ id }))
    .output(z.object({})),
}
