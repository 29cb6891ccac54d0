import { paymentEvents, unknownWord } from '@tuma/contracts/events'
import type { PaymentClient } from '@tuma/contracts/services'
import { isMobile } from '@tuma/contracts/vocabulary'
import type { Reaction } from '@tuma/platform/event-sourcing'
import { unwritten } from '../domain/message.ts'
import type { EnqueueNotice } from './parcel-notices.ts'
import { told } from './reactions.ts'

/** One SMS to the payee of a payout or a refund. */
export const outgoingReactions = (
  payment: Pick<PaymentClient, 'outgoingOne'>,
  enqueueNotice: EnqueueNotice,
): Reaction[] => [
  told(paymentEvents.paidOut, async ({ outgoingId, of }, message) => {
    if (of === unknownWord) return
    const outgoing = await payment.outgoingOne({ outgoingId })
    if (!outgoing?.phone || !isMobile(outgoing.phone)) return
    const kind = { channel: 'sms', language: 'en', role: 'sender', about: outgoingId, purse: 'handled' } as const
    // Its words and phone stay in payment, so it needs no key of the account, which may be erased already.
    const recipient = unwritten(`payee:${outgoingId}`)
    await enqueueNotice(
      { occasion: outgoingId, ...kind, template: of === 'payout' ? 'paidOut' : 'refunded', recipient },
      message,
    )
  }),
]
