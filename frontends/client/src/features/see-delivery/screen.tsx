import type { DeliveryType } from '@tuma/contracts/vocabulary'
import { DeliveryDetail } from '@tuma/kit/parcels'
import { useParams } from '@tuma/kit/runtime'
import { useFreshDeliveries } from '../../fresh-deliveries.ts'

export const Detail = () => {
  const { type, id = '' } = useParams()
  useFreshDeliveries()
  return <DeliveryDetail type={type as DeliveryType} id={id} back="/Client/delivery-history" />
}
