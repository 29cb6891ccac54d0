import '../../counter.css'
import type { PaidParcel } from '@tuma/contracts/api'
import type { EvidenceState } from '@tuma/contracts/vocabulary'
import { api, Link, usePages, useText } from '@tuma/kit/runtime'
import {
  DataList,
  DateTime,
  EmptyState,
  Loaded,
  Money,
  PageHeader,
  SearchField,
  ShowMore,
  useKeptSearch,
} from '@tuma/kit/ui'
import { texts } from '../../texts.ts'

export const Paid = () => {
  const text = useText(texts)
  const [search, setSearch] = useKeptSearch()
  const pages = usePages(api.agent.paidParcels, search ? { search } : {})
  return (
    <>
      <PageHeader title={text('paid.title')} intro={text('paid.intro')} />
      <search className="mb-5 block md:max-w-md">
        <SearchField label={text('paid.search')} placeholder="TM-XXXX-XXXX-XXXX" value={search} onSearch={setSearch} />
      </search>
      <Loaded
        query={pages.query}
        failed={text('paid.failed')}
        empty={<EmptyState title={text(search ? 'paid.noMatch' : 'paid.none')} />}
      >
        {(rows) => (
          <DataList
            label={text('paid.title')}
            look="pairs paid"
            rows={rows}
            rowKey={(parcel) => parcel._id}
            columns={[
              { header: text('paid.trackerId'), primary: true, cell: (parcel) => <ToDetail parcel={parcel} /> },
              { header: text('paid.sender'), name: 'words', cell: (parcel) => <Sender parcel={parcel} /> },
              { header: text('paid.reference'), name: 'long plain', cell: (parcel) => <Payment parcel={parcel} /> },
              {
                header: text('paid.requested'),
                name: 'date plain',
                cell: (parcel) => <DateTime at={parcel.createdAt} />,
              },
              {
                header: text('paid.amount'),
                name: 'sum',
                align: 'end',
                cell: (parcel) => <Money amount={parcel.amount} />,
              },
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
    className="inline-flex items-center t-whole font-mono font-semibold min-h-11"
  >
    {trackerId}
  </Link>
)

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()

/** The sender is mostly also the payer, so that takes no line of its own. */
const Sender = ({ parcel: { senderName, payerName } }: { parcel: PaidParcel }) => {
  const text = useText(texts)
  return payerName && isSame(payerName, senderName) ? text('paid.bySender', { name: senderName }) : senderName
}

const bad = '[--tone:var(--danger)] [--wash:var(--danger-wash)]'
const looks: Record<EvidenceState, string> = {
  shown: '',
  unchecked: '',
  confirmed: '[--tone:var(--status-delivered)] [--wash:var(--status-delivered-wash)]',
  mismatched: bad,
  overdue: '[--tone:var(--status-uncollected)] [--wash:var(--status-uncollected-wash)]',
  reversed: bad,
}

/** The reference, M-Pesa's message, the evidence and the payer. A parcel paid in cash at the door has none of these. */
const Payment = ({ parcel }: { parcel: PaidParcel }) => {
  const { paymentReferenceId, mpesaMessage, senderName, payerName, evidence } = parcel
  const text = useText(texts)
  if (!paymentReferenceId) return text('paid.onDelivery')
  return (
    <>
      <span className="flex flex-wrap items-center gap-x-1.5">
        <span className="t-whole font-mono text-sm">{paymentReferenceId}</span>
        {mpesaMessage ? <Message message={mpesaMessage} /> : null}
        {evidence ? <span className={`t-badge ${looks[evidence]}`}>{text(`paid.evidence.${evidence}`)}</span> : null}
      </span>
      {payerName && !isSame(payerName, senderName) ? (
        <span className="block">{text('paid.by', { name: payerName })}</span>
      ) : null}
    </>
  )
}

/** Shows the receipt number, which the till shows too, and the whole message on request. */
const Message = ({ message }: { message: string }) => (
  <details className="group max-w-sm text-sm text-ink-soft open:basis-full">
    <summary className="-my-2 min-h-11 content-center t-whole font-mono">{message.split(' ')[0]}</summary>
    {/* Folded, it would still be as wide as its text. */}
    <span className="hidden group-open:block">{message}</span>
  </details>
)
