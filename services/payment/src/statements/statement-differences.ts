import { type CommandContext, getTrace } from '@tuma/contracts/services'
import { type DifferenceTab, differenceTabs, isPaidOutTab, type PaidOutTab } from '@tuma/contracts/vocabulary'
import { fold, metadataFrom, type Streams } from '@tuma/platform/event-sourcing'
import { type Collection, everyDocument } from '@tuma/platform/ports'
import type { Environment } from '@tuma/platform/runtime'
import { payment } from '../domain/payment-decisions.ts'
import { lookedAt, lookedAtStream } from '../domain/statement/looked-at.ts'
import { joined, type Period } from '../domain/statement/periods.ts'
import type { StatedRow, StatementRow } from '../domain/statement/statement-views.ts'
import { movement, movementStream } from '../domain/statement/till-movement.ts'
import type { TillRow } from '../domain/statement/till-rows-view.ts'
import { getPast, lastClaimIn, toldIn } from '../recorded.ts'
import type { StoredDomainEvent } from '../stored-events.ts'
import type { PaidOutDifferences } from './paid-out-differences.ts'
import { withinPeriod } from './statement-findings.ts'
import { type PageAt, withinPeriods } from './within-periods.ts'

const maxCounted = 1000

type Explained = { readonly asked: CommandContext; readonly differenceId: string; readonly reason: string }

/** The differences that statements left for an admin. */
export const statementDifferences = (deps: {
  readonly streams: Streams<StoredDomainEvent>
  readonly stated: Collection<StatedRow>
  readonly statements: Collection<StatementRow>
  readonly tillRows: Collection<TillRow>
  readonly paidOut: PaidOutDifferences
  readonly environment: Environment
}) => {
  const { streams, stated, statements, tillRows, paidOut, environment } = deps
  const explainRow = streams.getHandler(movement)
  const explainPayment = streams.getHandler(lookedAt)

  const missing = withinPeriods(stated, { work: 'unstated' })
  /** The times that statements cover, the newest first; those that overlap or meet are one. */
  const periods = async (): Promise<Period[]> => {
    const taken = everyDocument(statements, { where: { state: ['committed', 'applied'] } })
    return joined((await Array.fromAsync(taken)).map(withinPeriod)).reverse()
  }

  const counted = async (tab: DifferenceTab) => {
    if (isPaidOutTab(tab)) return paidOut.count(tab)
    if (tab === 'missing') return missing.countUpTo(maxCounted, await periods())
    if (tab === 'unclear') return tillRows.countUpTo(maxCounted, { standing: 'open' })
    return stated.countUpTo(maxCounted, { work: tab })
  }

  const listed = async (tab: Exclude<DifferenceTab, PaidOutTab>, { limit, cursor }: PageAt) => {
    if (tab === 'missing') {
      const { found, next } = await missing.list(await periods(), { limit, cursor })
      return { rows: await Promise.all(found.map(toShown).map(withPayer)), next }
    }
    if (tab !== 'unclear') {
      const { documents, next } = await stated.find({ where: { work: tab }, limit, after: cursor })
      return { rows: await Promise.all(documents.map(toShown).map(withPayer)), next }
    }
    const { documents, next } = await tillRows.find({ where: { standing: 'open' }, limit, after: cursor })
    const rows = documents.map(({ movementId: differenceId, receipt, cents, movedAt: at, name }) => ({
      ...{ differenceId, receipt: receipt ?? '', cents, at },
      ...(name === null ? {} : { name }),
    }))
    return { rows, next }
  }

  const withPayer = async <Row extends { readonly differenceId: string; readonly cents: number }>(row: Row) => {
    const past = await getPast(streams, row.differenceId)
    const told = toldIn(past)
    return {
      ...row,
      senderName: lastClaimIn(past)?.data.sender.name ?? undefined,
      usedBy: fold(payment, past)?.usedBy ?? undefined,
      told: told !== undefined && 100 * told !== row.cents ? told : undefined,
    }
  }

  return {
    async list({ tab, ...page }: PageAt & { readonly tab: DifferenceTab }) {
      const listing = isPaidOutTab(tab) ? paidOut.list(tab, page) : listed(tab, page)
      const [{ rows, next }, { count: total, more }] = await Promise.all([listing, counted(tab)])
      return { rows, next, total, more }
    },
    async counts() {
      const each = await Promise.all(differenceTabs.map(async (tab) => [tab, await counted(tab)] as const))
      const all = Object.fromEntries(each) as Record<DifferenceTab, Awaited<ReturnType<typeof counted>>>
      return { ...all, notCompared: await paidOut.countNotCompared() }
    },
    async explain({ asked, differenceId, reason }: Explained) {
      const metadata = metadataFrom({ ...asked, actor: getTrace(asked.actor) }, environment.now())
      const note = { personId: differenceId, reason }
      if (await tillRows.get(differenceId))
        await explainRow(movementStream(differenceId), { type: 'ExplainRow', note, at: metadata.at }, metadata)
      else if (await stated.get(differenceId))
        await explainPayment(
          lookedAtStream(differenceId),
          { type: 'ExplainDifference', note, at: metadata.at },
          metadata,
        )
      else await paidOut.explain({ differenceId, reason }, metadata)
      return { differenceId }
    },
  }
}

const toShown = ({ paymentId: differenceId, receipt, cents, paidAt: at }: StatedRow) => ({
  differenceId,
  receipt,
  cents,
  at,
})
