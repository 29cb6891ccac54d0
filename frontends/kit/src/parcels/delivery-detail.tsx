import './parcels.css'
import type { Delivery, DeliveryDetail as Detailed } from '@tuma/contracts/api'
import type { DeliveryStatus, DeliveryType } from '@tuma/contracts/vocabulary'
import { ArrowLeft, PackageX } from '@tuma/kit/icons'
import { api, kitTexts, useNavigate, useQuery, useRootState, useText } from '@tuma/kit/runtime'
import { Button, ButtonLink, Card, ErrorState, PageHeader, Skeleton, StatusBadge, TrackingId } from '@tuma/kit/ui'
import type { ReactNode } from 'react'
import { ParcelFacts, PartyFacts, PaymentFacts, PricingFacts } from './delivery-facts.tsx'
import { HeldBadge, StageBadge, WayBadge } from './held.tsx'
import { ParcelPhotos } from './photos.tsx'
import { ReceiptButton } from './receipt.tsx'
import { StickerTag } from './sticker-tag.tsx'
import { parcelTexts } from './texts.ts'

export type DeliveryDetailProps = {
  type: DeliveryType
  id: string
  /** Where the Back buttons lead. */
  back: string
  /** Navigation state that Back takes along. */
  backState?: object | undefined
  /** What shops and the office call a status; its sender reads which step has come true. */
  statusWord?: (status: DeliveryStatus) => string
  /** Is first on the page, and at the foot of a phone's screen: an agent's next step. */
  first?: (delivery: Delivery) => ReactNode
  /** Puts the receipt among the sender's actions, and not at the end. */
  receiptAbove?: boolean
  /** For the office: each phone number has buttons to call and write. */
  canReach?: boolean
  /** Beside the receipt and Back. */
  buttons?: (delivery: Delivery) => ReactNode
  /** What its sender is told first: where it is, its way so far. */
  told?: (delivery: Detailed) => ReactNode
  /** What an area adds below: an admin's history, an agent's next parcel. */
  children?: (delivery: Detailed) => ReactNode
}

/** A delivery in full, for those who may see it: its owner, the agents of both shops, admins. */
export function DeliveryDetail({ type, id, back, backState, told, children, ...parts }: DeliveryDetailProps) {
  const text = useText(parcelTexts)
  const kit = useText(kitTexts)
  const navigate = useNavigate()
  const detail = useQuery(api.deliveries.detail.queryOptions({ input: { type, id } }))
  const backButton = (
    <ButtonLink to={back} state={backState} variant="secondary" icon={ArrowLeft}>
      {text('back')}
    </ButtonLink>
  )
  return (
    <>
      <PageHeader title={text('detail.title')}>{backButton}</PageHeader>
      {detail.data ? (
        <Full delivery={detail.data} back={backButton} told={told?.(detail.data)} {...parts}>
          {children?.(detail.data)}
        </Full>
      ) : detail.isError ? (
        <ErrorState
          title={text('detail.failed')}
          icon={detail.error.code === 'not_found' ? PackageX : undefined}
          retryLabel={text('detail.goBack')}
          onRetry={() => void navigate(back, { state: backState })}
        >
          {detail.error.code === 'not_found' ? (
            <p>{text('detail.none')}</p>
          ) : (
            <Button variant="secondary" loading={detail.isFetching} onClick={() => void detail.refetch()}>
              {kit('tryAgain')}
            </Button>
          )}
        </ErrorState>
      ) : (
        <Skeleton rows={5} />
      )}
    </>
  )
}

type FullProps = Pick<DeliveryDetailProps, 'first' | 'buttons' | 'statusWord' | 'receiptAbove' | 'canReach'> & {
  delivery: Delivery
  back: ReactNode
  told: ReactNode
  children: ReactNode
}

function Full({ delivery, back, told, children, ...parts }: FullProps) {
  const { first, buttons, statusWord, receiptAbove = false, canReach = false } = parts
  const text = useText(parcelTexts)
  const about = canReach ? delivery.trackingId : undefined
  useRootState('at-hand', first !== undefined)
  const detail = (
    <div className="parcel-detail">
      <Card className="parcel-label">
        <TrackingId id={delivery.trackingId} />
        <StickerTag parcel={delivery} />
        {statusWord ? (
          <StatusBadge status={delivery.status} label={statusWord(delivery.status)} />
        ) : (
          <StageBadge parcel={delivery} />
        )}
        <HeldBadge held={delivery.held} />
        {statusWord ? <WayBadge parcel={delivery} /> : null}
      </Card>
      {told}
      <PartyFacts
        title={text('form.sender')}
        party={delivery.sender}
        whose="sender"
        cantBeTold={delivery.cantBeTold}
        about={about}
        shop={[text('sender.agent'), delivery.sender.dropoffAgent]}
      />
      <PartyFacts
        title={text('form.receiver')}
        party={delivery.receiver}
        whose="receiver"
        cantBeTold={delivery.cantBeTold}
        about={about}
        shop={[text('receiver.agent'), delivery.receiver.pickupAgent]}
      />
      <PaymentFacts delivery={delivery} />
      <PricingFacts delivery={delivery} />
      <ParcelFacts delivery={delivery} about={about} />
      <div className="parcel-added">
        <ParcelPhotos delivery={delivery} />
        {children}
      </div>
      <div className="parcel-buttons">
        {delivery.paymentReferenceId && !receiptAbove ? <ReceiptButton trackingId={delivery.trackingId} /> : null}
        {buttons?.(delivery)}
        {back}
      </div>
    </div>
  )
  if (!first) return detail
  return (
    <div className="parcel-at-hand">
      <div className="parcel-first">{first(delivery)}</div>
      {detail}
    </div>
  )
}
