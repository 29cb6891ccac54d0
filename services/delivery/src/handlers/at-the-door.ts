import { implement } from '@orpc/server'
import { type Actor, type CommandContext, deliveryContract, type TakenWords } from '@tuma/contracts/services'
import { dueAtHandOver, Refused } from '@tuma/contracts/vocabulary'
import { EngineAway } from '@tuma/platform/ports'
import { readDelivery } from '../delivery-stream.ts'
import type { Dependencies } from '../dependencies.ts'
import { type Delivery, isErased, type Parcel } from '../domain/delivery.ts'
import { delivery, type MoveParcel } from '../domain/delivery-decisions.ts'
import type { Taking } from '../domain/taking.ts'
import { senderKeyOfPhone } from '../ids.ts'
import { toWaitDays } from '../settings.ts'
import { toAsker } from './askers.ts'

type Handing = { readonly asked: CommandContext; readonly deliveryId: string; readonly revision: number | null }

/** The money that is due when a parcel is handed over, and the payments that prove an agent's answer. */
export const atTheDoor = (dependencies: Dependencies) => {
  const { payment, hash, buildMetadata, settings, environment } = dependencies
  const os = implement(deliveryContract)

  /** The key of the sender's phone. An erased sender gets a key that names no phone. */
  const getSenderKey = ({ parcel }: Delivery): string => {
    if (!parcel) return ''
    const { personId, phone } = parcel.sender
    return isErased(parcel.sender) ? hash('erased sender', personId) : senderKeyOfPhone(hash, phone)
  }

  /**
   * Tries the step as if it were paid in cash: whether the agent may take it, what holds it and whether money is due
   * needs no answer of payment.
   */
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

  /** The payment by phone, if this agent may take what is due. */
  const paidOnPhone = async (handing: Handing, state: Delivery, at: string): Promise<Taking | null> => {
    const due = state.parcel ? dueAtHandOver(state.parcel) : undefined
    return due !== undefined && tried(handing, state, at) ? paidByPrompt(payment, handing.deliveryId, due) : null
  }

  return {
    getSenderKey,

    /** For a press without an answer about the money: the payment by phone, else null, which means cash. */
    unsaid: (handing: Handing, state: Delivery): Promise<Taking | null> =>
      paidOnPhone(handing, state, buildMetadata(handing.asked).at),

    /**
     * Checks the agent's answer about the money against what payment knows.
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
      // The parcel was handed over before, so no money is taken again.
      if (!parcel) return { how, paymentIds: [] }
      return { how, paymentIds: [await askPayment[how](handing.asked, parcel, words)] }
    },

    due: os.due.handler(async ({ input: { viewer, deliveryId } }) => {
      const state = await readDelivery(dependencies, deliveryId)
      const parcel = tried({ asked: askedBy(viewer), deliveryId, revision: null }, state, environment.now())
      const due = parcel ? dueAtHandOver(parcel) : undefined
      if (!parcel || due === undefined) throw new Refused('nothing_due')
      const { name, phone } = parcel.receiver
      return { due, trackingId: parcel.trackingId, receiver: { name, phone } }
    }),
  }
}

/** Sends a query with the fields of a command. */
const askedBy = (actor: Actor): CommandContext => ({ actor, commandId: '', correlationId: '' })

/**
 * The prompt that was paid for a parcel, no matter who asked for it. Null also while payment is away, so that an agent
 * with cash does not have to wait.
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

/** The payment that an agent names, once payment confirms that it belongs to this parcel and is enough. */
const paymentsBehind = (payment: Dependencies['payment']) => ({
  async prompt(_: CommandContext, { deliveryId, totalAmount: due }: Parcel, { promptId }: TakenWords): Promise<string> {
    if (promptId === undefined) throw new Refused('bad_input', { field: 'taken.promptId' })
    const settled = await payment.settled({ deliveryId, promptId })
    if (!settled) throw new Refused('not_paid_yet')
    if (settled.amount < due) throw new Refused('payment_short', { missing: due - settled.amount })
    return settled.paymentId
  },
  async till(
    asked: CommandContext,
    { deliveryId, totalAmount: due }: Parcel,
    { receipt, payer }: TakenWords,
  ): Promise<string> {
    if (!receipt || !payer) throw new Refused('bad_input', { field: receipt ? 'taken.payer' : 'taken.receipt' })
    const { paymentId } = await payment.takeReceipt({ asked, deliveryId, receipt, payer, due })
    return paymentId
  },
})
