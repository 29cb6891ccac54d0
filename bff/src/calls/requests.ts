import type { ApiInputs } from '@tuma/contracts/api'
import type { Dependencies } from '../dependencies.ts'
import type { CallContext } from '../door/policy.ts'
import { storedPhone } from './stored-phone.ts'

type Requested = { deliveryId: string; trackingId: string; totalAmount: number }

/** The forms send either spelling of a field; services know one. */
export const requestCalls = (dependencies: Dependencies) => {
  const { api, services, asked, cookies, limits, surroundings } = dependencies
  const { delivery, payment } = services

  /** Who has paid is never told to wait; who only says so is. @throws too_many */
  const assertWithin = async ({ beyond, caller }: CallContext, reference: string | undefined, senderName: string) => {
    if (beyond === null) return
    const paid = reference ? await payment.find({ actor: caller.actor, reference, senderName }) : null
    if (!paid) throw beyond
  }

  const accepted = async (context: CallContext, message: string, requested: Requested) => {
    const { deliveryId, trackingId, totalAmount } = requested
    await cookies.openReceipt(context, trackingId, surroundings.now())
    return { message, trackingId, _id: deliveryId, totalAmount }
  }

  return {
    doorstep: api.requests.doorstep.handler(async ({ input, context }) => {
      const sender = senderOf(input.sender)
      const receiver = { ...input.receiver, phone: storedPhone(input.receiver.phone) }
      const costsNothing = input.paymentMethod === 'payOnDelivery' && context.caller.user === null
      const paidReference = input.paymentMethod === 'payNow' ? input.paymentReferenceId : undefined
      await assertWithin(context, paidReference, sender.name)
      const phones = [sender.phone, receiver.phone]
      const giveBack = costsNothing ? await limits.visitorRequest(context.address, phones) : null
      const requested = await delivery
        .requestDoorstep({
          asked: asked(context, input),
          sender,
          receiver,
          parcelDescription: input.parcelDescription,
          tier: input.deliveryType ?? null,
          deliveryFee: input.deliveryFee ?? null,
          productPrice: input.productPrice ?? 0,
          paymentMethod: input.paymentMethod,
          paymentReference: input.paymentReferenceId ?? '',
        })
        .catch(async (error) => {
          await giveBack?.()
          throw error
        })
      return accepted(context, 'Delivery request submitted successfully!', requested)
    }),

    dukani: api.requests.dukani.handler(async ({ input, context }) => {
      const { phone, phoneNumber, ...receiver } = input.receiver
      await assertWithin(context, input.paymentReferenceId, input.sender.name)
      const requested = await delivery.requestDukani({
        asked: asked(context, input),
        sender: senderOf(input.sender),
        receiver: { ...receiver, phone: storedPhone(phone ?? phoneNumber) },
        parcelDescription: input.parcelDescription,
        deliveryFee: input.deliveryFee ?? null,
        paymentReference: input.paymentReferenceId ?? '',
      })
      return accepted(context, 'Parcel Dukani delivery request submitted successfully!', requested)
    }),
  }
}

type Sender = ApiInputs['requests']['dukani']['sender']

const senderOf = ({ name, phone, phoneNumber, location, fromLocation, dropoffAgent }: Sender) => ({
  name,
  phone: storedPhone(phone ?? phoneNumber),
  location: location ?? fromLocation ?? '',
  dropoffAgent,
})
