import { eatDayOf, owedToAccount } from '@tuma/contracts/vocabulary'
import type { Dependencies, Services } from '../dependencies.ts'
import { type CallContext, userOf } from '../door/policy.ts'
import { csvOf, eatTime } from './csv.ts'
import { parcelsOf } from './parcels-of.ts'
import { answerRows, pageOf } from './rows.ts'

type OwedParcel = Awaited<ReturnType<Services['revenue']['owedParcels']>>['rows'][number]
type Row = OwedParcel & { readonly trackingId: string }

/** What Tuma holds for a sender. */
export const moneyCalls = ({ asBuilt, api, services, surroundings }: Dependencies) => {
  const { revenue, delivery } = services
  const heldFor = (context: CallContext) => owedToAccount(userOf(context)._id)
  const namesOf = (rows: readonly { readonly deliveryId: string }[]) =>
    parcelsOf(
      delivery,
      rows.map(({ deliveryId }) => deliveryId),
    )

  return {
    held: asBuilt.money.held.handler(async ({ context }) => {
      const { cents, ready } = await revenue.owed({ owedTo: heldFor(context) })
      return { cents, ready }
    }),
    parcels: asBuilt.money.parcels.handler(async ({ input, context }) => {
      const page = await revenue.owedParcels({ owedTo: heldFor(context), ...pageOf(input) })
      const parcelOf = await namesOf(page.rows)
      return answerRows(context, page).map(({ deliveryId, cents, how, state, at }) => ({
        ...{ _id: deliveryId, cents, how, state, at },
        ...parcelOf(deliveryId),
      }))
    }),
    payouts: asBuilt.money.payouts.handler(async ({ input, context }) => {
      const page = await revenue.payouts({ owedTo: heldFor(context), ...pageOf(input) })
      return answerRows(context, page).map(({ payoutId: _id, cents, reference, parcels, at }) => ({
        ...{ _id, cents, reference, parcels, at },
      }))
    }),
    csv: api.money.csv.handler(({ context }) =>
      csvOf<Row>(
        context,
        `money_${eatDayOf(surroundings.now())}.csv`,
        {
          Taken: ({ at }) => eatTime(at),
          Parcel: ({ trackingId }) => trackingId,
          How: ({ how }) => how,
          State: ({ state }) => state,
          Ksh: ({ cents }) => cents / 100,
        },
        async (at) => {
          const page = await revenue.owedParcels({ owedTo: heldFor(context), ...at })
          const parcelOf = await namesOf(page.rows)
          const rows = page.rows.map((row) => ({
            ...row,
            trackingId: parcelOf(row.deliveryId).parcel?.trackingId ?? '',
          }))
          return { ...page, rows }
        },
      ),
    ),
  }
}
