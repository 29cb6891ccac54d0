import { type CommandContext, getTrace } from '@tuma/contracts/services'
import { Refused } from '@tuma/contracts/vocabulary'
import {
  type EventMetadata,
  type Follower,
  fold,
  isRefusal,
  metadataFrom,
  processManager,
  type Recorded,
} from '@tuma/platform/event-sourcing'
import type { Engines } from '@tuma/platform/ports'
import type { Log } from '@tuma/platform/runtime'
import { type OutgoingEvent, outgoingStream } from '../domain/outgoing/outgoing.ts'
import { assertRefundable, type RefundPayment, toRefusal } from '../domain/outgoing/refunding.ts'
import { paymentStream } from '../domain/payment.ts'
import { payment } from '../domain/payment-decisions.ts'
import { getPhones, type PayingPrompts } from '../prompts/paying-phones.ts'
import { getPast, lastClaimIn } from '../recorded.ts'
import { getRefundId, type Deps as OutgoingDeps, type OutgoingReceipts, outgoingPast } from './outgoing.ts'
import type { Approved } from './outgoing-limit.ts'

export type Refunding = {
  readonly asked: CommandContext
  readonly paymentId: string
  readonly cents: number
  readonly receipt: string
  readonly reason: string
  /** The number that it was sent to; null where it is unknown. */
  readonly phone?: string | null | undefined
  readonly approval?: Approved | undefined
}

type Deps = Pick<OutgoingDeps, 'streams' | 'environment'> & { readonly receipts: OutgoingReceipts }
type Refunds = Deps & { readonly promptsThatPaid: PayingPrompts }
type Claimed = Pick<
  Extract<OutgoingEvent, { type: 'OutgoingClaimed' }>['data'],
  'id' | 'about' | 'cents' | 'receipt' | 'note' | 'at'
>

/**
 * Notes the refund of a taken receipt, or gives the receipt back; once, in any process and however often it is called.
 * The receipt is given back only for a recorded refusal: after any other failure another attempt could have noted the
 * refund.
 * @throws Refused the refusals of `RefundPayment`
 */
const finishing = ({ streams, receipts }: Deps) => {
  const handle = streams.getHandler(payment)
  return async (outgoingId: string, claimed: Claimed, metadata: EventMetadata) => {
    const { id, about: paymentId, cents, receipt, note, at } = claimed
    if (!note) throw new Error(`the refund ${id} has no reason`)
    const command: RefundPayment = { type: 'RefundPayment', refundId: id, cents, receipt, note, at }
    const { state, events } = await handle(paymentStream(paymentId), command, metadata)
    const refused = events.find((event) => event.type === 'RefundRefused')
    if (refused) {
      await receipts.release({ outgoingId, id })
      throw toRefusal(refused.data)
    }
    await receipts.finish({ outgoingId, id, deliveryIds: state?.usedBy ? [state.usedBy] : [] })
  }
}

/** Refunds, which are paid outside Tuma: the receipt is taken first. */
export const refunds = (deps: Refunds) => {
  const { streams, environment, receipts, promptsThatPaid } = deps
  const finish = finishing(deps)

  return {
    /** The person who would get the refund; null for an unknown payment. */
    async payee(paymentId: string) {
      const past = await getPast(streams, paymentId)
      const state = fold(payment, past)
      if (!state) return null
      const phones = getPhones(await promptsThatPaid(paymentId))
      const name = lastClaimIn(past)?.data.sender.name ?? null
      return { receipt: state.code, name, phones, usedBy: state.usedBy }
    },
    /** @throws Refused the refusals of `RefundPayment` and of a claim of a receipt */
    async refund({ asked, paymentId, cents, receipt: typed, reason, phone = null, approval = null }: Refunding) {
      const past = await getPast(streams, paymentId)
      const state = fold(payment, past)
      const at = asked.at ?? environment.now()
      const id = getRefundId(paymentId, asked.commandId)
      const note = { personId: paymentId, reason }
      // A refund that would be refused takes no receipt.
      assertRefundable({ type: 'RefundPayment', refundId: id, cents, receipt: typed, note, at }, state)
      const sender = lastClaimIn(past)?.data.sender
      const [paidFrom = phone] = getPhones(await promptsThatPaid(paymentId))

      const payee = { personId: sender?.personId ?? paymentId, name: sender?.name ?? null, phone: paidFrom }
      const claiming = {
        asked,
        of: 'refund',
        id,
        about: paymentId,
        cents,
        receipt: typed,
        payee,
        approval,
        note,
      } as const
      const { outgoingId, standing, receipt } = await receipts.claim({ ...claiming, dueAt: state?.paidAt ?? at })
      if (standing === 'released') throw new Refused('stale')
      const metadata = metadataFrom({ ...asked, actor: getTrace(asked.actor) }, environment.now())
      await finish(outgoingId, { ...claiming, receipt, at }, metadata)
    },
  }
}

/** Completes a refund after a crash between the receipt and the refund. */
export const finishingRefunds = (
  deps: Deps & { readonly engines: Pick<Engines, 'documents'>; readonly log: Log },
): Follower => {
  const { streams, engines, log } = deps
  const finish = finishing(deps)
  return processManager({
    name: 'payment refunds',
    types: ['OutgoingClaimed'] satisfies OutgoingEvent['type'][],
    store: streams.store,
    documents: engines.documents,
    lease: streams.leaseFor('refunds'),
    async react(events) {
      for (const stored of events) {
        const event = (await streams.opened(stored)) as Recorded<OutgoingEvent>
        if (event.type !== 'OutgoingClaimed' || event.data.of !== 'refund') continue
        const outgoingId = event.stream.slice(outgoingStream('').length)
        const past = await outgoingPast(streams, outgoingId)
        if (past.at(-1)?.id !== event.id) continue
        await finish(outgoingId, event.data, event.metadata).catch((error) => {
          if (!isRefusal(error) || error.code === 'busy') throw error
        })
      }
    },
    onFault: (error) => log.error({ err: error }, 'payment can not finish a refund'),
  })
}
