import { type CommandContext, getTrace } from '@tuma/contracts/services'
import { normaliseReceipt, type Outgoing, Refused } from '@tuma/contracts/vocabulary'
import {
  derivedId,
  type EventMetadata,
  type KeyedHash,
  metadataFrom,
  type Recorded,
  type Streams,
} from '@tuma/platform/event-sourcing'
import type { Collection } from '@tuma/platform/ports'
import { type Environment, openKeyedMutex } from '@tuma/platform/runtime'
import {
  leftPayee,
  type OutgoingEvent,
  type OutgoingState,
  outgoing,
  outgoingStream,
  type Payee,
} from '../domain/outgoing/outgoing.ts'
import type { OutgoingRow } from '../domain/outgoing/outgoing-views.ts'
import type { Reason } from '../domain/payment.ts'
import { hashedWords } from '../payer.ts'
import { getPast } from '../recorded.ts'
import type { StoredDomainEvent } from '../stored-events.ts'
import { type Approved, secondAdmins } from './outgoing-limit.ts'

export type Claiming = {
  readonly asked: CommandContext
  readonly of: Outgoing
  readonly id: string
  readonly about: string
  readonly cents: number
  readonly receipt: string
  readonly payee: Payee
  /** ISO: the money can not have been sent before. */
  readonly dueAt: string
  readonly approval: Approved
  readonly note: Reason | null
}

export type Deps = {
  readonly streams: Streams<StoredDomainEvent>
  readonly rows: Collection<OutgoingRow>
  readonly hash: KeyedHash
  readonly environment: Environment
  /** Cents that one admin may send alone in 24 hours, and to one payee. */
  readonly secondAdminAbove: number
}

/** The same command is the same refund. */
export const getRefundId = (paymentId: string, commandId: string): string => derivedId('refund', paymentId, commandId)

/** One id for a receipt, however it is typed. */
const getOutgoingId = (hash: KeyedHash, receipt: string): string => hash('outgoing', receipt)

export const getPayeeKey = (hash: KeyedHash, phone: string | null, about: string): string =>
  hash('payee', phone ?? about).slice(0, 24)

/** Receipts of money that leaves: taken first, and finished or given back when the payout or refund is decided. */
export const outgoingReceipts = ({ streams, rows, hash, environment, secondAdminAbove }: Deps) => {
  const handle = streams.getHandler(outgoing)
  const runExclusive = openKeyedMutex()
  const { needsSecond, getApproval } = secondAdmins({ streams, rows, secondAdminAbove })

  const buildMetadata = (outgoingId: string, what: string, at: string): EventMetadata => ({
    at,
    commandId: derivedId('outgoing', outgoingId, what),
    correlationId: outgoingId,
    causationId: outgoingId,
    actor: { kind: 'system', name: 'outgoing' },
  })

  return {
    /** Whether another admin must approve so much to this payee. */
    limit: ({ of, about, phone, by, cents, commandId }: Asking) => {
      const id = of === 'payout' ? commandId : getRefundId(about, commandId)
      return needsSecond({ payeeKey: getPayeeKey(hash, phone, about), by, cents, id, now: environment.now() })
    },

    /**
     * @throws Refused receipt_taken, receipt_day, receipt_came_in, outgoing_too_large, bad_input; not_allowed for a
     * caller who is not a person
     */
    async claim({ asked, dueAt, approval, ...said }: Claiming) {
      if (asked.actor.kind !== 'user') throw new Refused('not_allowed')
      const by = asked.actor.userId
      const receipt = normaliseReceipt(said.receipt)
      const outgoingId = getOutgoingId(hash, receipt)
      const at = asked.at ?? environment.now()
      const payeeKey = getPayeeKey(hash, said.payee.phone, said.about)
      if ((await getPast(streams, hash('code', receipt))).length > 0) throw new Refused('receipt_came_in')
      // Of two at once, the second counts what the first has taken.
      return runExclusive([payeeKey, `by ${by}`], async () => {
        const approvals = {
          approvedBy: approval?.by ?? null,
          approval: await getApproval(approval, { payeeKey, by, cents: said.cents, id: said.id, now: at }),
        }
        const payeeWords = hashedWords(said.payee.name ?? '', hash)
        const isErased = await streams.keys.isDestroyed(said.payee.personId)
        const payee = isErased ? { ...said.payee, personId: leftPayee(outgoingId) } : said.payee
        const claim = { ...said, payee, receipt, payeeKey, payeeWords, by, ...approvals, at }
        const metadata = metadataFrom({ ...asked, actor: getTrace(asked.actor) }, environment.now())
        const { state } = await handle(outgoingStream(outgoingId), { type: 'ClaimOutgoing', claim, dueAt }, metadata)
        return { outgoingId, standing: (state as OutgoingState).standing, receipt }
      })
    },
    async finish({ outgoingId, id, deliveryIds }: { outgoingId: string; id: string; deliveryIds: readonly string[] }) {
      const at = environment.now()
      const command = { type: 'FinishOutgoing', id, deliveryIds, at } as const
      await handle(outgoingStream(outgoingId), command, buildMetadata(outgoingId, `paid ${id}`, at))
    },
    async release({ outgoingId, id }: { outgoingId: string; id: string }) {
      const at = environment.now()
      const command = { type: 'ReleaseOutgoing', id, at } as const
      await handle(outgoingStream(outgoingId), command, buildMetadata(outgoingId, `released ${id}`, at))
    },
    /** The approval of another admin for money that left without one. @throws Refused not_found, approval_own */
    async approve({ asked, outgoingId, reason }: { asked: CommandContext; outgoingId: string; reason: string | null }) {
      if (asked.actor.kind !== 'user') throw new Refused('not_allowed')
      const at = asked.at ?? environment.now()
      const note = reason === null ? null : { personId: outgoingStream(outgoingId), reason }
      const command = { type: 'ApproveOutgoing', by: asked.actor.userId, note, at } as const
      const metadata = metadataFrom({ ...asked, actor: getTrace(asked.actor) }, at)
      await handle(outgoingStream(outgoingId), command, metadata)
    },
  }
}
export type OutgoingReceipts = ReturnType<typeof outgoingReceipts>

type Asking = Pick<Claiming, 'of' | 'about' | 'cents'> & {
  readonly phone: string | null
  readonly by: string
  readonly commandId: string
}

export const outgoingPast = async (streams: Pick<Streams<StoredDomainEvent>, 'read'>, outgoingId: string) =>
  (await streams.read(outgoingStream(outgoingId))) as Recorded<OutgoingEvent>[]
