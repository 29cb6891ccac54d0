import type { CashDrawer } from '@tuma/contracts/api'
import { ChevronRight } from '@tuma/kit/icons'
import { useText } from '@tuma/kit/runtime'
import { DataList, DateTime, Money } from '@tuma/kit/ui'
import { useState } from 'react'
import { texts } from '../../texts.ts'
import '../../counter.css'

/** The parcels that the cash came from. They are folded away, because at the end of a day there are more than a hundred. */
export const Parcels = ({ parcels }: { parcels: CashDrawer['parcels'] }) => {
  const text = useText(texts)
  const [open, setOpen] = useState(false)
  return (
    <details className="counter-group" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <ChevronRight size={20} aria-hidden />
        <h2>{text('cash.fromParcels', { count: parcels.length })}</h2>
      </summary>
      {open ? <Rows parcels={parcels} /> : null}
    </details>
  )
}

const Rows = ({ parcels }: { parcels: CashDrawer['parcels'] }) => {
  const text = useText(texts)
  return (
    <DataList
      label={text('cash.parcels')}
      look="pairs"
      rows={parcels}
      rowKey={({ parcel, awaiting, at }) => `${parcel?.id ?? at} ${awaiting}`}
      columns={[
        {
          header: text('cash.parcel'),
          primary: true,
          cell: ({ parcel }) => <span className="font-mono text-sm">{parcel?.trackingId ?? text('cash.aParcel')}</span>,
        },
        { header: text('cash.taken'), cell: ({ at }) => <DateTime at={at} /> },
        {
          header: text('cash.how'),
          name: 'short',
          cell: ({ awaiting }) => text(awaiting ? 'cash.byTill' : 'cash.inCash'),
        },
        {
          header: text('cash.amount'),
          name: 'short',
          align: 'end',
          cell: ({ cents }) => <Money amount={cents / 100} />,
        },
      ]}
    />
  )
}
