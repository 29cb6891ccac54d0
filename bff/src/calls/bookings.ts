import type { Booking } from '@tuma/contracts/api'
import type { BookingRecord } from '@tuma/contracts/services'
import {
  displayPhone,
  getEatDay,
  type PromptRefusal,
  promptRefusals,
  type RefusalCode,
  Refused,
  refusals,
} from '@tuma/contracts/vocabulary'
import type { Dependencies } from '../dependencies.ts'
import type { CallContext } from '../door/policy.ts'
import { toShop } from './agent-lists.ts'
import { storedPhone } from './stored-phone.ts'
import { toDelivery } from './tracked.ts'

type Services = Dependencies['services']
export type PayByMpesa =
  | { readonly how: 'prompt'; readonly phone?: string | undefined }
  | { readonly how: 'till'; readonly receipt: string; readonly payer: string }

/** Parcels at the counter of the agent's own shop that wait for M-Pesa. */
export const bookingCalls = ({ asBuilt, api, services, toCommandContext, environment }: Dependencies) => {
  const { delivery } = services
  const answer = bookingAnswers(services)
  /** @throws Refused not_found */
  const readOwn = async (context: CallContext, bookingId: string): Promise<BookingRecord> => {
    const shop = toShop(context)
    const found = shop && (await delivery.bookingAt({ shop, bookingId }))
    if (!found) throw new Refused('not_found')
    return found
  }
  return {
    list: api.bookings.list.handler(async ({ context }) => {
      const shop = toShop(context)
      if (shop === null) return []
      const found = await delivery.bookingsOfShop({ shop, day: getEatDay(environment.now()) })
      return found.map(toBooking)
    }),
    get: api.bookings.get.handler(async ({ input, context }) => toBooking(await readOwn(context, input.id))),
    change: asBuilt.bookings.change.handler(async ({ input, context }) => {
      const { id: bookingId, pay } = input
      const command = { asked: toCommandContext(context, input), bookingId }
      if (pay === undefined) return { status: 200, body: toBooking(await delivery.cancelBooking(command)) }
      if (pay.how === 'cash') return answer(context, await delivery.bookForCash(command))
      return answer(context, await delivery.payBooking({ ...command, pay: toPay(pay) }))
    }),
  }
}

/** How the money comes, as delivery asks for it. */
export const toPay = (pay: PayByMpesa) =>
  pay.how === 'prompt'
    ? { how: pay.how, phone: pay.phone === undefined ? null : storedPhone(pay.phone), receipt: null, payer: null }
    : { how: pay.how, phone: null, receipt: pay.receipt, payer: pay.payer }

/** 201 with the parcel once it is booked, else 202 with what to wait for. */
export const bookingAnswers =
  ({ delivery }: Pick<Services, 'delivery'>) =>
  async ({ caller: { actor } }: CallContext, { bookingId, parcel, asked }: BookingRecord) => {
    const found = parcel && (await delivery.get({ viewer: actor, deliveryId: parcel.id }))
    return found
      ? { status: 201 as const, body: toDelivery(found) }
      : { status: 202 as const, body: { bookingId, promptId: asked?.promptId ?? null } }
  }

const toBooking = ({ sender, receiver, asked, failedBy, ...booking }: BookingRecord): Booking => ({
  ...booking,
  sender: toPerson(sender),
  receiver: toPerson(receiver),
  asked: asked && toAsked(asked),
  ...(failedBy === null ? {} : { failed: { code: failedBy, message: toSentence(failedBy) } }),
})

const toPerson = (person: BookingRecord['sender']): Booking['sender'] =>
  person && { name: person.name, phone: displayPhone(person.phone) }

const toAsked = ({ code, phone, ...asked }: NonNullable<BookingRecord['asked']>): Booking['asked'] => ({
  ...asked,
  phone: phone === null ? null : displayPhone(phone),
  ...(code === null ? {} : { code, message: toSentence(code) }),
})

/** For the reasons of M-Pesa and for our own. */
export const toSentence = (code: string): string =>
  promptRefusals[code as PromptRefusal] ?? refusals[code as RefusalCode]?.message ?? promptRefusals.other
