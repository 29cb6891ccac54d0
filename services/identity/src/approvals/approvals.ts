import type { KeyObject } from 'node:crypto'
import type { ToApprove, Approval as ToldApproval } from '@tuma/contracts/services'
import { derivedId, type EventMetadata, erased, type Streams } from '@tuma/platform/event-sourcing'
import { everyDocument } from '@tuma/platform/ports'
import { type Approval, approval, approvalLastsMs, approvalStream, openUntil, stateAt } from '../domain/approval.ts'
import { approvalsView } from '../domain/approvals-view.ts'
import type { IdentityEvent } from '../domain/identity-event.ts'
import { days, later } from '../domain/instant.ts'
import { approversFor, type First, isAlone } from '../domain/second-admin.ts'
import { keyedHash } from '../keys.ts'
import { getState } from '../stream-state.ts'
import type { openAdmins } from './admins.ts'

export type Approvals = Awaited<ReturnType<typeof openApprovals>>

/** For this long an approval shows whom it was for. */
const shownForMs = days(30)
/** At most this many requests of one admin for the same thing are checked. */
const maxLookedAt = 20

/** What another admin must approve: requests, and approvals that commands use. */
export const openApprovals = async (options: {
  readonly streams: Streams<IdentityEvent>
  readonly admins: ReturnType<typeof openAdmins>
  readonly key: KeyObject
}) => {
  const { streams, admins, key } = options
  const handle = streams.getHandler(approval)
  const rows = await streams.readModel(approvalsView)
  const read = (approvalId: string) => getState(streams, approval, approvalStream(approvalId))
  const computeDigest = ({ kind, subject, about }: ToApprove) =>
    keyedHash(key, JSON.stringify([kind, subject, ...about]))

  /** Requests of that admin for exactly that, newest first. */
  const requestsFor = async (by: string, what: ToApprove, at: string): Promise<Approval[]> => {
    const where = { by, digest: computeDigest(what) }
    const between = { from: later(at, -2 * approvalLastsMs) }
    const { documents } = await rows.find({ where, between, limit: maxLookedAt })
    const found = await Promise.all(documents.map(({ approvalId }) => read(approvalId)))
    return found.filter((one) => one !== null)
  }

  const ask = (approvalId: string, by: string, { about: _, ...what }: ToApprove, digest: string) =>
    ({ approvalId, ...what, digest, by }) as const

  return {
    rows,
    read,
    handle,
    requestsFor,

    /** The open or given request of that admin, or a new one. */
    async ask(by: string, what: ToApprove, metadata: EventMetadata): Promise<Approval> {
      const { at, commandId } = metadata
      const open = (await requestsFor(by, what, at)).find((one) => ['asked', 'given'].includes(stateAt(one, at)))
      if (open) return open
      const approvalId = derivedId('approval', commandId)
      const command = { type: 'AskApproval', ...ask(approvalId, by, what, computeDigest(what)), at } as const
      return stands((await handle(approvalStream(approvalId), command, metadata)).state)
    },

    /** Who could approve it now, and whether the admin who asks has no other admin to ask. */
    async approvers(by: string, what: Pick<ToApprove, 'beneficiary' | 'shown'>, at: string) {
      const first: First = { by, beneficiary: what.beneficiary, phone: what.shown.phone }
      const { admins: all, revoked } = await admins.all()
      return {
        approvers: approversFor(first, all, at).map(({ accountId }) => accountId),
        alone: isAlone(first, all, { revoked }, at),
      }
    },

    /**
     * Forgets name, phone, words and reason of requests older than 30 days. Who asked, who approved and the sum stay.
     * @returns how many
     */
    async forget(now: string): Promise<number> {
      const old = await Array.fromAsync(everyDocument(rows, { between: { to: later(now, -shownForMs) } }))
      const keys = await Promise.all(old.map(({ approvalId }) => streams.keys.existingKey(approvalId)))
      const known = old.filter((_, index) => keys[index] !== null).map(({ approvalId }) => approvalId)
      if (known.length > 0) await streams.keys.destroy(known)
      return known.length
    },

    /** Forgets the person whom it is about. Who asked, who approved and what was done stay. */
    hide: (approvalId: string): Promise<void> => streams.keys.destroy([approvalId]),

    /** Records that it is done without a second admin. */
    async useAlone(by: string, what: ToApprove, metadata: EventMetadata): Promise<Approval> {
      const { at, commandId: use } = metadata
      const approvalId = derivedId('approval alone', use)
      const command = { type: 'UseAlone', ...ask(approvalId, by, what, computeDigest(what)), use, at } as const
      return stands((await handle(approvalStream(approvalId), command, metadata)).state)
    },
  }
}

const stands = (state: Approval | null): Approval => {
  if (!state) throw new Error('a request that was recorded is not there')
  return state
}

/** The approval as callers see it at that time. */
export const toTold = (one: Approval, at: string): ToldApproval => {
  const { approvalId, kind, subject, cents, shown, by, progress } = one
  const words = { name: unlessErased(shown.name), phone: unlessErased(shown.phone), words: unlessErased(shown.words) }
  const state = stateAt(one, at)
  const decided =
    progress.state === 'used'
      ? progress.given
      : progress.state === 'asked'
        ? null
        : { by: progress.by, at: progress.at }
  return {
    ...{ approvalId, kind, subject, cents, shown: words, by, at: one.at, state },
    until: state === 'lapsed' ? null : openUntil(one),
    decidedBy: decided?.by ?? null,
    decidedAt: decided?.at ?? null,
    reason: progress.state === 'declined' ? unlessErased(progress.reason) : null,
    alone: progress.state === 'used' && progress.given === null,
  }
}

const unlessErased = (text: string | null): string | null => (text === erased ? null : text)
