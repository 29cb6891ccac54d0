import { createHmac } from 'node:crypto'
import type { ApiInputs } from '@tuma/contracts/api'
import { missLimit } from '@tuma/platform/runtime'
import type { Dependencies } from '../dependencies.ts'
import type { CallContext } from '../door/policy.ts'
import { storedPhone } from './stored-phone.ts'

const day = 24 * 60 * 60_000
const visitorRequestsUsually = 3

type Requested = { deliveryId: string; trackingId: string; totalAmount: number }

/** The forms send either spelling of a field; services know one. */
export const requestCalls = (dependencies: Dependencies) => {
  const { api, services, asked, cookies, surroundings } = dependencies
  const { delivery } = services
  const free = freeRequests(dependencies)

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
      const limit = costsNothing ? free(context, [sender.phone, receiver.phone]) : null
      await limit?.assertOpen()
      const requested = await delivery.requestDoorstep({
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
      await limit?.missed()
      return accepted(context, 'Delivery request submitted successfully!', requested)
    }),

    dukani: api.requests.dukani.handler(async ({ input, context }) => {
      const { phone, phoneNumber, ...receiver } = input.receiver
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

/** What costs nothing and has us send SMS to any phone is not to be had without end. */
const freeRequests = ({ cache, settings }: Dependencies) => {
  const { VISITOR_REQUESTS_PER_DAY, demonstration, secret } = settings
  const most = VISITOR_REQUESTS_PER_DAY ?? (demonstration ? Number.POSITIVE_INFINITY : visitorRequestsUsually)
  const limit = missLimit(cache, { name: 'free requests', most, windowMs: day })
  const keyOf = (counted: string) => createHmac('sha256', secret).update(`free request ${counted}`).digest('base64url')

  return ({ address }: CallContext, phones: readonly string[]) => {
    const keys = [...new Set([address, ...phones])].map(keyOf)
    return {
      assertOpen: () => Promise.all(keys.map(limit.assertOpen)),
      missed: () => Promise.all(keys.map(limit.missed)),
    }
  }
}

type Sender = ApiInputs['requests']['dukani']['sender']

const senderOf = ({ name, phone, phoneNumber, location, fromLocation, dropoffAgent }: Sender) => ({
  name,
  phone: storedPhone(phone ?? phoneNumber),
  location: location ?? fromLocation ?? '',
  dropoffAgent,
})
