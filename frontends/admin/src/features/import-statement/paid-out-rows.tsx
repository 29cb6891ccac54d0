import type { Difference } from '@tuma/contracts/api'
import { dayOfReceipt, displayPhone, type PaidOutTab } from '@tuma/contracts/vocabulary'
import { MessageSquareText } from '@tuma/kit/icons'
import { Link, useText } from '@tuma/kit/runtime'
import { DataList, DateTime } from '@tuma/kit/ui'
import { RowButton, RowButtons } from '../../row-button.tsx'
import { texts } from '../../texts.ts'
import { Cents } from './amounts.tsx'

type Row = { of: Difference }
type Props = { tab: PaidOutTab; rows: readonly Difference[]; onExplain: (row: Difference) => void }

/** Money that left the till: the record in Tuma next to the row of the statement. */
export const PaidOutRows = ({ tab, rows, onExplain }: Props) => {
  const text = useText(texts)
  const explain = text(tab === 'paidOutUnnoted' ? 'differences.ours' : 'differences.explain')
  return (
    <DataList
      label={text(`differences.${tab}`)}
      words="some"
      rows={rows}
      rowKey={({ _id }) => _id}
      columns={[
        { header: text('payments.receipt'), primary: true, cell: (row) => <Receipt of={row} /> },
        ...(tab === 'paidOutUnnoted'
          ? []
          : [
              { header: text('books.paidTo'), cell: (row: Difference) => <To of={row} /> },
              { header: text('books.paidBy'), cell: (row: Difference) => <By of={row} /> },
            ]),
        { header: text('statements.when'), cell: (row) => <When of={row} /> },
        { header: text('differences.noted'), cell: (row) => <Noted of={row} />, align: 'end' },
        { header: text('differences.stated'), cell: (row) => <Stated of={row} />, align: 'end' },
      ]}
      actions={(row) => (
        <div tabIndex={-1} className="rounded-lg">
          <RowButtons>
            <RowButton icon={MessageSquareText} label={explain} of={row.receipt} onClick={() => onExplain(row)} />
          </RowButtons>
        </div>
      )}
    />
  )
}

/** Links to the pages where the office records a row that has no payout or refund. */
export const WhereToNote = () => {
  const text = useText(texts)
  const places = [
    ['/Admin/books?tab=ready', text('differences.notePayout')],
    ['/Admin/payments', text('differences.noteRefund')],
  ] as const
  return (
    <p className="mb-3 flex flex-wrap gap-x-5">
      {places.map(([to, name]) => (
        <Link key={to} to={to} className="t-link inline-flex min-h-11 items-center text-sm">
          {name}
        </Link>
      ))}
    </p>
  )
}

/** Links to the payout or refund; a row without one has no link. */
const Receipt = ({ of: { receipt, paidOut } }: Row) =>
  paidOut?.noted ? (
    <Link
      to={`/Admin/books?tab=paidOut&search=${receipt}`}
      className="t-link inline-flex min-h-11 items-center font-mono text-sm"
    >
      {receipt}
    </Link>
  ) : (
    <span className="font-mono text-sm">{receipt}</span>
  )

/** Without a row: the day in the receipt number, so that the admin can look in the portal on that day. */
const When = ({ of: { at, receipt, paidOut } }: Row) => {
  const day = paidOut?.statedCents === null ? dayOfReceipt(receipt) : null
  return day === null ? <DateTime at={at} /> : <DateTime at={`${day}T12:00:00+03:00`} dayOnly />
}

const To = ({ of: { paidOut } }: Row) => {
  const text = useText(texts)
  if (!paidOut?.noted) return null
  const { of, name, phone } = paidOut.noted
  return (
    <>
      {name ?? text('books.noAccount')}
      <span className="block text-xs font-normal text-ink-soft">
        {phone ? `${displayPhone(phone)} · ` : ''}
        {text(`books.outgoing.${of}`)}
      </span>
    </>
  )
}

const By = ({ of: { paidOut } }: Row) => {
  const text = useText(texts)
  return paidOut?.noted?.by ?? text('books.gone')
}

const Noted = ({ of: { paidOut } }: Row) => {
  const text = useText(texts)
  return paidOut?.noted ? <Cents of={paidOut.noted.cents} /> : <None says={text('differences.notNoted')} />
}

const Stated = ({ of: { paidOut } }: Row) => {
  const text = useText(texts)
  const cents = paidOut?.statedCents ?? null
  return cents === null ? <None says={text('differences.notStated')} /> : <Cents of={cents} />
}

const None = ({ says }: { says: string }) => <span className="text-ink-soft">{says}</span>
