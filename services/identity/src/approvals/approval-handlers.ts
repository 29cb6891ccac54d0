import type { CommandContext, ToApprove } from '@tuma/contracts/services'
import { Refused } from '@tuma/contracts/vocabulary'
import type { Where } from '@tuma/platform/ports'
import { assertByAdmin, buildMetadata, type Dependencies, identity } from '../dependencies.ts'
import { type Approval, approvalLastsMs, approvalStream, stateAt, takeFirst } from '../domain/approval.ts'
import { later } from '../domain/instant.ts'
import { type Approver, whyNotSecond } from '../domain/second-admin.ts'
import { toTold } from './approvals.ts'
import { liftingSecondFactor, makingAdmin } from './needing-approval.ts'
import { adminWhoAsks, giveBack, takeApproval } from './second-admins.ts'

/** Rows are counted up to this number. */
const maxCounted = 1000

/** Requests for a second admin's approval, and the answers to them. */
export const approvalHandlers = (dependencies: Dependencies) => ({
  ...asking(dependencies),
  ...deciding(dependencies),
  ...using(dependencies),
})

const asking = (dependencies: Dependencies) => ({
  askApproval: identity.askApproval.handler(({ input: { asked, what } }) => ask(dependencies, asked, what)),

  askApprovalForAccount: identity.askApprovalForAccount.handler(async ({ input: { asked, kind, accountId } }) => {
    assertByAdmin(asked)
    const account = await dependencies.getAccount(accountId)
    if (!account || account.deleted) throw new Refused('not_found')
    const isDone = kind === 'make_admin' ? account.role === 'admin' : account.secondFactor === null
    if (isDone) throw new Refused('stale')
    const what = kind === 'make_admin' ? makingAdmin(account) : liftingSecondFactor(account)
    return ask(dependencies, asked, what)
  }),

  approvals: identity.approvals.handler(async ({ input: { viewer, only, limit, cursor } }) => {
    const { approvals, admins, now } = dependencies
    const at = now()
    const { where, within } = narrowed(only, viewer, at)
    const [page, { count: total, more }, { admins: all }] = await Promise.all([
      approvals.rows.find({ where, ...within, limit, after: cursor }),
      approvals.rows.countUpTo(maxCounted, where, within),
      admins.all(),
    ])
    const found = await Promise.all(page.documents.map(({ approvalId }) => approvals.read(approvalId)))
    const who = all.find(({ accountId }) => accountId === viewer)
    const isGiven = (one: Approval) => stateAt(one, at) === 'given'
    const rows = found
      .filter((one) => one !== null && (only !== 'approved' || isGiven(one)))
      .flatMap((one) => (one ? [{ ...toTold(one, at), mayNot: mayNot(one, who, at) }] : []))
    // No field says whether an approval has lapsed, so the rows are counted: each admin has few.
    return { rows, next: page.next, total: only === 'approved' ? rows.length : total, more }
  }),

  ownApproval: identity.ownApproval.handler(async ({ input: { viewer, approvalId } }) => {
    const { approvals, now } = dependencies
    const one = await approvals.read(approvalId)
    return one?.by === viewer ? toTold(one, now()) : null
  }),
})

/** An approval must be given within 24 hours of the request, and may be used for 24 hours after that. */
const narrowed = (
  only: 'waiting' | 'approved' | null,
  viewer: string,
  at: string,
): { readonly where: Where; readonly within: { readonly between?: { readonly from: string } } } => {
  if (only === null) return { where: {}, within: {} }
  if (only === 'waiting')
    return { where: { state: 'asked' }, within: { between: { from: later(at, -approvalLastsMs) } } }
  return { where: { by: viewer, state: 'given' }, within: { between: { from: later(at, -2 * approvalLastsMs) } } }
}

const deciding = (dependencies: Dependencies) => ({
  approve: identity.approve.handler(async ({ input: { asked, approvalId } }) => {
    const approver = await approverIn(dependencies, asked)
    const metadata = buildMetadata(asked, dependencies)
    const command = { type: 'Approve', approver, at: metadata.at } as const
    const { state } = await dependencies.approvals.handle(approvalStream(approvalId), command, metadata)
    return { approval: toTold(existing(state), metadata.at) }
  }),

  checkApprover: identity.checkApprover.handler(async ({ input: { asked, first } }) => {
    const approver = await approverIn(dependencies, asked)
    const refused = whyNotSecond(first, approver, buildMetadata(asked, dependencies).at)
    if (refused) throw new Refused(refused.code, refused.details)
    return {}
  }),

  decline: identity.decline.handler(async ({ input: { asked, approvalId, reason } }) => {
    const by = adminWhoAsks(asked)
    const metadata = buildMetadata(asked, dependencies)
    const command = { type: 'DeclineApproval', by, reason, at: metadata.at } as const
    const { state } = await dependencies.approvals.handle(approvalStream(approvalId), command, metadata)
    return { approval: toTold(existing(state), metadata.at) }
  }),
})

/** The admin who asks, as an approver. @throws Refused('not_allowed') */
const approverIn = async ({ admins }: Dependencies, asked: CommandContext): Promise<Approver> => {
  const by = adminWhoAsks(asked)
  const approver = (await admins.all()).admins.find(({ accountId }) => accountId === by)
  if (!approver) throw new Refused('not_allowed')
  return approver
}

const using = (dependencies: Dependencies) => ({
  useApproval: identity.useApproval.handler(async ({ input: { asked, what } }) => {
    const used = await takeApproval(dependencies, asked, what)
    // The approval shows the phone, so it must be hidden once the phone is erased.
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

const ask = async (dependencies: Dependencies, asked: CommandContext, what: ToApprove) => {
  const by = adminWhoAsks(asked)
  const metadata = buildMetadata(asked, dependencies)
  const one = await dependencies.approvals.ask(by, what, metadata)
  const { approvers } = await dependencies.approvals.approvers(by, what, metadata.at)
  return { approval: toTold(one, metadata.at), approvers }
}

const existing = (state: Approval | null): Approval => {
  if (!state) throw new Refused('not_found')
  return state
}

const mayNot = (one: Approval, who: Approver | undefined, at: string) => {
  if (!who || stateAt(one, at) !== 'asked') return null
  const refused = whyNotSecond(takeFirst(one), who, at)
  return refused && { code: refused.code, day: (refused.details?.day as string | undefined) ?? null }
}
