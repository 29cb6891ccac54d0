import type { CommandContext, ToApprove, UsedApproval } from '@tuma/contracts/services'
import { Refused } from '@tuma/contracts/vocabulary'
import { type EventMetadata, isRefusal } from '@tuma/platform/event-sourcing'
import { assertByAdmin, buildMetadata, type Dependencies } from '../dependencies.ts'
import { type Approval, approvalStream, stateAt } from '../domain/approval.ts'

type Needed = Pick<Dependencies, 'approvals' | 'admins' | 'now'>

/** The admin who asks. @throws Refused('not_allowed') */
export const adminWhoAsks = (asked: CommandContext): string => {
  assertByAdmin(asked)
  if (asked.actor.kind !== 'user') throw new Refused('not_allowed')
  return asked.actor.userId
}

/**
 * Uses an approval for a command, or records that there is no other admin; null if an admin must approve first. The
 * same command gets the same answer again.
 */
export const takeApproval = async (
  dependencies: Needed,
  asked: CommandContext,
  what: ToApprove,
): Promise<UsedApproval | null> => {
  const { approvals, admins } = dependencies
  const by = adminWhoAsks(asked)
  const metadata = buildMetadata(asked, dependencies)
  const { commandId: use, at } = metadata
  const requests = await approvals.requestsFor(by, what, at)
  const taken = requests.find(({ progress }) => progress.state === 'used' && progress.use === use)
  if (taken) return toUsed(taken)
  const { admins: all } = await admins.all()
  // An approval ends when its giver is no longer an admin.
  const isGiven = (one: Approval) =>
    stateAt(one, at) === 'given' &&
    one.progress.state === 'given' &&
    all.some(({ accountId }) => 'by' in one.progress && accountId === one.progress.by)
  const given = requests.find(isGiven)
  if (given) return take(dependencies, given, metadata)
  const { alone } = await approvals.approvers(by, what, at)
  return alone ? toUsed(await approvals.useAlone(by, what, metadata)) : null
}

/** Null if another command has used it first. */
const take = async ({ approvals }: Needed, given: Approval, metadata: EventMetadata): Promise<UsedApproval | null> => {
  const { approvalId, returned } = given
  const { commandId: use, at } = metadata
  // A command that returned the approval may use it again.
  const taking = { ...metadata, commandId: `${use}:take:${returned}` }
  const command = { type: 'UseApproval', use, at } as const
  const { state } = await approvals.handle(approvalStream(approvalId), command, taking).catch(noneIfNeeded)
  return state ? toUsed(state) : null
}

const noneIfNeeded = (error: unknown): { readonly state: null } => {
  if (isRefusal(error) && error.code === 'approval_needed') return { state: null }
  throw error
}

const toUsed = ({ approvalId, progress }: Approval): UsedApproval => {
  const given = progress.state === 'used' ? progress.given : null
  return { approvalId, by: given?.by ?? null, alone: given === null }
}

/** The command that used the approval was refused, so it may be used again. */
export const giveBack = async (dependencies: Needed, asked: CommandContext, approvalId: string): Promise<void> => {
  const metadata = buildMetadata(asked, dependencies)
  const { commandId: use, at } = metadata
  const state = await dependencies.approvals.read(approvalId)
  const returning = { ...metadata, commandId: `${use}:return:${state?.returned ?? 0}` }
  await dependencies.approvals.handle(approvalStream(approvalId), { type: 'ReturnApproval', use, at }, returning)
}

/**
 * Runs an action that needs a second admin. The system needs none. @throws Refused('approval_needed'), and what `act`
 * throws; after a refusal the approval may be used again
 */
export const withSecondAdmin = async <Done>(
  dependencies: Needed,
  asked: CommandContext,
  what: ToApprove,
  act: () => Promise<Done>,
): Promise<Done> => {
  if (asked.actor.kind === 'system') return act()
  const approval = await takeApproval(dependencies, asked, what)
  if (!approval) throw new Refused('approval_needed', { kind: what.kind, subject: what.subject })
  try {
    return await act()
  } catch (error) {
    if (isRefusal(error)) await giveBack(dependencies, asked, approval.approvalId)
    throw error
  }
}
