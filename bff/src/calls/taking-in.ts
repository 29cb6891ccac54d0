import type { ApiInputs } from '@tuma/contracts/api'
import type { ToApprove } from '@tuma/contracts/services'
import { isRefusal } from '@tuma/platform/event-sourcing'
import type { Dependencies } from '../dependencies.ts'
import { askedAnswer, withSecondPerson } from '../door/second-person.ts'
import { getDrawer, toHandOver } from './cash.ts'
import { getParcels } from './parcels-of.ts'
import { getNames } from './party-names.ts'

/** What is missing from the drawer, for another admin to approve. The payee is its agent, who would gain by it. */
const shortage = (
  { id: agentId, amount, rest, inDrawer, reason }: NonNullable<ApiInputs['books']['takeIn']>,
  name: string | null,
): ToApprove => ({
  ...{ kind: 'take_in', subject: agentId, beneficiary: agentId },
  about: [String(amount), rest, String(inDrawer)],
  cents: rest === 'missing' ? Math.max(0, inDrawer - 100 * amount) : 0,
  shown: { name, phone: null, words: reason },
})

/** Cash that the office takes out of a drawer itself, also from an agent who is gone. */
export const takingIn = ({ asBuilt, services, toCommandContext, settings }: Dependencies) => {
  const { identity, revenue, delivery } = services
  return {
    drawer: asBuilt.books.drawer.handler(async ({ input: { id: agentId } }) => {
      const row = await revenue.drawer({ agentId })
      const nameOf = await getNames(services, [agentId])
      const getParcel = await getParcels(delivery, row.parcels.map(({ deliveryId }) => deliveryId).slice(0, 500))
      return { _id: agentId, name: nameOf(agentId), ...getDrawer(row, getParcel) }
    }),
    takeIn: asBuilt.books.takeIn.handler(async ({ input, context }) => {
      const { id: agentId, amount, rest, inDrawer, reason } = input
      const command = toCommandContext(context, input)
      const counted = { agentId, counted: 100 * amount, rest, inDrawer, reason }
      const aloneUpTo = 100 * settings.SECOND_ADMIN_ABOVE
      const takeIn = (approval: { by: string | null } | null) =>
        revenue.takeIn({ asked: command, ...counted, aloneUpTo, approval: approval && { by: approval.by } })
      const nameOf = await getNames(services, [agentId])
      // Only revenue knows the other shortages, in all drawers and of earlier days.
      const row = await takeIn(null).catch((error) => {
        if (!isRefusal(error) || error.code !== 'approval_needed') throw error
        return withSecondPerson(identity, command, shortage(input, nameOf(agentId)), takeIn)
      })
      return { agentId, name: nameOf(agentId), ...toHandOver(row) }
    }),
    askTakeIn: asBuilt.books.askTakeIn.handler(async ({ input, context }) => {
      const nameOf = await getNames(services, [input.id])
      const what = shortage(input, nameOf(input.id))
      return askedAnswer(await identity.askApproval({ asked: toCommandContext(context, input), what }))
    }),
  }
}
