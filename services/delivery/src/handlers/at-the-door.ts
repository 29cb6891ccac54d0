import { implement } from '@orpc/server'
import { type Actor, type Asked, deliveryContract, type TakenWords } from '@tuma/contracts/services'
import { dueAtHandOver, Refused } from '@tuma/contracts/vocabulary'
import { EngineAway } from '@tuma/platform/ports'
import { getStanding } from '../delivery-stream.ts'
import type { Dependencies } from '../dependencies.ts'
import { type Delivery, isErased, type Parcel } from '../domain/delivery.ts'
import { delivery, type MoveParcel } from '../domain/delivery-decisions.ts'
import type { Taking } from '../domain/taking.ts'
import { senderKeyOfPhone } from '../ids.ts'
import { toWaitDays } from '../settings.ts'
import { toAsker } from './askers.ts'

type Handing = { readonly asked: Asked; readonly deliveryId: string; readonly revision: number | null }

/** What is due when a parcel is handed over, and what stands behind an agent's word that it was paid. */
export const atTheDoor = (dependencies: Dependencies) => {
  const { payment, hash, buildMetadata, settings, surroundings } = dependencies
  const os = implement(deliveryContract)

  /** Of the sender's phone; of who is erased, no more than that they were somebody. */
  const getSenderKey = ({ parcel }: Delivery): string => {
    if (!parcel) return ''
    const { personId, phone } = parcel.sender
    return isErased(parcel.sender) ? hash('erased sender', personId) : senderKeyOfPhone(hash, phone)
  }

  /** As if it were cash: whose step it is, what holds it and whether anything is due is known without asking payment. */
  const tried = ({ asked, deliveryId, revision }: Handing, state: Delivery, at: string): Parcel | null => {
    const by = toAsker(asked.actor)
    const command: MoveParcel = {
      type: 'MoveParcel',
      by,
      to: 'delivered',
      revision,
      taken: { how: 'cash' },
      senderKey: '',
      days: toWaitDays(settings),
      together: false,
      at,
    }
    return delivery.decide(command, state).length > 0 && state.parcel?.deliveryId === deliveryId ? state.parcel : null
  }

  const askPayment = paymentsBehind(payment)

  /** Of what is due, where it is this agent's to take. */
  const paidOnPhone = async (handing: Handing, state: Delivery, at: string): Promise<Taking | null> => {
    const due = state.parcel ? dueAtHandOver(state.parcel) : undefined
    return due !== undefined && tried(handing, state, at) ? paidByPrompt(payment, handing.deliveryId, due) : null
  }

  return {
    getSenderKey,

    /** Of a press that says nothing of the money: what was paid on a phone, else null, for cash. */
    unsaid: (handing: Handing, state: Delivery): Promise<Taking | null> =>
      paidOnPhone(handing, state, buildMetadata(handing.asked).at),

    /**
     * What an agent says of the money, once payment has said what it knows of it.
     * @throws Refused paid_on_phone, not_paid_yet, payment_short, payment_used, payer_differs, too_many, away
     */
    async getTaking(handing: Handing, words: TakenWords, state: Delivery): Promise<Taking> {
      const { how } = words
      const { at } = buildMetadata(handing.asked)
      if (how === 'cash' || how === 'not_paid') {
        if (await paidOnPhone(handing, state, at)) throw new Refused('paid_on_phone')
        return { how }
      }
      const parcel = tried(handing, state, at)
      // It was handed over before: nothing is taken again.
      if (!parcel) return { how, paymentIds: [] }
      return { how, paymentIds: [await askPayment[how](handing.asked, parcel, words)] }
    },

    due: os.due.handler(async ({ input: { viewer, deliveryId } }) => {
      const state = await getStanding(dependencies, deliveryId)
      const parcel = tried({ asked: askedBy(viewer), deliveryId, revision: null }, state, surroundings.now())
      const due = parcel ? dueAtHandOver(parcel) : undefined
      if (!parcel || due === undefined) throw new Refused('nothing_due')
      const { name, phone } = parcel.receiver
      return { due, trackingId: parcel.trackingId, receiver: { name, phone } }
    }),
  }
}

/** A question, as if it were a command. */
const askedBy = (actor: Actor): Asked => ({ actor, commandId: '', correlationId: '' })

/**
 * What was paid on a phone for a parcel, whoever asked for it. Who has money in hand does not wait for a payment that is
 * away: then it is unknown.
 */
const paidByPrompt = async (
  payment: Dependencies['payment'],
  deliveryId: string,
  due: number,
): Promise<Taking | null> => {
  try {
    const last = await payment.askedAtTheDoor({ deliveryId })
    const settled = last?.state === 'paid' ? await payment.settled({ deliveryId, promptId: last.promptId }) : null
    return settled && settled.amount >= due ? { how: 'prompt', paymentIds: [settled.paymentId] } : null
  } catch (error) {
    if (error instanceof EngineAway) return null
    throw error
  }
}

/** The payment that an agent speaks of, once payment knows it as this parcel's and as enough. */
const paymentsBehind = (payment: Dependencies['payment']) => ({
  async prompt(_: Asked, { deliveryId, totalAmount: due }: Parcel, { promptId }: TakenWords): Promise<string> {
    if (promptId === undefined) throw new Refused('bad_input', { field: 'taken.promptId' })
    const settled = await payment.settled({ deliveryId, promptId })
    if (!settled) throw new Refused('not_paid_yet')
    if (settled.amount < due) throw new Refused('payment_short', { missing: due - settled.amount })
    return settled.paymentId
  },
  async till(asked: Asked, { deliveryId, totalAmount: due }: Parcel, { receipt, payer }: TakenWords): Promise<string> {
    if (!receipt || !payer) throw new Refused('bad_input', { field: receipt ? 'taken.payer' : 'taken.receipt' })
    const { paymentId } = await payment.takeReceipt({ asked, deliveryId, receipt, payer, due })
    return paymentId
  },
})
