import type { BookEntry } from '@tuma/contracts/api'
import { bookAccounts, getEatDay } from '@tuma/contracts/vocabulary'
import { api, usePages, useText } from '@tuma/kit/runtime'
import { DataList, DateTime, Money, Select, TextField } from '@tuma/kit/ui'
import { dayIn, oneOf, useAddress } from '../../address.ts'
import { Paged } from '../../paged.tsx'
import { ParcelLink } from '../../parcel-link.tsx'
import { texts } from '../../texts.ts'
import { asRead } from './as-read.ts'

/** All entries of the books, newest first; filters limit them to one account or one day. */
export const Entries = () => {
  const text = useText(texts)
  const { address, put } = useAddress()
  const account = oneOf(bookAccounts, address.get('account'))
  const day = dayIn(address.get('day'))
  const pages = usePages(api.books.entries, { ...(account && { account }), ...(day && { from: day, to: day }) })
  return (
    <>
      <search className="mb-4 grid grid-cols-2 items-start gap-3 max-sm:[&_.t-field]:grid-cols-[minmax(0,1fr)] max-sm:[&_[type=date]]:px-1.5 md:max-w-2xl">
        <Select
          label={text('books.account')}
          placeholder={text('books.anyAccount')}
          value={account ?? ''}
          onChange={(event) => put('account', event.target.value)}
          options={bookAccounts.map((value) => ({ value, label: text(`books.of.${value}`) }))}
          aria-required={false}
        />
        <TextField
          label={text('audit.day')}
          type="date"
          max={getEatDay(new Date().toISOString())}
          value={day ?? ''}
          onChange={(event) => put('day', event.target.value)}
          aria-required={false}
        />
      </search>
      <Paged pages={pages} failed={text('books.failed')} none={text('books.none')}>
        {(rows) => <Lines rows={rows} />}
      </Paged>
    </>
  )
}

const Lines = ({ rows }: { rows: readonly BookEntry[] }) => {
  const text = useText(texts)
  return (
    <DataList
      words="many"
      look="pairs"
      label={text('books.tab.entries')}
      rows={rows}
      rowKey={({ _id }) => _id}
      columns={[
        {
          header: text('books.account'),
          primary: true,
          cell: ({ account, name }) => (
            <>
              {text(`books.of.${account}`)}
              {name ? <span className="block text-xs font-normal text-ink-soft">{name}</span> : null}
            </>
          ),
        },
        { header: text('books.when'), name: 'plain', cell: (entry) => <When of={entry} /> },
        { header: text('payments.parcel'), cell: (entry) => <Parcel of={entry} /> },
        {
          header: text('books.amount'),
          align: 'end',
          cell: ({ account, cents }) => <Money amount={asRead(account, cents) / 100} />,
        },
      ]}
    />
  )
}

/** When the money moved, and when the entry was booked if that was another day. */
const When = ({ of: { at, valueAt } }: { of: Pick<BookEntry, 'at' | 'valueAt'> }) => {
  const text = useText(texts)
  return (
    <>
      <DateTime at={valueAt} />
      {getEatDay(at) === getEatDay(valueAt) ? null : (
        <span className="block text-xs text-ink-soft">
          {text('books.booked')} <DateTime at={at} />
        </span>
      )}
    </>
  )
}

export const Parcel = ({ of: { parcel } }: { of: Pick<BookEntry, 'parcel'> }) => {
  const text = useText(texts)
  if (!parcel)
    return <span className="text-ink-soft">{text(parcel === null ? 'payments.deleted' : 'books.noParcel')}</span>
  return <ParcelLink to={`/Admin/delivery/${parcel.deliveryType}/${parcel.id}`}>{parcel.trackingId}</ParcelLink>
}
