import type { Delivery, DeliveryDetail as Detailed } from '@tuma/contracts/api'
import { type DeliveryType, dueAtHandOver, shopToGoTo } from '@tuma/contracts/vocabulary'
import { DeliveryDetail, WhereItIs } from '@tuma/kit/parcels'
import { useNavigate, useParams, useText } from '@tuma/kit/runtime'
import { Button, Card } from '@tuma/kit/ui'
import { useState } from 'react'
import { texts } from '../../texts.ts'
import { useLiveDeliveries, useRemove } from '../list-deliveries/changes.ts'
import { EditStatus } from '../list-deliveries/edit-status.tsx'
import { History } from './history.tsx'

const list = '/Admin/deliveries'

export const Detail = () => {
  const { type, id = '' } = useParams()
  useLiveDeliveries()
  return (
    <DeliveryDetail type={type as DeliveryType} id={id} back={list} told={(delivery) => <AtHand delivery={delivery} />}>
      {(delivery) => <History delivery={delivery} />}
    </DeliveryDetail>
  )
}

/** What those who follow it are told, and what an admin may do about it. */
const AtHand = ({ delivery }: { delivery: Detailed }) => {
  const text = useText(texts)
  const { deliveryType, status } = delivery
  return (
    <Card className="parcel-found parcel-its-way">
      <p className="t-hint">{text('delivery.told')}</p>
      <WhereItIs
        deliveryType={deliveryType}
        status={status}
        shop={shopToGoTo(delivery)}
        due={dueAtHandOver(delivery)}
      />
      <Change delivery={delivery} />
    </Card>
  )
}

const Change = ({ delivery }: { delivery: Delivery }) => {
  const text = useText(texts)
  const navigate = useNavigate()
  const [editing, setEditing] = useState(false)
  const remove = useRemove(() => void navigate(list, { replace: true }))
  return (
    <div className="flex flex-wrap gap-3">
      {editing ? <EditStatus delivery={delivery} onClose={() => setEditing(false)} /> : null}
      <Button onClick={() => setEditing(true)}>{text('status.title')}</Button>
      <Button variant="danger" loading={remove.pending !== undefined} onClick={() => void remove.ask(delivery)}>
        {text('delete')}
      </Button>
    </div>
  )
}
