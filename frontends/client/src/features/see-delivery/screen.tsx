import type { DeliveryDetail as Detailed } from '@tuma/contracts/api'
import { type DeliveryType, isUnderWay } from '@tuma/contracts/vocabulary'
import { DeliveryDetail, HeldForSender, ItsWay, LabelButton, ReceiptButton, SendAgain } from '@tuma/kit/parcels'
import { useParams } from '@tuma/kit/runtime'
import { useFreshDeliveries } from '../../fresh-deliveries.ts'
import { ChangePhone } from '../change-receiver/change-phone.tsx'
import { Decision, HaveItBack } from '../decide-wait/decision.tsx'

const told = (delivery: Detailed) => (
  <>
    <Decision delivery={delivery} />
    <HeldForSender held={delivery.held} />
    <ItsWay delivery={delivery}>
      {delivery.paymentReferenceId ? <ReceiptButton trackingId={delivery.trackingId} /> : null}
      {isUnderWay(delivery) ? <LabelButton trackingId={delivery.trackingId} /> : null}
      <SendAgain parcel={delivery} />
      <ChangePhone delivery={delivery} />
      <HaveItBack delivery={delivery} />
    </ItsWay>
  </>
)

export const Detail = () => {
  const { type, id = '' } = useParams()
  useFreshDeliveries()
  return <DeliveryDetail type={type as DeliveryType} id={id} back="/Client/delivery-history" told={told} receiptAbove />
}
