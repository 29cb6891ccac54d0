import type { OwnPayTo } from '@tuma/contracts/api'
import { getEatDay, owedToAccount } from '@tuma/contracts/vocabulary'
import type { Dependencies, Services } from '../dependencies.ts'
import { type CallContext, toUser } from '../door/policy.ts'
import { buildCsv, eatTime } from './csv.ts'
import { answerRows, getPage } from './rows.ts'
import { storedPhone } from './stored-phone.ts'
import { unlessAway } from './unless-away.ts'

type PayTo = NonNullable<Awaited<ReturnType<Services['revenue']['payTo']>>>
type OwedParcel = Awaited<ReturnType<Services['revenue']['owedParcels']>>['rows'][number]
type Row = OwedParcel & { readonly of: StatementOf | undefined }
type StatementOf = Awaited<ReturnType<Services['delivery']['ofStatement']>>[number]

export const ownPayTo = ({ name, phone, changedAt, payableFrom }: PayTo): OwnPayTo => ({
  ...{ name, phone, changedAt: changedAt ?? undefined, payableFrom: payableFrom ?? undefined },
})

/** A deleted parcel is null. */
const aboutParcel = (one: StatementOf | undefined) => {
  if (!one) return { parcel: null }
  const { deliveryId: id, trackingId, deliveryType, receiver, productPrice, deliveryFee } = one
  return { parcel: { id, trackingId, deliveryType }, receiver, product: productPrice, fee: deliveryFee }
}

/** What Tuma holds for a sender. */
export const moneyCalls = ({ asBuilt, api, services, toCommandContext, environment }: Dependencies) => {
  const { identity, revenue, delivery } = services
  const heldFor = (context: CallContext) => owedToAccount(toUser(context)._id)
  /** By id; null while delivery is away. */
  const findParcels = async (context: CallContext, rows: readonly OwedParcel[]) => {
    const deliveryIds = rows.map(({ deliveryId }) => deliveryId)
    if (deliveryIds.length === 0) return new Map<string, StatementOf>()
    const found = await unlessAway(delivery.ofStatement({ ownerId: toUser(context)._id, deliveryIds }))
    return found && new Map(found.map((one) => [one.deliveryId, one]))
  }

  return {
    held: asBuilt.money.held.handler(async ({ context }) => {
      const { cents, ready } = await revenue.owed({ owedTo: heldFor(context) })
      // The sum is useful while identity is away, too.
      const payTo = await unlessAway(revenue.payTo({ accountId: toUser(context)._id }))
      return { cents, ready, payTo: payTo && ownPayTo(payTo) }
    }),
    setPayTo: asBuilt.money.setPayTo.handler(async ({ input: { phone, password }, context }) => {
      const accountId = toUser(context)._id
      const { user } = await identity.confirmPassword({ accountId, password })
      const number = { accountId, name: user.name, phone: storedPhone(phone) }
      // The password is not part of the request's identity: it must not decide whether a request is a repeat.
      return ownPayTo(await revenue.setPayTo({ asked: toCommandContext(context, number), ...number }))
    }),
    parcels: asBuilt.money.parcels.handler(async ({ input, context }) => {
      const page = await revenue.owedParcels({ owedTo: heldFor(context), ...getPage(input) })
      const parcels = await findParcels(context, page.rows)
      return answerRows(context, page).map(({ deliveryId, cents, how, state, at, paidOut }) => ({
        ...{ _id: deliveryId, cents, how, state, at, paidOut: paidOut ?? undefined },
        ...(parcels && aboutParcel(parcels.get(deliveryId))),
      }))
    }),
    payouts: asBuilt.money.payouts.handler(async ({ input, context }) => {
      const page = await revenue.payouts({ owedTo: heldFor(context), ...getPage(input) })
      return answerRows(context, page).map(({ payoutId: _id, cents, reference, parcels, at }) => ({
        ...{ _id, cents, reference, parcels, at },
      }))
    }),
    csv: api.money.csv.handler(({ context }) =>
      buildCsv<Row>(
        context,
        `money_${getEatDay(environment.now())}.csv`,
        {
          Received: ({ at }) => eatTime(at),
          Parcel: ({ of }) => of?.trackingId ?? '',
          'Paid with': ({ how }) => how,
          State: ({ state }) => state,
          Ksh: ({ cents }) => cents / 100,
          Receiver: ({ of }) => of?.receiver ?? '',
          Product: ({ of }) => of?.productPrice ?? '',
          Fee: ({ of }) => of?.deliveryFee ?? '',
          'Paid on': ({ paidOut }) => (paidOut ? eatTime(paidOut.at) : ''),
          'Receipt number': ({ paidOut }) => paidOut?.reference ?? '',
        },
        async (at) => {
          const page = await revenue.owedParcels({ owedTo: heldFor(context), ...at })
          const parcels = await findParcels(context, page.rows)
          return { ...page, rows: page.rows.map((row) => ({ ...row, of: parcels?.get(row.deliveryId) })) }
        },
      ),
    ),
  }
}
