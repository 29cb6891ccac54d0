import { type PaidOutTab, Refused } from '@tuma/contracts/vocabulary'
import { type EventMetadata, fold, type Streams, unlessDamaged } from '@tuma/platform/event-sourcing'
import { type Collection, everyDocument } from '@tuma/platform/ports'
import { outgoing, outgoingStream } from '../domain/outgoing/outgoing.ts'
import type { OutgoingStatedRow, OutgoingWork } from '../domain/outgoing/outgoing-stated.ts'
import { comparedPeriods } from '../domain/statement/compared-days.ts'
import { lookedAt, lookedAtStream } from '../domain/statement/looked-at.ts'
import type { Period } from '../domain/statement/periods.ts'
import type { StatementRow } from '../domain/statement/statement-views.ts'
import { outgoingPast } from '../outgoing/outgoing.ts'
import type { StoredDomainEvent } from '../stored-events.ts'
import { type PageAt, withinPeriods } from './within-periods.ts'

const maxCounted = 1000

const works = {
  paidOutMissing: 'unstated',
  paidOutUnnoted: 'unnoted',
  paidOutDiffers: 'differs',
} as const satisfies { [Tab in PaidOutTab]: OutgoingWork }

/** Differences between payouts and refunds and the rows *paid out to a person* of statements. */
export const paidOutDifferences = (deps: {
  readonly streams: Streams<StoredDomainEvent>
  readonly outgoingStated: Collection<OutgoingStatedRow>
  readonly statements: Collection<StatementRow>
}) => {
  const { streams, outgoingStated, statements } = deps
  const explain = streams.getHandler(lookedAt)
  const unstated = withinPeriods(outgoingStated, { work: works.paidOutMissing })

  /** Days with all statements imported, the newest first. */
  const compared = async (): Promise<Period[]> =>
    comparedPeriods(await Array.fromAsync(everyDocument(statements, { where: { state: 'applied' } })))
  const isWork = async ({ work, day }: OutgoingStatedRow): Promise<boolean> =>
    work === 'unstated' ? (await compared()).some(({ from, to }) => from <= day && day < to) : work !== 'none'

  const getState = async (outgoingId: string) =>
    fold(outgoing, await unlessDamaged(outgoingPast(streams, outgoingId), []))

  /** Adds the payee as they were known then; an erased one is left out. */
  const withPayee = async ({ outgoingId, receipt, day, notedCents, statedCents, movedAt }: OutgoingStatedRow) => {
    const state = notedCents === null ? null : await getState(outgoingId)
    const noted = state && {
      ...{ of: state.of, cents: state.cents, by: state.by, at: state.at },
      ...{ name: state.payee.name, phone: state.payee.phone },
    }
    return {
      ...{ differenceId: outgoingId, receipt, cents: notedCents ?? statedCents },
      at: movedAt ?? noted?.at ?? `${day}T00:00:00.000Z`,
      paidOut: { noted, statedCents: statedCents === 0 ? null : statedCents },
    }
  }

  return {
    async list(tab: PaidOutTab, { limit, cursor }: PageAt) {
      if (tab === 'paidOutMissing') {
        const { found, next } = await unstated.list(await compared(), { limit, cursor })
        return { rows: await Promise.all(found.map(withPayee)), next }
      }
      const { documents, next } = await outgoingStated.find({ where: { work: works[tab] }, limit, after: cursor })
      return { rows: await Promise.all(documents.map(withPayee)), next }
    },
    count: async (tab: PaidOutTab) =>
      tab === 'paidOutMissing'
        ? unstated.countUpTo(maxCounted, await compared())
        : outgoingStated.countUpTo(maxCounted, { work: works[tab] }),
    /** Payouts and refunds without a row whose day no whole statement covers yet. */
    async countNotCompared() {
      const [all, work] = await Promise.all([
        outgoingStated.count({ work: works.paidOutMissing }),
        compared().then((periods) => unstated.countUpTo(Number.MAX_SAFE_INTEGER, periods)),
      ])
      const count = Math.max(0, all - work.count)
      return { count: Math.min(count, maxCounted), more: count > maxCounted }
    },
    /** @throws Refused not_found where there is no difference to explain */
    async explain(
      { differenceId, reason }: { readonly differenceId: string; readonly reason: string },
      metadata: EventMetadata,
    ): Promise<void> {
      const known = await outgoingStated.get(differenceId)
      if (!known || !(known.explained || (await isWork(known)))) throw new Refused('not_found')
      const state = known.notedCents === null ? null : await getState(differenceId)
      const note = { personId: state?.payee.personId ?? outgoingStream(differenceId), reason }
      const command = { type: 'ExplainOutgoing', note, at: metadata.at } as const
      await explain(lookedAtStream(differenceId), command, metadata)
    },
  }
}
export type PaidOutDifferences = ReturnType<typeof paidOutDifferences>
