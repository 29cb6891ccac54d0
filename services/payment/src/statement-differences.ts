import { type Asked, traceOf } from '@tuma/contracts/services'
import { type DifferenceTab, differenceTabs, Refused } from '@tuma/contracts/vocabulary'
import { fold, metadataFrom, type Streams } from '@tuma/platform/event-sourcing'
import { type Collection, everyDocument, type Filter } from '@tuma/platform/ports'
import type { Surroundings } from '@tuma/platform/runtime'
import { lookedAt, lookedAtStream } from './domain/looked-at.ts'
import { payment } from './domain/payment-decisions.ts'
import type { StatedRow, StatementRow } from './domain/statement-views.ts'
import { movement, movementStream } from './domain/till-movement.ts'
import type { TillRow } from './domain/till-rows-view.ts'
import { lastClaimIn, pastOf, toldIn } from './recorded.ts'
import { withinPeriod } from './statement-findings.ts'
import type { StoredDomainEvent } from './stored-events.ts'

const countedMost = 1000

type PageAt = { readonly limit: number; readonly cursor: string | null }
type Explained = { readonly asked: Asked; readonly differenceId: string; readonly reason: string }

/** What statements have left for somebody to look at. */
export const statementDifferences = (house: {
  readonly streams: Streams<StoredDomainEvent>
  readonly stated: Collection<StatedRow>
  readonly statements: Collection<StatementRow>
  readonly tillRows: Collection<TillRow>
  readonly surroundings: Surroundings
}) => {
  const { streams, stated, statements, tillRows, surroundings } = house
  const explainRow = streams.handlerOf(movement)
  const explainPayment = streams.handlerOf(lookedAt)

  const { listMissing, countMissing, ofPayments } = comparing({ stated, statements })

  const counted = (tab: DifferenceTab) => {
    if (tab === 'missing') return countMissing()
    if (tab === 'unclear') return tillRows.countUpTo(countedMost, { standing: 'open' })
    return stated.countUpTo(countedMost, { work: tab })
  }

  const listed = async (tab: DifferenceTab, { limit, cursor }: PageAt) => {
    if (tab === 'missing') return listMissing({ limit, cursor })
    if (tab !== 'unclear') return ofPayments({ where: { work: tab } }, { limit, cursor })
    const { documents, next } = await tillRows.find({ where: { standing: 'open' }, limit, after: cursor })
    const rows = documents.map(({ movementId: differenceId, receipt, cents, movedAt: at, name }) => ({
      ...{ differenceId, receipt: receipt ?? '', cents, at },
      ...(name === null ? {} : { name }),
    }))
    return { rows, next }
  }

  /** A row that nobody understood is of no payment. */
  const withPayer = async <Row extends { readonly differenceId: string; readonly cents: number }>(row: Row) => {
    const past = await pastOf(streams, row.differenceId)
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
      const [{ rows, next }, { count: total, more }] = await Promise.all([listed(tab, page), counted(tab)])
      return { rows: await Promise.all(rows.map(withPayer)), next, total, more }
    },
    async counts() {
      const each = await Promise.all(differenceTabs.map(async (tab) => [tab, await counted(tab)] as const))
      return Object.fromEntries(each) as Record<DifferenceTab, Awaited<ReturnType<typeof counted>>>
    },
    async explain({ asked, differenceId, reason }: Explained) {
      const metadata = metadataFrom({ ...asked, actor: traceOf(asked.actor) }, surroundings.now())
      const note = { personId: differenceId, reason }
      if (await tillRows.get(differenceId))
        await explainRow(movementStream(differenceId), { type: 'ExplainRow', note, at: metadata.at }, metadata)
      else if (await stated.get(differenceId))
        await explainPayment(
          lookedAtStream(differenceId),
          { type: 'ExplainDifference', note, at: metadata.at },
          metadata,
        )
      else throw new Refused('not_found')
      return { differenceId }
    },
  }
}

const comparing = ({ stated, statements }: Compared) => {
  /** Times that statements tell of, the newest first; those that overlap or meet are one. */
  const periods = async (): Promise<Period[]> => {
    const taken = everyDocument(statements, { where: { state: ['committed', 'applied'] } })
    return joined((await Array.fromAsync(taken)).map(withinPeriod))
  }

  const ofPayments = async (filter: Filter, { limit, cursor }: PageAt) => {
    const { documents, next } = await stated.find({ ...filter, limit, after: cursor })
    return { rows: documents.map(shownOf), next }
  }

  /** One period after the other; the cursor says which, and where in it. */
  const listMissing = async ({ limit, cursor }: PageAt) => {
    const [, from = '', after = ''] = /^([^ ]*) (.*)$/.exec(cursor ?? '') ?? []
    const all = await periods()
    const left = cursor === null ? all : all.filter((period) => period.from <= from)
    let page = after === '' ? null : after
    for (const [at, between] of left.entries()) {
      const { rows, next } = await ofPayments({ where: { work: 'unstated' }, between }, { limit, cursor: page })
      page = null
      const following = left[at + 1]?.from
      if (rows.length > 0) return { rows, next: goesOnAt(next === null ? following : between.from, next) }
    }
    return { rows: [], next: null }
  }

  const countMissing = async () => {
    const each = (await periods()).map((between) => stated.countUpTo(countedMost, { work: 'unstated' }, { between }))
    const counts = await Promise.all(each)
    const count = counts.reduce((all, one) => all + one.count, 0)
    return { count: Math.min(count, countedMost), more: count > countedMost || counts.some(({ more }) => more) }
  }

  return { listMissing, countMissing, ofPayments }
}

const goesOnAt = (from: string | undefined, after: string | null): string | null =>
  from === undefined ? null : `${from} ${after ?? ''}`

type Compared = { readonly stated: Collection<StatedRow>; readonly statements: Collection<StatementRow> }
type Period = { readonly from: string; readonly to: string }

const joined = (periods: readonly Period[]): Period[] => {
  const oldestFirst = periods
    .filter(({ from, to }) => from < to)
    .toSorted((one, other) => (one.from < other.from ? -1 : 1))
  const apart: Period[] = []
  for (const period of oldestFirst) {
    const last = apart.at(-1)
    if (last && period.from <= last.to)
      apart[apart.length - 1] = { from: last.from, to: period.to > last.to ? period.to : last.to }
    else apart.push(period)
  }
  return apart.reverse()
}

const shownOf = ({ paymentId: differenceId, receipt, cents, paidAt: at }: StatedRow) => ({
  differenceId,
  receipt,
  cents,
  at,
})
