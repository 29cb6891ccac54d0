import type { Action } from './actions.ts'
import { count, type HistoryRun } from './history-run.ts'
import { admins, agent, colleague, type Person } from './people.ts'

const readInDrawer = async ({ services }: HistoryRun, { id: agentId }: Person): Promise<number> =>
  (await services.revenue.drawer({ agentId })).cents

/** All cash of one drawer goes to the office, and an admin counts it. */
const emptyDrawer = async (run: HistoryRun, holder: Person, { by }: Action['count']): Promise<void> => {
  const { revenue, asked } = run.services
  const declared = await readInDrawer(run, holder)
  if (declared === 0) return
  const about = { agentId: holder.id, declared, rest: 'missing' as const }
  const { handOverId } = await revenue.handOverCash({ asked: asked(holder, 'agent'), ...about })
  const counted = { agentId: holder.id, handOverId, counted: declared, reason: null }
  await revenue.receiveCash({ asked: asked(admins[by], 'admin'), ...counted })
}

/** The agent and the colleague hand over all cash, and an admin counts it. */
export const countCash = async (run: HistoryRun, action: Action['count']): Promise<void> => {
  await run.services.settle()
  const waiting = run.ledger.parcels.filter(({ how, isCounted }) => how === 'cash' && !isCounted)
  if (waiting.length === 0) return
  for (const holder of [agent, colleague]) await emptyDrawer(run, holder, action)
  for (const parcel of waiting) parcel.isCounted = true
}

/** The agent gives all cash to the colleague, who counts a part of it; the rest stays where it is. */
export const passCash = async (run: HistoryRun, { share }: Action['pass']): Promise<void> => {
  const { services } = run
  await services.settle()
  const cents = await readInDrawer(run, agent)
  if (cents === 0) return
  const offer = { agentId: agent.id, to: colleague.id, cents }
  const { offerId } = await services.revenue.offerCash({ asked: services.asked(agent, 'agent'), ...offer })
  await services.settle()
  const counted = { agentId: colleague.id, offerId, counted: Math.max(1, Math.floor((cents * share) / 100)) }
  await services.revenue.passOn({ asked: services.asked(colleague, 'agent'), ...counted })
  count(run, 'cash passed on')
}
