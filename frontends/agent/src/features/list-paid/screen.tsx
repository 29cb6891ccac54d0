import type { PaidParcel } from '@tuma/contracts/api'
import { api, Link, usePages, useText } from '@tuma/kit/runtime'
import { DataList, DateTime, EmptyState, Loaded, Money, PageHeader } from '@tuma/kit/ui'
import { SearchBox, useSearch } from '../../search.tsx'
import { ShowMore } from '../../show-more.tsx'
import { texts } from '../../texts.ts'

export const Paid = () => {
  const text = useText(texts)
  const search = useSearch()
  const pages = usePages(api.agent.paidParcels, search.settled ? { search: search.settled } : {})
  return (
    <>
      <PageHeader title={text('paid.title')} intro={text('paid.intro')} />
      <SearchBox label={text('paid.search')} placeholder="TM-XXXX-XXXX-XXXX" search={search} />
      <Loaded
        query={pages.query}
        failed={text('paid.failed')}
        empty={<EmptyState title={text(search.settled ? 'paid.noMatch' : 'paid.none')} />}
      >
        {(rows) => (
          <DataList
            label={text('paid.title')}
            rows={rows}
            rowKey={(parcel) => parcel._id}
            columns={[
              { header: text('paid.trackerId'), primary: true, cell: (parcel) => <ToDetail parcel={parcel} /> },
              { header: text('paid.sender'), cell: (parcel) => parcel.senderName },
              { header: text('paid.reference'), cell: (parcel) => <Payment parcel={parcel} /> },
              { header: text('paid.requested'), cell: (parcel) => <DateTime at={parcel.createdAt} /> },
              { header: text('paid.amount'), align: 'end', cell: (parcel) => <Money amount={parcel.amount} /> },
            ]}
          />
        )}
      </Loaded>
      <ShowMore pages={pages} failed={text('paid.failed')} />
    </>
  )
}

const ToDetail = ({ parcel: { _id, deliveryType, trackerId } }: { parcel: PaidParcel }) => (
  <Link
    to={`/Agent/delivery/${deliveryType}/${_id}`}
    state={{ back: '/Agent/paid' }}
    className="whitespace-nowrap font-mono font-semibold"
  >
    {trackerId}
  </Link>
)

/** The reference and what M-Pesa said of it; neither exists where cash was paid at the door. */
const Payment = ({ parcel: { paymentReferenceId, mpesaMessage } }: { parcel: PaidParcel }) => {
  const text = useText(texts)
  if (!paymentReferenceId) return text('paid.onDelivery')
  return (
    <>
      <span className="whitespace-nowrap font-mono">{paymentReferenceId}</span>
      <span className="block max-w-sm text-sm text-ink-soft">{mpesaMessage}</span>
    </>
  )
}
