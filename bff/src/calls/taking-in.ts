import type { Dependencies } from '../dependencies.ts'
import { drawerOf, handOverOf } from './cash.ts'
import { parcelsOf } from './parcels-of.ts'
import { namesOf } from './party-names.ts'

/** Cash that the office takes out of a drawer itself, also of an agent who is gone. */
export const takingIn = ({ asBuilt, services, asked }: Dependencies) => {
  const { revenue, delivery } = services
  return {
    drawer: asBuilt.books.drawer.handler(async ({ input: { id: agentId } }) => {
      const row = await revenue.drawer({ agentId })
      const nameOf = await namesOf(services, [agentId])
      const parcelOf = await parcelsOf(delivery, row.parcels.map(({ deliveryId }) => deliveryId).slice(0, 500))
      return { _id: agentId, name: nameOf(agentId), ...drawerOf(row, parcelOf) }
    }),
    takeIn: asBuilt.books.takeIn.handler(async ({ input, context }) => {
      const { id: agentId, amount, rest, inDrawer, reason } = input
      const taken = { agentId, counted: 100 * amount, rest, inDrawer, reason }
      const row = await revenue.takeIn({ asked: asked(context, input), ...taken })
      const nameOf = await namesOf(services, [agentId])
      return { agentId, name: nameOf(agentId), ...handOverOf(row) }
    }),
  }
}
