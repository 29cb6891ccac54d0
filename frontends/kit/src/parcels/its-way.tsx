import './journey.css'
import type { DeliveryDetail } from '@tuma/contracts/api'
import type { DeliveryStatus } from '@tuma/contracts/vocabulary'
import { dueAtHandOver, formatKsh, shopToGoTo } from '@tuma/contracts/vocabulary'
import { api, useQuery, useSession, useText } from '@tuma/kit/runtime'
import { Card } from '@tuma/kit/ui'
import type { ReactNode } from 'react'
import { holdTexts } from './hold-texts.ts'
import { journeyTexts } from './journey-texts.ts'
import { aboutIn } from './place-card.tsx'
import { ShareParcel } from './share.tsx'
import { parcelTexts } from './texts.ts'
import { type Mark, Timeline } from './timeline.tsx'
import { WhereItIs } from './where-it-is.tsx'

type Props = {
  delivery: DeliveryDetail
  /** What an area calls a status, where it has a word of its own. */
  statusWord?: (status: DeliveryStatus) => string
  /** The page already shows the hold. */
  saysWhyAbove?: boolean
  /** Their buttons. */
  children?: ReactNode
}

/** Where a parcel is and its progress, to its sender, who may tell the receiver, and to the shops. */
export function ItsWay({ delivery, statusWord, saysWhyAbove = false, children }: Props) {
  const text = useText(parcelTexts)
  const session = useSession()
  const marks = useMarks(delivery, saysWhyAbove)
  const { trackingId, receiver, history, waiting, leg } = delivery
  const isSender = session.status === 'signed-in' && session.user.role === 'user'
  const shop = shopToGoTo(delivery)
  const shops = useQuery(api.locations.shops.queryOptions({ enabled: isSender && shop !== undefined }))
  return (
    <Card className="parcel-found parcel-its-way">
      <WhereItIs
        {...delivery}
        shop={shop && { ...shop, about: aboutIn(shops.data, shop) }}
        due={dueAtHandOver(delivery)}
        waitsUntil={waiting?.until}
        reader={isSender ? 'sender' : 'staff'}
        aheadBelow={history !== undefined}
      />
      <NothingDue delivery={delivery} />
      {leg === 'back' || !isSender ? null : (
        <ShareParcel
          trackingId={trackingId}
          phone={receiver.phone}
          parcel={delivery}
          to={[receiver.pickupAgent, receiver.location].filter(Boolean).join(', ')}
          due={dueAtHandOver(delivery)}
        />
      )}
      {children ? <div className="parcel-buttons">{children}</div> : null}
      {history ? (
        <>
          <h2 className="parcel-group">{text('track.history')}</h2>
          <Timeline
            label={text('track.history')}
            history={history}
            statusWord={statusWord}
            marks={marks}
            parcel={delivery}
          />
        </>
      ) : null}
    </Card>
  )
}

/** Tells a payer that nothing more is due. A doubted payment is shown above. */
const NothingDue = ({ delivery: { paid, totalAmount, held = [] } }: Pick<Props, 'delivery'>) => {
  const text = useText(journeyTexts)
  if (!paid || held.includes('payment_doubted')) return null
  return <p>{text('its.paid', { amount: formatKsh(totalAmount) })}</p>
}

/** The current problems of the parcel: its holds with their notes, and that it is missing or cancelled. */
const useMarks = ({ held = [], remarks = [], outcome }: DeliveryDetail, saysWhyAbove: boolean): Mark[] => {
  const text = useText(parcelTexts)
  const reason = useText(holdTexts)
  const holds = (saysWhyAbove ? [] : held).map((code): Mark => {
    const { toSender: note = '', at = null } = remarks.find((remark) => remark.code === code) ?? {}
    return { word: text('held.because', { reason: reason(`hold.${code}`) }), note, at }
  })
  const hasEnded = outcome === 'lost' || outcome === 'cancelled'
  return hasEnded ? [...holds, { word: text(`way.${outcome}`), at: null }] : holds
}
