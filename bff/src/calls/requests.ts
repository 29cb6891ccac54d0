import type { ApiInputs } from '@tuma/contracts/api'
import type { DeliveryClient } from '@tuma/contracts/services'
import { getContents, type HeldMessages } from '@tuma/contracts/vocabulary'
import type { Dependencies } from '../dependencies.ts'
import type { Limits } from '../door/limits.ts'
import type { CallContext } from '../door/policy.ts'
import { storedPhone } from './stored-phone.ts'

type Requested = Awaited<ReturnType<DeliveryClient['requestDukani']>>

/** The forms send either spelling of a field; services know one. */
export const requestCalls = (dependencies: Dependencies) => {
  const { api, services, toCommandContext, cookies, limits, environment } = dependencies
  const { delivery, payment } = services
  const counted = countedBy(limits)

  /** A payer with a proven payment never has to wait; a caller who only claims one does. @throws too_many */
  const assertWithin = async ({ beyond, caller }: CallContext, reference: string | undefined, senderName: string) => {
    if (beyond === null) return
    const paid = reference ? await payment.find({ actor: caller.actor, reference, senderName }) : null
    if (!paid) throw beyond
  }

  const accepted = (context: CallContext, message: string, requested: Requested) => {
    const { deliveryId, trackingId, totalAmount, repeated, smsAtHandIn } = requested
    // Another person of the same network may know the key and the form, so only a caller with a name gets the cookie
    // again.
    if (!repeated || isNamed(context)) cookies.openReceipt(context, trackingId, environment.now())
    return { message, trackingId, _id: deliveryId, totalAmount, ...(smsAtHandIn ? { smsAtHandIn } : {}) }
  }

  return {
    doorstep: api.requests.doorstep.handler(async ({ input, context }) => {
      const sender = getSender(input.sender)
      const receiver = { ...input.receiver, phone: storedPhone(input.receiver.phone) }
      const isPaid = input.paymentMethod === 'payNow'
      const paidReference = isPaid ? input.paymentReferenceId : undefined
      await assertWithin(context, paidReference, sender.name)
      const phones = { sender: sender.phone, receiver: receiver.phone }
      const requested = await counted(context, isPaid, phones, (held) =>
        delivery.requestDoorstep({
          asked: toCommandContext(context, input),
          sender,
          receiver,
          ...getContents(input),
          tier: input.deliveryType ?? null,
          deliveryFee: input.deliveryFee ?? null,
          productPrice: isPaid ? 0 : (input.productPrice ?? 0),
          held,
          paymentMethod: input.paymentMethod,
          paymentReference: input.paymentReferenceId ?? '',
        }),
      )
      return accepted(context, 'Delivery request submitted successfully!', requested)
    }),

    dukani: api.requests.dukani.handler(async ({ input, context }) => {
      const { phone, phoneNumber, ...receiver } = input.receiver
      await assertWithin(context, input.paymentReferenceId, input.sender.name)
      const sender = getSender(input.sender)
      const receiverPhone = storedPhone(phone ?? phoneNumber)
      const requested = await counted(context, true, { sender: sender.phone, receiver: receiverPhone }, (held) =>
        delivery.requestDukani({
          asked: toCommandContext(context, input),
          sender,
          receiver: { ...receiver, phone: receiverPhone },
          ...getContents(input),
          deliveryFee: input.deliveryFee ?? null,
          held,
          paymentReference: input.paymentReferenceId ?? '',
        }),
      )
      return accepted(context, 'Parcel Dukani delivery request submitted successfully!', requested)
    }),
  }
}

/** A caller with an account or a visitor's cookie, by which commands are told apart. */
const isNamed = ({ caller: { actor } }: CallContext): boolean => actor.kind !== 'visitor' || actor.visitorId !== null

/** Gives the count back where the request fails. @throws too_many */
const countedBy =
  (limits: Limits) =>
  async (
    { caller: { user }, address }: CallContext,
    isPaid: boolean,
    phones: { readonly sender: string; readonly receiver: string },
    request: (held: HeldMessages | undefined) => Promise<Requested>,
  ): Promise<Requested> => {
    const { held, giveBack } = await limits.request({ user, address, isPaid, ...phones })
    return request(held ?? undefined).catch(async (error) => {
      await giveBack()
      throw error
    })
  }

type Sender = ApiInputs['requests']['dukani']['sender']

export const getSender = ({ name, phone, phoneNumber, location, fromLocation, dropoffAgent }: Sender) => ({
  name,
  phone: storedPhone(phone ?? phoneNumber),
  location: location ?? fromLocation ?? '',
  dropoffAgent,
})
