import type { Delivery } from '@tuma/contracts/api'
import type { DeliveryStatus } from '@tuma/contracts/vocabulary'
import { api, Link, useLocation, usePages, useText } from '@tuma/kit/runtime'
import { DataList, DateTime, EmptyState, Loaded, type Pages, ShowMore, StatusBadge } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'
import { KeepFocus } from './keep-focus.tsx'
import { useLatest } from './moved.ts'
import { NextStepButton } from './next-step-button.tsx'
import { useStepDialogs } from './step-dialogs.tsx'
import { useLiveParcels } from './steps.ts'

/** One tab: the shop's parcels at one status, or all of them, newest first. */
export const ParcelList = ({
  list,
  status,
  label,
}: {
  list: 'sending' | 'receiving'
  status?: DeliveryStatus
  label: string
}) => {
  const pages = usePages(api.agent[list], status ? { status } : {})
  const fits = (row: Delivery) => status === undefined || status === tabOf(row.status)
  return <Parcels pages={pages} fits={fits} label={label} />
}

/** What is being sorted stands among the dropped. */
const tabOf = (status: DeliveryStatus): DeliveryStatus => (status === 'sorting' ? 'uncollected' : status)

const everything = () => true

/** Rows of parcels, each with its next step. One that was moved on this device leaves as soon as it no longer `fits`. */
export const Parcels = ({
  pages,
  fits = everything,
  label,
}: {
  pages: Pages<Delivery>
  fits?: (row: Delivery) => boolean
  label: string
}) => {
  const text = useText(texts)
  const latest = useLatest()
  useLiveParcels()
  const { askFor, dialog } = useStepDialogs()
  const { query } = pages
  const data = query.data?.map(latest).filter(fits)
  return (
    <>
      {dialog}
      <KeepFocus>
        <Loaded
          query={{ ...query, data }}
          failed={text('list.failed')}
          empty={pages.more ? undefined : <EmptyState title={text('list.empty')} />}
        >
          {(rows) => (
            <DataList
              words="many"
              label={label}
              rows={rows}
              rowKey={(delivery) => delivery._id}
              columns={[
                {
                  header: text('list.trackingId'),
                  primary: true,
                  cell: (delivery) => <ToDetail delivery={delivery} />,
                },
                { header: text('list.sender'), cell: (delivery) => delivery.sender.name },
                { header: text('list.receiver'), cell: (delivery) => <Receiver delivery={delivery} /> },
                { header: text('list.status'), cell: (delivery) => <Status status={delivery.status} /> },
                { header: text('list.requested'), cell: (delivery) => <DateTime at={delivery.createdAt} /> },
              ]}
              actionsLabel={text('list.steps')}
              actions={(delivery) => <NextStepButton delivery={delivery} askFor={askFor} />}
            />
          )}
        </Loaded>
      </KeepFocus>
      <ShowMore pages={pages} failed={text('list.failed')} />
    </>
  )
}

/** Leaves the list's address with the link, so that Back finds the same tab. */
const ToDetail = ({ delivery }: { delivery: Pick<Delivery, '_id' | 'deliveryType' | 'trackingId'> }) => {
  const { pathname, search } = useLocation()
  return (
    <Link
      to={`/Agent/delivery/${delivery.deliveryType}/${delivery._id}`}
      state={{ back: pathname + search }}
      className="inline-flex items-center whitespace-nowrap font-mono font-semibold cards:min-h-11"
    >
      {delivery.trackingId}
    </Link>
  )
}

const Status = ({ status }: { status: DeliveryStatus }) => {
  const text = useText(texts)
  return <StatusBadge status={status} label={status === 'uncollected' ? text('status.dropped') : undefined} />
}

const Receiver = ({ delivery: { receiver } }: { delivery: Delivery }) => (
  <>
    {receiver.name}
    <span className="block text-sm text-ink-soft">
      {[receiver.location, receiver.pickupAgent].filter(Boolean).join(', ')}
    </span>
  </>
)
