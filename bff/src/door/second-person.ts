import type { CommandContext, IdentityClient, ToApprove, UsedApproval } from '@tuma/contracts/services'
import { Refused } from '@tuma/contracts/vocabulary'
import { isRefusal } from '@tuma/platform/event-sourcing'

type Identity = Pick<IdentityClient, 'useApproval' | 'returnApproval'>

/**
 * Takes the approval of another admin for this command, or records that there is no other admin (`alone`, reported to
 * CONTACT_EMAIL). Null: another admin must approve first. This sends no request: an admin asks with a call of its own
 * (`POST /api/admin/approvals`), so that an attempt, or a page that is loaded again, makes no request.
 * @param what exactly what is done: another sum, payee or number needs another approval
 */
export const takeApproval = (
  identity: Identity,
  asked: CommandContext,
  what: ToApprove,
): Promise<UsedApproval | null> => identity.useApproval({ asked, what })

/** The refusal of an action without approval, with the input of `POST /api/admin/approvals`. */
export const approvalNeeded = ({ kind, subject }: Pick<ToApprove, 'kind' | 'subject'>): Refused =>
  new Refused('approval_needed', { kind, subject })

/**
 * Runs a command that needs a second admin. Where `act` is refused, nothing was done and the approval may be used
 * again; after a fault it stays with this command, which may be sent again.
 * @param asked the same that `act` sends: the approval is taken for its command id
 * @throws Refused('approval_needed'), and what `act` throws
 */
export const withSecondPerson = async <Done>(
  identity: Identity,
  asked: CommandContext,
  what: ToApprove,
  act: (approval: UsedApproval) => Promise<Done>,
): Promise<Done> => {
  const approval = await takeApproval(identity, asked, what)
  if (!approval) throw approvalNeeded(what)
  return withApproval(identity, asked, approval, act)
}

/** Runs a command with its approval. Where `act` is refused, nothing was done and the approval may be used again. */
export const withApproval = async <Done>(
  identity: Pick<Identity, 'returnApproval'>,
  asked: CommandContext,
  approval: UsedApproval,
  act: (approval: UsedApproval) => Promise<Done>,
): Promise<Done> => {
  try {
    return await act(approval)
  } catch (error) {
    if (isRefusal(error)) await identity.returnApproval({ asked, approvalId: approval.approvalId })
    throw error
  }
}

type Request = Awaited<ReturnType<IdentityClient['askApproval']>>

/** The answer of a call that asks another admin. */
export const askedAnswer = ({ approval: { approvalId: _id, until }, approvers }: Request) => ({
  ...{ _id, until, approvers: approvers.length },
})
