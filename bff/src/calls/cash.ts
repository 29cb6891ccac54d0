import type { CashDrawer, CashHandOver } from '@tuma/contracts/api'
import type { DrawerRecord, HandOverRecord } from '@tuma/contracts/services'
import type { Dependencies } from '../dependencies.ts'
import { userOf } from '../door/policy.ts'
import { parcelsOf } from './parcels-of.ts'
import { answerRows, pageOf } from './rows.ts'

/** What an agent has taken and hands over. */
export const cashCalls = ({ asBuilt, services: { revenue, delivery }, asked }: Dependencies) => ({
  drawer: asBuilt.cash.drawer.handler(async ({ context }) => {
    const drawer = await revenue.drawer({ agentId: userOf(context)._id })
    return drawerOf(
      drawer,
      await parcelsOf(
        delivery,
        drawer.parcels.map(({ deliveryId }) => deliveryId),
      ),
    )
  }),
  handOvers: asBuilt.cash.handOvers.handler(async ({ input, context }) => {
    const agentId = userOf(context)._id
    return answerRows(context, await revenue.handOvers({ agentId, waiting: false, ...pageOf(input) })).map(handOverOf)
  }),
  handOver: asBuilt.cash.handOver.handler(async ({ input, context }) => {
    const { amount, rest = 'stays', inDrawer } = input
    const declared = { agentId: userOf(context)._id, declared: 100 * amount, rest, inDrawer }
    return handOverOf(await revenue.handOverCash({ asked: asked(context, input), ...declared }))
  }),
})

export type ParcelOf = Awaited<ReturnType<typeof parcelsOf>>

export const drawerOf = ({ cents, awaiting, since, parcels }: DrawerRecord, parcelOf: ParcelOf): CashDrawer => ({
  ...{ cents, awaiting, since },
  parcels: parcels.map((one) => ({
    ...{ cents: one.cents, awaiting: one.awaiting, at: one.at },
    ...parcelOf(one.deliveryId),
  })),
})

export const handOverOf = (row: HandOverRecord): CashHandOver => ({
  _id: row.handOverId,
  declared: row.declared,
  cents: row.cents,
  counted: row.counted,
  parcels: row.parcels.length,
  byOffice: row.byOffice || undefined,
  at: row.at,
  receivedAt: row.receivedAt,
  reason: row.reason,
})
