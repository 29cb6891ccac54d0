import { type ApprovalKind, type ApprovalState, Refused } from '@tuma/contracts/vocabulary'
import type { Decider, DomainEvent } from '@tuma/platform/domain'
import { hours, later } from './instant.ts'
import { type Approver, type First, whyNotSecond } from './second-admin.ts'

export const approvalStream = (approvalId: string): string => `approval-${approvalId}`

/** For this long a request waits for an approval, and an approval may be used. */
export const approvalLastsMs = hours(24)

/** Personal: sealed with a key of this approval. `phone` is 254…. */
export type Shown = {
  readonly personId: string
  readonly name: string | null
  readonly phone: string | null
  readonly words: string | null
}

type Asked = {
  readonly approvalId: string
  readonly kind: ApprovalKind
  readonly subject: string
  /** Keyed hash of kind, subject and all that must not change between the request and the action. */
  readonly digest: string
  readonly cents: number | null
  /** The account that benefits. */
  readonly beneficiary: string | null
  readonly shown: Shown
  /** The admin who asks. */
  readonly by: string
  readonly at: string
}
type Of<Data> = Data & { readonly approvalId: string; readonly at: string }
type Note = { readonly personId: string; readonly reason: string | null }

type ApprovalAsked = DomainEvent<'ApprovalAsked', Asked>
type ApprovalChange =
  | DomainEvent<'ApprovalGiven', Of<{ readonly by: string }>>
  | DomainEvent<'ApprovalDeclined', Of<{ readonly by: string; readonly note: Note }>>
  /** `use`: the command that used it. `alone`: no other admin could approve. */
  | DomainEvent<
      'ApprovalUsed',
      Of<{ readonly kind: ApprovalKind; readonly cents: number | null; readonly use: string; readonly alone: boolean }>
    >
  /** The command that used it was refused. */
  | DomainEvent<'ApprovalReturned', Of<{ readonly use: string }>>
export type ApprovalEvent = ApprovalAsked | ApprovalChange

type Given = { readonly by: string; readonly at: string }
type Progress =
  | { readonly state: 'asked' }
  | ({ readonly state: 'given' } & Given)
  | ({ readonly state: 'declined'; readonly reason: string | null } & Given)
  /** `given` is null if no second admin approved. */
  | { readonly state: 'used'; readonly given: Given | null; readonly use: string }

export type Approval = Asked & {
  readonly progress: Progress
  /** How often a command returned it. */
  readonly returned: number
}

type Command<Type, Data> = { readonly type: Type; readonly at: string } & Data
type AskData = Omit<Asked, 'shown' | 'at'> & { readonly shown: Omit<Shown, 'personId'> }
type Ask =
  | Command<'AskApproval', AskData>
  /** For an admin who has no other admin to ask: requested and used in one step. */
  | Command<'UseAlone', { readonly use: string } & AskData>
type Later =
  | Command<'Approve', { readonly approver: Approver }>
  | Command<'DeclineApproval', { readonly by: string; readonly reason: string | null }>
  | Command<'UseApproval', { readonly use: string }>
  | Command<'ReturnApproval', { readonly use: string }>
export type ApprovalCommand = Ask | Later

const decide = (command: ApprovalCommand, approval: Approval | null): ApprovalEvent[] => {
  if (command.type === 'AskApproval' || command.type === 'UseAlone') return approval ? [] : begin(command)
  if (!approval) throw new Refused('not_found')
  return decideFor(approval, command)
}

const begin = (command: Ask): ApprovalEvent[] => {
  if (command.type === 'AskApproval') return [asked(command)]
  const { approvalId, kind, cents, use, at } = command
  return [asked(command), { type: 'ApprovalUsed', data: { approvalId, kind, cents, use, alone: true, at } }]
}

