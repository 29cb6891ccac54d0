import { paymentEvents } from '@tuma/contracts/events'
import type { PaymentClient } from '@tuma/contracts/services'
import { isMobile } from '@tuma/contracts/vocabulary'
import type { Reaction } from '@tuma/platform/event-sourcing'
import { unwritten } from '../domain/message.ts'
import { leftUnused } from '../render-message/render-message.ts'
import type { EnqueueNotice } from './parcel-notices.ts'
import { told } from './reactions.ts'

/** One SMS to the phone that paid, for each payment. */
export const unusedReaction = (payment: Pick<PaymentClient, 'leftUnused'>, enqueueNotice: EnqueueNotice): Reaction =>
  told(paymentEvents.leftUnused, async ({ paymentId }, message) => {
    const unused = await payment.leftUnused({ paymentId })
    if (!unused || !isMobile(unused.phone)) return
    const kind = { channel: 'sms', language: 'en', role: 'sender', about: paymentId, purse: 'known' } as const
    const recipient = unwritten(`payer:${paymentId}`)
    await enqueueNotice({ occasion: `${paymentId} ${leftUnused}`, ...kind, template: leftUnused, recipient }, message)
  })
