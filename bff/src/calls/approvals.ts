import { Refused } from '@tuma/contracts/vocabulary'
import type { Dependencies } from '../dependencies.ts'
import { toUser } from '../door/policy.ts'
import { askedAnswer } from '../door/second-person.ts'
import { accountNames } from './account-names.ts'
import { ownApproved, waitingApprovals } from './approval-counts.ts'
import { answerRows, getPage } from './rows.ts'

/** Requests for a second admin. Each kind of request is built here; `door/second-person.ts` uses the approvals. */
export const approvalCalls = ({ api, services: { identity }, toCommandContext }: Dependencies) => ({
  list: api.approvals.list.handler(async ({ input: { waiting = false, approved = false, ...paging }, context }) => {
    const { _id: viewer } = toUser(context)
    const only = waiting ? 'waiting' : approved ? 'approved' : null
    const rows = answerRows(context, await identity.approvals({ viewer, only, ...getPage(paging) }))
    const names = await accountNames(
      identity,
      rows.flatMap(({ by, decidedBy }) => [by, decidedBy]),
    )
    const named = (id: string) => ({ id, name: names[id] ?? null })
    return rows.map(({ approvalId: _id, shown, by, decidedBy, ...row }) => ({
      ...{ _id, ...row, ...shown, by: named(by), own: by === viewer },
      decidedBy: decidedBy === null ? null : named(decidedBy),
    }))
  }),

  counts: api.approvals.counts.handler(async ({ context }) => {
    const { _id: viewer } = toUser(context)
    const [waiting, approved] = await Promise.all([waitingApprovals(identity, viewer), ownApproved(identity, viewer)])
    return { waiting: waiting.total, approved: approved.total }
  }),

  own: api.approvals.own.handler(async ({ input: { id: approvalId }, context }) => {
    const found = await identity.ownApproval({ viewer: toUser(context)._id, approvalId })
    if (!found) throw new Refused('not_found')
    const { state, until, decidedBy, reason } = found
    const names = await accountNames(identity, [decidedBy])
    return { _id: approvalId, state, until, by: decidedBy === null ? null : (names[decidedBy] ?? null), reason }
  }),

  ask: api.approvals.ask.handler(async ({ input, context }) => {
    const { kind, subject: accountId } = input
    return askedAnswer(
      await identity.askApprovalForAccount({ asked: toCommandContext(context, input), kind, accountId }),
    )
  }),

  approve: api.approvals.approve.handler(async ({ input, context }) => {
    const { approval } = await identity.approve({ asked: toCommandContext(context, input), approvalId: input.id })
    return { _id: approval.approvalId, until: approval.until }
  }),

  decline: api.approvals.decline.handler(async ({ input, context }) => {
    const { id: approvalId, reason = '' } = input
    await identity.decline({ asked: toCommandContext(context, input), approvalId, reason: reason || null })
    return { _id: approvalId }
  }),
})
