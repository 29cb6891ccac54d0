import type { Asked, ToApprove } from '@tuma/contracts/services'
import { Refused } from '@tuma/contracts/vocabulary'
import type { Where } from '@tuma/platform/ports'
import { toldOf } from './approvals.ts'
import { assertByAdmin, type Dependencies, identity, metadataOf } from './dependencies.ts'
import { type Approval, approvalLastsMs, approvalStream, firstOf, stateAt } from './domain/approval.ts'
import { later } from './domain/instant.ts'
import { type Approver, whyNotSecond } from './domain/second-admin.ts'
import { liftingSecondFactor, makingAdmin } from './needing-approval.ts'
import { adminWhoAsks, giveBack, takeApproval } from './second-admins.ts'

/** As far as rows are counted. */
const maxCounted = 1000

/** Requests for a second admin, and who gives them. */
export const approvalHandlers = (dependencies: Dependencies) => ({
  ...asking(dependencies),
  ...deciding(dependencies),
  ...using(dependencies),
})

const asking = (dependencies: Dependencies) => ({
  askApproval: identity.askApproval.handler(({ input: { asked, what } }) => ask(dependencies, asked, what)),

  askApprovalForAccount: identity.askApprovalForAccount.handler(async ({ input: { asked, kind, accountId } }) => {
    assertByAdmin(asked)
    const account = await dependencies.accountOf(accountId)
    if (!account || account.deleted) throw new Refused('not_found')
    const isDone = kind === 'make_admin' ? account.role === 'admin' : account.secondFactor === null
    if (isDone) throw new Refused('stale')
    const what = kind === 'make_admin' ? makingAdmin(account) : liftingSecondFactor(account)
    return ask(dependencies, asked, what)
  }),

  approvals: identity.approvals.handler(async ({ input: { viewer, waiting, limit, cursor } }) => {
    const { approvals, admins, now } = dependencies
    const at = now()
    const where: Where = waiting ? { state: 'asked' } : {}
    const within = waiting ? { between: { from: later(at, -approvalLastsMs) } } : {}
    const [page, { count: total, more }, { admins: all }] = await Promise.all([
      approvals.rows.find({ where, ...within, limit, after: cursor }),
      approvals.rows.countUpTo(maxCounted, where, within),
      admins.all(),
    ])
    const found = await Promise.all(page.documents.map(({ approvalId }) => approvals.read(approvalId)))
    const who = all.find(({ accountId }) => accountId === viewer)
    const rows = found.flatMap((one) => (one ? [{ ...toldOf(one, at), mayNot: mayNot(one, who, at) }] : []))
    return { rows, next: page.next, total, more }
  }),
})

const deciding = (dependencies: Dependencies) => ({
  approve: identity.approve.handler(async ({ input: { asked, approvalId } }) => {
    const by = adminWhoAsks(asked)
    const { admins } = await dependencies.admins.all()
    const approver = admins.find(({ accountId }) => accountId === by)
    if (!approver) throw new Refused('not_allowed')
    const metadata = metadataOf(asked, dependencies)
    const command = { type: 'Approve', approver, at: metadata.at } as const
    const { state } = await dependencies.approvals.handle(approvalStream(approvalId), command, metadata)
    return { approval: toldOf(existing(state), metadata.at) }
  }),

  decline: identity.decline.handler(async ({ input: { asked, approvalId, reason } }) => {
    const by = adminWhoAsks(asked)
    const metadata = metadataOf(asked, dependencies)
    const command = { type: 'DeclineApproval', by, reason, at: metadata.at } as const
    const { state } = await dependencies.approvals.handle(approvalStream(approvalId), command, metadata)
    return { approval: toldOf(existing(state), metadata.at) }
  }),
})

const using = (dependencies: Dependencies) => ({
  useApproval: identity.useApproval.handler(async ({ input: { asked, what } }) => {
    const used = await takeApproval(dependencies, asked, what)
    // The phone must not outlast its erasure.
    if (used && what.kind === 'erase_phone') await dependencies.approvals.hide(used.approvalId)
    return used
  }),

  returnApproval: identity.returnApproval.handler(async ({ input: { asked, approvalId } }) => {
    adminWhoAsks(asked)
    await giveBack(dependencies, asked, approvalId)
    return {}
  }),

  approvedBy: identity.approvedBy.handler(async ({ input: { asked, what } }) => {
    const by = adminWhoAsks(asked)
    const { approvals, now } = dependencies
    const at = now()
    const requests = await approvals.requestsFor(by, what, at)
    const open = requests.filter((one) => ['asked', 'given'].includes(stateAt(one, at)))
    const [given] = open.flatMap(({ approvalId, progress }) =>
      progress.state === 'given' ? [{ approvalId, by: progress.by }] : [],
    )
    const { approvers, alone } = await approvals.approvers(by, what, at)
    const approvalId = given?.approvalId ?? open[0]?.approvalId ?? null
    return { by: given?.by ?? null, alone: given === undefined && alone, approvalId, approvers }
  }),
})

const ask = async (dependencies: Dependencies, asked: Asked, what: ToApprove) => {
  const by = adminWhoAsks(asked)
  const metadata = metadataOf(asked, dependencies)
  const one = await dependencies.approvals.ask(by, what, metadata)
  const { approvers } = await dependencies.approvals.approvers(by, what, metadata.at)
  return { approval: toldOf(one, metadata.at), approvers }
}

const existing = (state: Approval | null): Approval => {
  if (!state) throw new Refused('not_found')
  return state
}

const mayNot = (one: Approval, who: Approver | undefined, at: string) => {
  if (!who || stateAt(one, at) !== 'asked') return null
  const refused = whyNotSecond(firstOf(one), who, at)
  return refused && { code: refused.code, day: (refused.details?.day as string | undefined) ?? null }
}
