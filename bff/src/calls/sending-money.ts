import type { CommandContext, ToApprove, UsedApproval } from '@tuma/contracts/services'
import { getAccount, type Outgoing, Refused } from '@tuma/contracts/vocabulary'
import type { Services } from '../dependencies.ts'
import { approvalNeeded, askedAnswer, takeApproval, withApproval } from '../door/second-person.ts'

/** A payout or refund to send: `about` is the creditor or the payment, `phone` 254…. */
export type Sending = {
  readonly of: Outgoing
  readonly about: string
  readonly cents: number
  readonly name: string | null
  readonly phone: string | null
  /** More words for the other admin. */
  readonly words: string | null
}

/** Payee, number and sum: a change of any of them needs another approval. */
const toApprove = ({ of, about, cents, name, phone, words }: Sending): ToApprove => ({
  ...{ kind: of, subject: about, about: [about, phone ?? '', String(cents)], cents },
  ...{ beneficiary: getAccount(about), shown: { name, phone, words } },
})

type Deps = Pick<Services, 'identity' | 'payment'>

/**
 * Sends with the approval of another admin where the sum needs one. `sent`: the money has left without an approval: it
 * is noted all the same, and stays marked. An approval whose payout is refused may be used again.
 * @throws Refused('approval_needed'), and what `act` throws
 */
export const sendApproved = async <Done>(
  { identity, payment }: Deps,
  asked: CommandContext,
  { sent = false, ...sending }: Sending & { readonly sent?: boolean | undefined },
  act: (approval: Pick<UsedApproval, 'by' | 'alone'> | null) => Promise<Done>,
): Promise<Done> => {
  if (asked.actor.kind !== 'user') throw new Refused('not_allowed')
  const { of, about, phone, cents } = sending
  const { commandId } = asked
  const limit = await payment.outgoingLimit({ of, about, phone, cents, by: asked.actor.userId, commandId })
  if (!limit.needsSecond) return act(null)
  const what = toApprove(sending)
  const approval = await takeApproval(identity, asked, what)
  if (approval) return withApproval(identity, asked, approval, ({ by, alone }) => act({ by, alone }))
  if (!sent) throw approvalNeeded(what)
  return act(null)
}

type Needed = { readonly approvalNeeded?: true; readonly requestId?: string }

/** Whether an approval is missing now, and the open request for it. Nothing is used or requested. */
export const neededFor = async (
  { identity, payment }: Deps,
  asked: CommandContext,
  sending: Sending,
): Promise<Needed> => {
  if (asked.actor.kind !== 'user') return {}
  const { of, about, phone, cents } = sending
  const { commandId } = asked
  const { needsSecond } = await payment.outgoingLimit({ of, about, phone, cents, by: asked.actor.userId, commandId })
  if (!needsSecond) return {}
  const { by, alone, approvalId } = await identity.approvedBy({ asked, what: toApprove(sending) })
  const request = approvalId === null ? {} : { requestId: approvalId }
  return by === null && !alone ? { approvalNeeded: true, ...request } : request
}

/** Asks the other admins for an approval. */
export const askToSend = async ({ identity }: Pick<Deps, 'identity'>, asked: CommandContext, sending: Sending) => {
  return askedAnswer(await identity.askApproval({ asked, what: toApprove(sending) }))
}
