import type { OwedParcel } from '@tuma/contracts/api'
import { formatKsh } from '@tuma/contracts/vocabulary'
import { Banknote, Hourglass } from '@tuma/kit/icons'
import { FinishBooking } from '@tuma/kit/parcels'
import { api, Link, usePages, useQuery, useText } from '@tuma/kit/runtime'
import { DataList, DateTime, EmptyState, Loaded, Money, PageHeader, ShowMore, StatCard } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'
import { Month, useMonth } from './month.tsx'
import { PayoutNumber } from './payout-number.tsx'

/** The money that Tuma holds for this client, the parcels that it comes from, and the payouts. */
export const OwnMoney = () => {
  const text = useText(texts)
  const held = useQuery(api.money.held.queryOptions({ refetchOnMount: 'always' }))
  const chosen = useMonth()
  const { month } = chosen
  return (
    <>
      <PageHeader title={text('money.title')} intro={text('money.intro')} />
      <div className="mb-5 empty:hidden">
        <FinishBooking forms="/Client/send-parcel" />
      </div>
      <Loaded query={held} failed={text('money.failed')}>
        {({ cents, ready, payTo }) => (
          <>
            <div className="mb-6 grid gap-3 sm:grid-cols-2 lg:max-w-2xl">
              <StatCard label={text('money.ready')} value={formatKsh(ready / 100)} icon={Banknote} tone="acacia" />
              <StatCard
                label={text('money.waiting')}
                value={formatKsh((cents - ready) / 100)}
                hint={text('money.waitingHint')}
                icon={Hourglass}
                tone="sky"
              />
            </div>
            {payTo ? <PayoutNumber payTo={payTo} /> : null}
          </>
        )}
      </Loaded>
      <Month {...chosen} />
      <Parcels month={month} />
      <Payouts month={month} />
    </>
  )
}

type OfMonth = { month: string | undefined }

const Parcels = ({ month }: OfMonth) => {
  const text = useText(texts)
  const pages = usePages(api.money.parcels, month === undefined ? {} : { month })
  const none = text(month === undefined ? 'money.none' : 'money.noneInMonth')
  return (
    <section aria-labelledby="money-parcels">
      <h2 id="money-parcels" className="mb-2 text-lg">
        {text('money.parcels')}
      </h2>
      <Loaded query={pages.query} failed={text('money.failed')} empty={<EmptyState title={none} />}>
        {(rows) => (
          <DataList
            label={text('money.parcels')}
            look="pairs"
            rows={rows}
            rowKey={({ _id }) => _id}
            columns={[
              { header: text('money.parcel'), primary: true, cell: (row) => <Parcel of={row} /> },
              { header: text('money.taken'), cell: ({ at }) => <DateTime at={at} /> },
              { header: text('money.how'), name: 'short', cell: ({ how }) => text(`money.how.${how}`) },
              {
                header: text('money.product'),
                name: 'short',
                align: 'end',
                cell: (row) => <Sum of={row.product} />,
              },
              { header: text('money.fee'), name: 'short', align: 'end', cell: (row) => <Sum of={row.fee} /> },
              { header: text('money.state'), name: 'short', cell: (row) => <State of={row} /> },
              { header: text('money.yours'), name: 'short', align: 'end', cell: (row) => <Sum of={row.cents / 100} /> },
            ]}
          />
        )}
      </Loaded>
      <ShowMore pages={pages} failed={text('money.failed')} />
    </section>
  )
}

/** Who gets it, and its id, which leads to its page. */
const Parcel = ({ of: { parcel, receiver } }: { of: OwedParcel }) => {
  const text = useText(texts)
  if (!parcel) return text('money.aParcel')
  return (
    <>
      {receiver ? <span className="block">{receiver}</span> : null}
      <Link
        className="inline-flex min-h-6 items-center font-mono text-sm underline pointer-coarse:min-h-11"
        to={`/Client/delivery/${parcel.deliveryType}/${parcel.id}`}
      >
        {parcel.trackingId}
      </Link>
    </>
  )
}

/** Unknown while delivery is away. */
const Sum = ({ of: amount }: { of: number | undefined }) => (amount === undefined ? '–' : <Money amount={amount} />)

const State = ({ of: { state, paidOut } }: { of: OwedParcel }) => {
  const text = useText(texts)
  if (!paidOut) return text(`money.state.${state}`)
  return (
    <>
      {text('money.state.paid')} <DateTime at={paidOut.at} dayOnly />
      <span className="block font-mono text-sm">{paidOut.reference}</span>
    </>
  )
}

const Payouts = ({ month }: OfMonth) => {
  const text = useText(texts)
  const pages = usePages(api.money.payouts, month === undefined ? {} : { month })
  const none = text(month === undefined ? 'money.noPayouts' : 'money.noPayoutsInMonth')
  return (
    <section aria-labelledby="money-payouts" className="mt-6">
      <h2 id="money-payouts" className="mb-2 text-lg">
        {text('money.payouts')}
      </h2>
      <Loaded query={pages.query} failed={text('money.failed')} empty={<EmptyState title={none} />}>
        {(rows) => (
          <DataList
            label={text('money.payouts')}
            rows={rows}
            rowKey={({ _id }) => _id}
            columns={[
              { header: text('money.paidOn'), primary: true, cell: ({ at }) => <DateTime at={at} /> },
              {
                header: text('money.receipt'),
                cell: ({ reference }) => <span className="font-mono text-sm">{reference}</span>,
              },
              { header: text('money.count'), align: 'end', cell: ({ parcels }) => parcels },
              { header: text('money.amount'), align: 'end', cell: ({ cents }) => <Money amount={cents / 100} /> },
            ]}
          />
        )}
      </Loaded>
      <ShowMore pages={pages} failed={text('money.failed')} />
    </section>
  )
}
