import './journey.css'
import type { DeliveryDetail } from '@tuma/contracts/api'
import type { DeliveryStatus } from '@tuma/contracts/vocabulary'
import { dueAtHandOver, shopToGoTo } from '@tuma/contracts/vocabulary'
import { useText } from '@tuma/kit/runtime'
import { Card } from '@tuma/kit/ui'
import type { ReactNode } from 'react'
import { ShareParcel } from './share.tsx'
import { parcelTexts } from './texts.ts'
import { Timeline } from './timeline.tsx'
import { WhereItIs } from './where-it-is.tsx'

type Props = {
  delivery: DeliveryDetail
  /** What an area calls a status, where it has a word of its own. */
  statusWord?: (status: DeliveryStatus) => string
  /** Their buttons. */
  children?: ReactNode
}

/** To who may see it in full what anybody who follows it is told, and whom they tell. */
export function ItsWay({ delivery, statusWord, children }: Props) {
  const text = useText(parcelTexts)
  const { trackingId, deliveryType, status, receiver, history } = delivery
  return (
    <Card className="parcel-found parcel-its-way">
      <WhereItIs
        deliveryType={deliveryType}
        status={status}
        shop={shopToGoTo(delivery)}
        due={dueAtHandOver(delivery)}
      />
      <ShareParcel trackingId={trackingId} phone={receiver.phone} />
      {children ? <div className="parcel-buttons">{children}</div> : null}
      {history ? (
        <>
          <h2 className="parcel-group">{text('track.history')}</h2>
          <Timeline label={text('track.history')} history={history} statusWord={statusWord} />
        </>
      ) : null}
    </Card>
  )
}
