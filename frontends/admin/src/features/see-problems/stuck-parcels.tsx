import type { Delivery } from '@tuma/contracts/api'
import { HeldBadge, WayBadge } from '@tuma/kit/parcels'
import { api, usePages, useText } from '@tuma/kit/runtime'
import { DataList } from '@tuma/kit/ui'
import { Paged } from '../../paged.tsx'
import { ParcelLink } from '../../parcel-link.tsx'
import { ParcelStatus } from '../../status-word.tsx'
import { Acts } from '../decide-parcel/acts.tsx'
import type { Chosen } from './kinds.ts'
import { Since, TurnOf, Why } from './standing-words.tsx'
import { problemTexts } from './texts.ts'

/** Each row says why, since when and whose turn it is, and offers what brings it on. */
export const StuckParcels = ({ chosen }: { chosen: Chosen }) => {
  const text = useText(problemTexts)
  const pages = usePages(api.adminDeliveries.list, chosen)
  return (
    <Paged pages={pages} failed={text('problems.failed')} none={text('problems.none')}>
      {(rows) => (
        <DataList
          words="many"
          look="pairs stuck"
          label={text('problems.title')}
          rows={rows}
          rowKey={({ _id }) => _id}
          columns={[
            { header: text('problems.parcel'), primary: true, cell: (delivery) => <Parcel delivery={delivery} /> },
            { header: text('problems.why'), name: 'long', cell: (delivery) => <Why delivery={delivery} /> },
            { header: text('problems.since'), name: 'date', cell: (delivery) => <Since delivery={delivery} /> },
            { header: text('problems.turn'), name: 'turn', cell: (delivery) => <TurnOf delivery={delivery} /> },
          ]}
          actions={(delivery) => (
            <div className="flex flex-wrap justify-end gap-2 cards:justify-start">
              <Acts delivery={delivery} most={2} of={delivery.trackingId} />
            </div>
          )}
        />
      )}
    </Paged>
  )
}

const Parcel = ({ delivery }: { delivery: Delivery }) => (
  <>
    <ParcelLink to={`/Admin/delivery/${delivery.deliveryType}/${delivery._id}`}>{delivery.trackingId}</ParcelLink>
    <span className="stuck-state">
      <ParcelStatus status={delivery.status} />
      <HeldBadge held={delivery.held} />
      <WayBadge parcel={delivery} />
    </span>
  </>
)
