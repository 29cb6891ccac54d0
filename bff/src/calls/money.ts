import type { OwnPayTo } from '@tuma/contracts/api'
import { daysOfMonth, getEatDay, monthsBetween, owedToAccount } from '@tuma/contracts/vocabulary'
import type { Dependencies, Services } from '../dependencies.ts'
import { type CallContext, toUser } from '../door/policy.ts'
import { answerRows, getPage } from './rows.ts'
import { type OwnParcel, readOwnParcels } from './statement-rows.ts'
import { storedPhone } from './stored-phone.ts'
import { unlessAway } from './unless-away.ts'

type PayTo = NonNullable<Awaited<ReturnType<Services['revenue']['payTo']>>>

export const ownPayTo = ({ name, phone, changedAt, payableFrom }: PayTo): OwnPayTo => ({
  ...{ name, phone, changedAt: changedAt ?? undefined, payableFrom: payableFrom ?? undefined },
})

/** A deleted parcel is null. */
const aboutParcel = (one: OwnParcel | undefined) => {
  if (!one) return { parcel: null }
  const { deliveryId: id, trackingId, deliveryType, receiver, productPrice, deliveryFee } = one
  return { parcel: { id, trackingId, deliveryType }, receiver, product: productPrice, fee: deliveryFee }
}

const daysIn = (month: string | undefined) => (month === undefined ? {} : daysOfMonth(month))

/** What Tuma holds for a sender. */
export const moneyCalls = ({ asBuilt, services, toCommandContext, environment }: Dependencies) => {
  const { identity, revenue, delivery } = services
  const heldFor = (context: CallContext) => owedToAccount(toUser(context)._id)
  return {
    held: asBuilt.money.held.handler(async ({ context }) => {
      const { cents, ready } = await revenue.owed({ owedTo: heldFor(context) })
      // The sum is useful while identity is away, too.
      const payTo = await unlessAway(revenue.payTo({ accountId: toUser(context)._id }))
      return { cents, ready, payTo: payTo && ownPayTo(payTo) }
    }),
    months: asBuilt.money.months.handler(async ({ context }) => {
      const { firstAt } = await revenue.owed({ owedTo: heldFor(context) })
      const now = environment.now()
      return monthsBetween(getEatDay(firstAt ?? now), getEatDay(now))
    }),
    setPayTo: asBuilt.money.setPayTo.handler(async ({ input: { phone, password }, context }) => {
      const accountId = toUser(context)._id
      const { user } = await identity.confirmPassword({ accountId, password })
      const number = { accountId, name: user.name, phone: storedPhone(phone) }
      // The password is not part of the request's identity: it must not decide whether a request is a repeat.
      return ownPayTo(await revenue.setPayTo({ asked: toCommandContext(context, number), ...number }))
    }),
    parcels: asBuilt.money.parcels.handler(async ({ input: { month, ...paging }, context }) => {
      const page = await revenue.owedParcels({ owedTo: heldFor(context), ...daysIn(month), ...getPage(paging) })
      const parcels = await readOwnParcels(delivery, toUser(context)._id, page.rows)
      return answerRows(context, page).map(({ deliveryId, cents, how, state, at, paidOut }) => ({
        ...{ _id: deliveryId, cents, how, state, at, paidOut: paidOut ?? undefined },
        ...(parcels && aboutParcel(parcels.get(deliveryId))),
      }))
    }),
    payouts: asBuilt.money.payouts.handler(async ({ input: { month, ...paging }, context }) => {
      const page = await revenue.payouts({ owedTo: heldFor(context), ...daysIn(month), ...getPage(paging) })
      return answerRows(context, page).map(({ payoutId: _id, cents, reference, parcels, at }) => ({
        ...{ _id, cents, reference, parcels, at },
      }))
    }),
  }
}
