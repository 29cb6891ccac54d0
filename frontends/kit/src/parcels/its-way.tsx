import './journey.css'
import type { DeliveryDetail } from '@tuma/contracts/api'
import { dueAtHandOver, shopToGoTo } from '@tuma/contracts/vocabulary'
import { useText } from '@tuma/kit/runtime'
import { Card } from '@tuma/kit/ui'
import type { ReactNode } from 'react'
import { ShareParcel } from './share.tsx'
import { parcelTexts } from './texts.ts'
import { Timeline } from './timeline.tsx'
import { WhereItIs } from './where-it-is.tsx'

/** To its sender what anybody who follows it is told, and whom they tell. Their buttons come as children. */
export function ItsWay({ delivery, children }: { delivery: DeliveryDetail; children?: ReactNode }) {
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
      <div className="parcel-buttons">{children}</div>
      {history ? (
        <>
          <h2 className="parcel-group">{text('track.history')}</h2>
          <Timeline label={text('track.history')} history={history} />
        </>
      ) : null}
    </Card>
  )
}
