import type { CashDrawer, CashHandOver } from '@tuma/contracts/api'
import type { DrawerRecord, HandOverRecord } from '@tuma/contracts/services'
import type { Dependencies } from '../dependencies.ts'
import { toUser } from '../door/policy.ts'
import { cashOfferCalls } from './cash-offers.ts'
import { getParcels } from './parcels-of.ts'
import { payInCalls } from './pay-ins.ts'
import { answerRows, getPage } from './rows.ts'

/** The cash that an agent has taken, its hand-overs, what goes to and comes from colleagues, and what is paid in. */
export const cashCalls = (deps: Dependencies) => ({
  ...ownCash(deps),
  ...cashOfferCalls(deps),
  ...payInCalls(deps),
})

const ownCash = ({ asBuilt, services: { revenue, delivery }, toCommandContext }: Dependencies) => ({
  drawer: asBuilt.cash.drawer.handler(async ({ context }) => {
    const drawer = await revenue.drawer({ agentId: toUser(context)._id })
    return getDrawer(
      drawer,
      await getParcels(
        delivery,
        drawer.parcels.map(({ deliveryId }) => deliveryId),
      ),
    )
  }),
  handOvers: asBuilt.cash.handOvers.handler(async ({ input, context }) => {
    const agentId = toUser(context)._id
    return answerRows(context, await revenue.handOvers({ agentId, waiting: false, ...getPage(input) })).map(toHandOver)
  }),
  handOver: asBuilt.cash.handOver.handler(async ({ input, context }) => {
    const { amount, rest = 'stays', inDrawer } = input
    const declared = { agentId: toUser(context)._id, declared: 100 * amount, rest, inDrawer }
    return toHandOver(await revenue.handOverCash({ asked: toCommandContext(context, input), ...declared }))
  }),
})

export type ParcelOf = Awaited<ReturnType<typeof getParcels>>

export const getDrawer = (
  { cents, awaiting, since, tooFull, parcels }: DrawerRecord,
  getParcel: ParcelOf,
): CashDrawer => ({
  ...{ cents, awaiting, since, tooFull: tooFull || undefined },
  parcels: parcels.map((one) => ({
    ...{ cents: one.cents, awaiting: one.awaiting, at: one.at },
    ...getParcel(one.deliveryId),
  })),
})

export const toHandOver = (row: HandOverRecord): CashHandOver => ({
  _id: row.handOverId,
  declared: row.declared,
  cents: row.cents,
  counted: row.counted,
  way: row.way,
  parcels: row.parcels.length,
  byOffice: row.byOffice || undefined,
  at: row.at,
  receivedAt: row.receivedAt,
  reversedAt: row.reversedAt,
  reason: row.reason,
})
