import './parcels.css'
import type { Delivery } from '@tuma/contracts/api'
import type { DeliveryType } from '@tuma/contracts/vocabulary'
import { ArrowLeft } from '@tuma/kit/icons'
import { api, useNavigate, useQuery, useText } from '@tuma/kit/runtime'
import { ButtonLink, Card, ErrorState, PageHeader, Skeleton, StatusBadge, TrackingId } from '@tuma/kit/ui'
import type { ReactNode } from 'react'
import { ParcelFacts, PartyFacts, PaymentFacts, PricingFacts } from './delivery-facts.tsx'
import { ReceiptButton } from './receipt.tsx'
import { parcelTexts } from './texts.ts'

export type DeliveryDetailProps = {
  type: DeliveryType
  id: string
  /** Where the Back buttons lead. */
  back: string
  /** What an area adds beneath: an admin's history, an agent's next step. */
  children?: (delivery: Delivery) => ReactNode
}

/** A delivery in full, for those who may see it: its owner, the agents of both shops, admins. */
export function DeliveryDetail({ type, id, back, children }: DeliveryDetailProps) {
  const text = useText(parcelTexts)
  const navigate = useNavigate()
  const detail = useQuery(api.deliveries.detail.queryOptions({ input: { type, id } }))
  const backButton = (
    <ButtonLink to={back} variant="secondary" icon={ArrowLeft}>
      {text('back')}
    </ButtonLink>
  )
  return (
    <>
      <PageHeader title={text('detail.title')}>{backButton}</PageHeader>
      {detail.data ? (
        <Full delivery={detail.data} back={backButton}>
          {children?.(detail.data)}
        </Full>
      ) : detail.isError ? (
        <ErrorState
          title={text('detail.failed')}
          retryLabel={text('detail.goBack')}
          onRetry={() => void navigate(back)}
        />
      ) : (
        <Skeleton rows={5} />
      )}
    </>
  )
}

function Full({ delivery, back, children }: { delivery: Delivery; back: ReactNode; children: ReactNode }) {
  const text = useText(parcelTexts)
  return (
    <div className="parcel-detail">
      <Card className="parcel-label">
        <TrackingId id={delivery.trackingId} />
        <StatusBadge status={delivery.status} />
      </Card>
      <PartyFacts
        title={text('form.sender')}
        party={delivery.sender}
        shop={[text('sender.agent'), delivery.sender.dropoffAgent]}
      />
      <PartyFacts
        title={text('form.receiver')}
        party={delivery.receiver}
        shop={[text('receiver.agent'), delivery.receiver.pickupAgent]}
      />
      <PaymentFacts delivery={delivery} />
      <PricingFacts delivery={delivery} />
      <ParcelFacts delivery={delivery} />
      <div className="parcel-added">{children}</div>
      <div className="parcel-buttons">
        {delivery.paymentReferenceId ? <ReceiptButton trackingId={delivery.trackingId} /> : null}
        {back}
      </div>
    </div>
  )
}
