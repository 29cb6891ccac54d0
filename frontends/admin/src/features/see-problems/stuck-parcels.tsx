import type { Delivery } from '@tuma/contracts/api'
import { DeadlineTag, HeldBadge, WayBadge } from '@tuma/kit/parcels'
import { api, usePages, useText } from '@tuma/kit/runtime'
import { type Column, DataList } from '@tuma/kit/ui'
import type { ReactNode } from 'react'
import { Paged } from '../../paged.tsx'
import { ParcelLink } from '../../parcel-link.tsx'
import { ParcelStatus } from '../../status-word.tsx'
import { Acts } from '../decide-parcel/acts.tsx'
import type { Chosen } from './kinds.ts'
import { Deadline, ShopAndRider } from './late.tsx'
import { Since, TurnOf, Why } from './standing-words.tsx'
import { problemTexts } from './texts.ts'

/** Each row shows why, since when and who must act, and offers the next act. */
export const StuckParcels = ({ chosen }: { chosen: Chosen }) => {
  const text = useText(problemTexts)
  const pages = usePages(api.adminDeliveries.list, chosen)
  const isLate = 'needs' in chosen && chosen.needs === 'late'
  const timeAndTurn = useTimeAndTurn(isLate)
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
            {
              header: text('problems.parcel'),
              primary: true,
              cell: (delivery) => (
                <Parcel delivery={delivery}>{isLate ? null : <DeadlineTag parcel={delivery} />}</Parcel>
              ),
            },
            { header: text('problems.why'), name: 'long', cell: (delivery) => <Why delivery={delivery} /> },
            ...timeAndTurn,
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

/** Since when the parcel is stuck and who must act; for late parcels the deadline and whom to call. */
const useTimeAndTurn = (isLate: boolean): Column<Delivery>[] => {
  const text = useText(problemTexts)
  return isLate
    ? [
        { header: text('problems.deadline'), name: 'date', cell: (delivery) => <Deadline delivery={delivery} /> },
        {
          header: text('problems.shopAndRider'),
          name: 'turn',
          cell: (delivery) => <ShopAndRider delivery={delivery} />,
        },
      ]
    : [
        { header: text('problems.since'), name: 'date', cell: (delivery) => <Since delivery={delivery} /> },
        { header: text('problems.turn'), name: 'turn', cell: (delivery) => <TurnOf delivery={delivery} /> },
      ]
}

const Parcel = ({ delivery, children }: { delivery: Delivery; children: ReactNode }) => (
  <>
    <ParcelLink to={`/Admin/delivery/${delivery.deliveryType}/${delivery._id}`}>{delivery.trackingId}</ParcelLink>
    <span className="stuck-state">
      <ParcelStatus status={delivery.status} />
      <HeldBadge held={delivery.held} />
      <WayBadge parcel={delivery} />
      {children}
    </span>
  </>
)