const asked = ({ approvalId, kind, subject, digest, cents, beneficiary, shown, by, at }: AskData & { at: string }) =>
  ({
    type: 'ApprovalAsked',
    data: {
      ...{ approvalId, kind, subject, digest, cents, beneficiary },
      shown: { personId: approvalId, ...shown },
      ...{ by, at },
    },
  }) satisfies ApprovalEvent

const decideFor = (approval: Approval, command: Later): ApprovalEvent[] => {
  const { approvalId, kind, cents, progress } = approval
  const { at } = command
  switch (command.type) {
    case 'Approve':
      return approve(approval, command.approver, at)
    case 'DeclineApproval': {
      const { by, reason } = command
      if (progress.state === 'declined' && progress.by === by) return []
      if (progress.state !== 'asked' && progress.state !== 'given') throw new Refused('stale')
      return [{ type: 'ApprovalDeclined', data: { approvalId, by, note: { personId: approvalId, reason }, at } }]
    }
    case 'UseApproval': {
      const { use } = command
      if (progress.state === 'used' && progress.use === use) return []
      if (stateAt(approval, at) !== 'given') throw new Refused('approval_needed')
      return [{ type: 'ApprovalUsed', data: { approvalId, kind, cents, use, alone: false, at } }]
    }
    case 'ReturnApproval': {
      const isTaken = progress.state === 'used' && progress.use === command.use
      return isTaken ? [{ type: 'ApprovalReturned', data: { approvalId, use: command.use, at } }] : []
    }
  }
}

const approve = (approval: Approval, approver: Approver, at: string): ApprovalEvent[] => {
  const { approvalId, progress } = approval
  if (progress.state === 'given' && progress.by === approver.accountId) return []
  const refused = whyNotSecond(takeFirst(approval), approver, at)
  if (refused) throw new Refused(refused.code, refused.details)
  if (progress.state !== 'asked') throw new Refused('stale')
  if (stateAt(approval, at) === 'lapsed') throw new Refused('approval_over')
  return [{ type: 'ApprovalGiven', data: { approvalId, by: approver.accountId, at } }]
}

const evolve = (approval: Approval | null, event: ApprovalEvent): Approval | null => {
  if (event.type === 'ApprovalAsked') return { ...event.data, progress: { state: 'asked' }, returned: 0 }
  return approval && { ...approval, ...after(approval, event) }
}

const after = ({ progress, returned, by }: Approval, { type, data }: ApprovalChange): Partial<Approval> => {
  switch (type) {
    case 'ApprovalGiven':
      return { progress: { state: 'given', by: data.by, at: data.at } }
    case 'ApprovalDeclined':
      return { progress: { state: 'declined', by: data.by, at: data.at, reason: data.note.reason } }
    case 'ApprovalUsed': {
      const given = progress.state === 'given' ? { by: progress.by, at: progress.at } : null
      return { progress: { state: 'used', given, use: data.use } }
    }
    case 'ApprovalReturned': {
      const given = progress.state === 'used' ? progress.given : null
      // An action without a second admin that failed does not wait for one now.
      const back: Progress = given ? { state: 'given', ...given } : { state: 'declined', by, at: data.at, reason: null }
      return { progress: back, returned: returned + 1 }
    }
  }
}

/** Until when it can be given, or used; null if neither is possible. */
export const openUntil = ({ at: askedAt, progress }: Approval): string | null => {
  if (progress.state === 'asked') return later(askedAt, approvalLastsMs)
  return progress.state === 'given' ? later(progress.at, approvalLastsMs) : null
}

/** The state at that time. */
export const stateAt = (approval: Approval, at: string): ApprovalState => {
  const until = openUntil(approval)
  return until !== null && until <= at ? 'lapsed' : approval.progress.state
}

export const takeFirst = ({ by, beneficiary, shown }: Approval): First => ({ by, beneficiary, phone: shown.phone })

export const approval: Decider<Approval | null, ApprovalCommand, ApprovalEvent> = {
  initialState: null,
  decide,
  evolve,
}
