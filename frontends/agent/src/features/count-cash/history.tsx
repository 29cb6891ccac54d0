import type { CashHandOver, CashPassed } from '@tuma/contracts/api'
import { formatKsh } from '@tuma/contracts/vocabulary'
import { api, usePages, useText } from '@tuma/kit/runtime'
import { DataList, DateTime, EmptyState, Loaded, Money, ShowMore } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'

/** A few, so that the page stays short on a phone. */
const limit = 3

type Row = { readonly at: string; readonly _id: string } & (
  | { readonly way: 'office'; readonly of: CashHandOver }
  | { readonly way: 'colleague'; readonly of: CashPassed }
)

/** Both lists in one, newest first. Beyond the oldest hand-over that is loaded, other hand-overs may come between. */
const merge = (handOvers: readonly CashHandOver[], passed: readonly CashPassed[], isWhole: boolean): Row[] => {
  const oldest = isWhole ? '' : (handOvers.at(-1)?.at ?? '')
  return [
    ...handOvers.map((of): Row => ({ way: 'office', of, at: of.at, _id: of._id })),
    ...passed.filter(({ at }) => at >= oldest).map((of): Row => ({ way: 'colleague', of, at: of.at, _id: of._id })),
  ].sort((one, other) => (one.at < other.at ? 1 : -1))
}

/** Cash that went to the office or to a colleague, and that came from one. */
export const History = ({ passed }: { passed: readonly CashPassed[] }) => {
  const text = useText(texts)
  const pages = usePages(api.cash.handOvers, { limit })
  return (
    <section aria-labelledby="handed-over">
      <h2 id="handed-over" className="mb-2 text-lg">
        {text('cash.history')}
      </h2>
      <Loaded query={pages.query} failed={text('cash.failed')}>
        {(handOvers) => <Rows rows={merge(handOvers, passed, pages.more === undefined)} />}
      </Loaded>
      <ShowMore pages={pages} failed={text('cash.failed')} />
    </section>
  )
}

const Rows = ({ rows }: { rows: readonly Row[] }) => {
  const text = useText(texts)
  if (rows.length === 0) return <EmptyState title={text('cash.noHistory')} />
  return (
    <DataList
      label={text('cash.history')}
      look="pairs"
      rows={rows}
      rowKey={({ _id }) => _id}
      columns={[
        { header: text('cash.when'), primary: true, cell: ({ at }) => <DateTime at={at} /> },
        { header: text('cash.way'), name: 'plain', cell: (row) => <Way row={row} /> },
        { header: text('cash.shouldBe'), align: 'end', cell: ({ of }) => <Money amount={of.cents / 100} /> },
        { header: text('cash.youCounted'), align: 'end', cell: (row) => <Declared row={row} /> },
        { header: text('cash.received'), align: 'end', cell: (row) => <Received row={row} /> },
      ]}
    />
  )
}

const Way = ({ row }: { row: Row }) => {
  const text = useText(texts)
  if (row.way === 'office') return text(row.of.way === 'mpesa' ? 'cash.way.mpesa' : 'cash.way.office')
  const name = row.of.name ?? text('cash.aColleague')
  return text(row.of.given ? 'cash.way.to' : 'cash.way.from', { name })
}

const Declared = ({ row }: { row: Row }) => {
  const text = useText(texts)
  if (row.way === 'office') return row.of.byOffice ? text('cash.byOffice') : <Money amount={row.of.declared / 100} />
  const { given, cents, counted } = row.of
  return <Money amount={(given ? cents : counted) / 100} />
}

/** What the other side counted, and what is said about a difference. */
const Received = ({ row }: { row: Row }) => {
  const text = useText(texts)
  if (row.way === 'office') return row.of.way === 'mpesa' ? <AtTill of={row.of} /> : <ByOffice of={row.of} />
  const { cents, counted, given } = row.of
  return (
    <>
      <Money amount={counted / 100} />
      {counted === cents || !given ? null : (
        <span className="block text-xs">{text('cash.stayed', { amount: formatKsh((cents - counted) / 100) })}</span>
      )}
    </>
  )
}

/** What of the money was for cash with the agent, and whether it went back. */
const AtTill = ({ of: { declared, cents, reversedAt } }: { of: CashHandOver }) => {
  const text = useText(texts)
  const above = { amount: formatKsh((declared - cents) / 100) }
  return (
    <>
      <Money amount={cents / 100} />
      {reversedAt === null ? null : <span className="block text-xs">{text('cash.reversed')}</span>}
      {reversedAt === null && declared > cents ? (
        <span className="block text-xs">{text('cash.payIn.above', above)}</span>
      ) : null}
    </>
  )
}

const ByOffice = ({ of: { counted, cents, reason } }: { of: CashHandOver }) => {
  const text = useText(texts)
  if (counted === null) return <span className="text-ink-soft">{text('cash.notReceived')}</span>
  const differs = text(counted < cents ? 'cash.short' : 'cash.over', {
    amount: formatKsh(Math.abs(cents - counted) / 100),
  })
  return (
    <>
      <Money amount={counted / 100} />
      {counted === cents ? null : <span className="block text-xs">{differs}</span>}
      {reason ? (
        <span className="block text-xs break-words text-ink-soft">{text('cash.reason', { reason })}</span>
      ) : null}
    </>
  )
}
