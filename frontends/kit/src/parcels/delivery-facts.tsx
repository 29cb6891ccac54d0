import type { Delivery, DeliveryDetail } from '@tuma/contracts/api'
import { type Contents, displayPhone, formatKsh, type PartyRole } from '@tuma/contracts/vocabulary'
import { useText } from '@tuma/kit/runtime'
import { Card, Facts, formatDateTime } from '@tuma/kit/ui'
import type { ComponentProps } from 'react'
import { NotToldParty } from './not-told.tsx'
import { Reach } from './reach.tsx'
import { parcelTexts } from './texts.ts'

type Rows = ComponentProps<typeof Facts>['rows']

const Group = ({ title, rows, className }: { title: string; rows: Rows; className?: string }) => (
  <Card className={className}>
    <h2 className="parcel-group">{title}</h2>
    <Facts rows={rows} />
  </Card>
)

type Party = {
  name: string
  phone: string
  location: string
  pickupAddress?: string | null
  moreDetails?: string | null
}

type About = { about?: string | undefined }

/** With `about`, a tracking id, they can be called and written to about that. */
const Phone = ({ of: { name, phone }, about }: About & { of: { name: string; phone: string } }) =>
  about ? (
    <span className="parcel-phone">
      {displayPhone(phone)} <Reach name={name} phone={phone} trackingId={about} />
    </span>
  ) : (
    displayPhone(phone)
  )

/** `shop` with its label: where the parcel is handed in or collected; null for a door step. */
export function PartyFacts({
  title,
  party,
  shop,
  about,
  whose,
  cantBeTold,
}: About & {
  title: string
  whose: PartyRole
  /** Of the parcel: whom SMS can't reach. */
  cantBeTold: PartyRole[] | undefined
  party: Party
  shop: readonly [string, string | null]
}) {
  const text = useText(parcelTexts)
  return (
    <Group
      title={title}
      rows={[
        [text('detail.name'), party.name],
        [
          text('detail.phone'),
          <span key="phone">
            <Phone of={party} about={about} />
            <NotToldParty whose={whose} cantBeTold={cantBeTold} />
          </span>,
        ],
        [text('detail.location'), party.location],
        shop,
        [text('receiver.address'), party.pickupAddress],
        [text('receiver.details'), party.moreDetails],
      ]}
    />
  )
}

export function PaymentFacts({ delivery }: { delivery: DeliveryDetail }) {
  const text = useText(parcelTexts)
  const { evidence } = delivery
  return (
    <Group
      title={text('detail.payment')}
      rows={[
        [text('detail.method'), text(`method.${delivery.paymentMethod}`)],
        [text('detail.paid'), text(delivery.paid ? 'detail.yes' : 'detail.no')],
        [text('detail.evidence'), evidence ? text(`evidence.${evidence}`) : null],
        [text('detail.reference'), delivery.paymentReferenceId || null],
      ]}
    />
  )
}

/** The product's price is shown only if the receiver still owes it. */
export function PricingFacts({ delivery }: { delivery: Delivery }) {
  const text = useText(parcelTexts)
  const { productPaid, productPrice } = delivery.receiver
  return (
    <Group
      title={text('detail.pricing')}
      rows={[
        [text('detail.productPaid'), productPaid && text(`detail.${productPaid}`)],
        [text('sum.product'), productPaid === 'no' && productPrice ? formatKsh(productPrice) : null],
        [text('sum.fee'), formatKsh(delivery.deliveryFee)],
        [text('sum.total'), formatKsh(delivery.totalAmount)],
      ]}
    />
  )
}

const Rider = ({ of, about }: About & { of: NonNullable<Delivery['rider']> }) => (
  <>
    {of.name}, <Phone of={of} about={about} />
  </>
)

export function ParcelFacts({ delivery, about }: About & { delivery: Delivery }) {
  const text = useText(parcelTexts)
  const { rider, picker, pricingTier } = delivery
  const said: Record<keyof Contents, Rows[number]> = {
    parcelDescription: [text('parcel.description'), delivery.parcelDescription],
  }
  return (
    <Group
      className="parcel-contents"
      title={text('form.parcel')}
      rows={[
        ...Object.values(said),
        [text('detail.type'), text(`type.${delivery.deliveryType}`)],
        [text('detail.tier'), pricingTier && text(`tier.${pricingTier}`)],
        [text('detail.requested'), formatDateTime(delivery.createdAt)],
        [text('detail.rider'), rider && <Rider key="rider" of={rider} about={about} />],
        [text('detail.picker'), picker && `${picker.pickerName}, ${displayPhone(picker.pickerPhone)}`],
        [text('detail.nationalId'), picker?.pickerNationalId ?? (picker?.pickerIdSeen ? text('detail.idSeen') : null)],
      ]}
    />
  )
}
