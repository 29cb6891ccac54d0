import type { Delivery } from '@tuma/contracts/api'
import { Ellipsis, Eye, Pencil, Trash2 } from '@tuma/kit/icons'
import { DeadlineTag, HeldBadge, parcelTexts, StickerTag, WayBadge } from '@tuma/kit/parcels'
import { useText } from '@tuma/kit/runtime'
import { Button, ButtonLink, DataList, DateTime, Money } from '@tuma/kit/ui'
import { useFolded } from '../../folded.tsx'
import { ParcelLink } from '../../parcel-link.tsx'
import { named, RowButton, RowButtons } from '../../row-button.tsx'
import { ParcelStatus } from '../../status-word.tsx'
import { texts } from '../../texts.ts'

const getDetail = ({ deliveryType, _id }: Delivery): string => `/Admin/delivery/${deliveryType}/${_id}`

export const Table = (props: {
  rows: readonly Delivery[]
  onEdit: (delivery: Delivery) => void
  onDelete: (delivery: Delivery) => void
}) => {
  const text = useText(texts)
  return (
    <DataList
      words="many"
      look="parcels"
      label={text('deliveries.title')}
      rows={props.rows}
      rowKey={(delivery) => delivery._id}
      columns={[
        { header: text('deliveries.trackingId'), primary: true, cell: (delivery) => <Parcel delivery={delivery} /> },
        {
          name: 'sender',
          header: text('deliveries.sender'),
          cell: ({ sender }) => <Party {...sender} shop={sender.dropoffAgent} />,
        },
        {
          name: 'receiver',
          header: text('deliveries.receiver'),
          cell: ({ receiver }) => <Party {...receiver} shop={receiver.pickupAgent} />,
        },
        { name: 'status', header: text('deliveries.status'), cell: (delivery) => <Standing {...delivery} /> },
        {
          name: 'amount',
          header: text('deliveries.amount'),
          cell: ({ totalAmount }) => <Money amount={totalAmount} />,
          align: 'end',
        },
      ]}
      actions={(delivery) => <Actions delivery={delivery} {...props} />}
    />
  )
}

const Parcel = ({ delivery }: { delivery: Delivery }) => {
  const parcel = useText(parcelTexts)
  return (
    <>
      <ParcelLink to={getDetail(delivery)}>{delivery.trackingId}</ParcelLink> <StickerTag parcel={delivery} />
      <span className="block text-xs font-normal text-ink-soft">
        {parcel(`type.${delivery.deliveryType}`)} · <DateTime at={delivery.createdAt} dayOnly />
      </span>
    </>
  )
}

const Standing = (delivery: Delivery) => (
  <span className="flex flex-wrap gap-1">
    <ParcelStatus status={delivery.status} />
    <HeldBadge held={delivery.held} />
    <WayBadge parcel={delivery} />
    <DeadlineTag parcel={delivery} />
  </span>
)

const Party = ({ name, location, shop }: { name: string; location: string; shop: string | null }) => (
  <div className="min-w-0">
    {name}
    <span className="block text-xs text-ink-soft">{[location, shop].filter(Boolean).join(', ')}</span>
  </div>
)

const Actions = ({
  delivery,
  onEdit,
  onDelete,
}: {
  delivery: Delivery
  onEdit: (delivery: Delivery) => void
  onDelete: (delivery: Delivery) => void
}) => {
  const text = useText(texts)
  const { button, region } = useFolded()
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        icon={Ellipsis}
        className="parcel-more"
        aria-label={named(text('deliveries.more'), delivery.trackingId)}
        {...button}
      />
      <div className="parcel-acts" {...region}>
        <RowButtons>
          <ButtonLink
            to={getDetail(delivery)}
            variant="quiet"
            size="small"
            icon={Eye}
            title={text('view')}
            aria-label={named(text('view'), delivery.trackingId)}
          >
            <span className="t-row-word">{text('view')}</span>
          </ButtonLink>
          <RowButton icon={Pencil} label={text('edit')} of={delivery.trackingId} onClick={() => onEdit(delivery)} />
          <RowButton
            danger
            icon={Trash2}
            label={text('delete')}
            of={delivery.trackingId}
            onClick={() => onDelete(delivery)}
          />
        </RowButtons>
      </div>
    </>
  )
}
