import type { Delivery } from '@tuma/contracts/api'
import { dueAtHandOver, formatKsh, getEatDay, standing, toPhase } from '@tuma/contracts/vocabulary'
import { holdTexts, Reach, toCall } from '@tuma/kit/parcels'
import { useText } from '@tuma/kit/runtime'
import { DateTime } from '@tuma/kit/ui'
import { useShopkeeper } from '../../shopkeepers.ts'
import { problemTexts } from './texts.ts'

/** Why the parcel does not move: its hold with the note, else what it waits for. */
export const Why = ({ delivery }: { delivery: Delivery }) => (
  <>
    <WhyHere delivery={delivery} />
    <NotTold delivery={delivery} />
  </>
)

/** The people whom SMS can't reach, with links to call them. */
const NotTold = ({ delivery }: { delivery: Delivery }) => {
  const text = useText(problemTexts)
  const who = toCall(delivery)
  if (!who) return null
  return (
    <span className="flex flex-wrap items-center justify-between gap-x-2">
      {text('problems.is.untold', { name: who.name })}
      <Reach name={who.name} phone={who.phone} trackingId={delivery.trackingId} />
    </span>
  )
}

const WhyHere = ({ delivery }: { delivery: Delivery }) => {
  const text = useText(problemTexts)
  const holdText = useText(holdTexts)
  const { held = [], remarks = [] } = delivery
  if (delivery.outcome === 'lost' || held.length === 0) return <WhatItWaitsFor delivery={delivery} text={text} />
  return held.map((code) => {
    const remark = remarks.find((one) => one.code === code)
    return (
      <span key={code} className="block">
        {holdText(`hold.${code}`)}
        {remark?.note ? <span className="block text-xs text-ink-soft">“{remark.note}”</span> : null}
        {remark?.toSender ? (
          <span className="block text-xs text-ink-soft">{text('problems.toSender', { words: remark.toSender })}</span>
        ) : null}
      </span>
    )
  })
}

type Text = ReturnType<typeof useText<(typeof problemTexts)['en']>>

const WhatItWaitsFor = ({ delivery, text }: { delivery: Delivery; text: Text }) => {
  const { status, deliveryType, rider, waiting } = delivery
  const due = dueAtHandOver(delivery)
  switch (standing(delivery)) {
    case 'lost':
      return text('problems.is.lost')
    case 'waiting':
      return text(waiting?.asked ? 'problems.is.asked' : 'problems.is.waiting')
    case 'waitingForSender':
      return text('problems.is.waitingForSender')
    case 'toSender':
      return text('problems.is.toSender')
    case 'toReceiver': {
      if (toPhase(status) === 'awaited') return text('problems.is.dropping')
      if (toPhase(status) !== 'onTheWay')
        return text(deliveryType === 'doorstep' && !rider ? 'problems.is.noRider' : 'problems.is.atSender')
      const late = text('problems.is.inTransit')
      return due === undefined ? late : `${late}; ${text('problems.is.due', { amount: formatKsh(due) })}`
    }
    case 'handedOver':
    case 'returned':
    case 'cancelled':
      return null
  }
}

const dayMs = 86_400_000

const daysSince = (at: string): number => {
  const today = Date.parse(getEatDay(new Date().toISOString()))
  return Math.max(0, Math.round((today - Date.parse(getEatDay(at))) / dayMs))
}

/**
 * The number of days in Nairobi, and below it the moment. A held or lost parcel counts from its last move, because that
 * puts it in these lists; the time of the hold is shown below.
 */
export const Since = ({ delivery: { turn, outcome } }: { delivery: Delivery }) => {
  const text = useText(problemTexts)
  if (!turn) return null
  const { since, movedAt = since } = turn
  const days = daysSince(movedAt)
  return (
    <>
      <strong className="block">{days === 0 ? text('problems.today') : text('problems.ago', { count: days })}</strong>
      <span className="block text-xs text-ink-soft">
        <DateTime at={movedAt} />
      </span>
      {days > daysSince(since) ? (
        <span className="block text-xs text-ink-soft">
          {text(outcome === 'lost' ? 'problems.lostSince' : 'problems.heldSince')} <DateTime at={since} />
        </span>
      ) : null}
    </>
  )
}

/** Who must act, with links to call or write; for the office, to the people whom it asks. */
export const TurnOf = ({ delivery }: { delivery: Delivery }) => {
  const text = useText(problemTexts)
  const { turn, trackingId, sender, receiver } = delivery
  const shopkeeper = useShopkeeper(turn?.whose === 'shop' ? (turn.shop ?? null) : null)
  if (!turn) return null
  const who = whoIs(delivery)
  const reached = who ?? shopkeeper
  const shop = turn.shop ? `${turn.shop.address}, ${turn.shop.location}` : null
  const noRider = turn.whose === 'rider' ? text('problems.noRider') : null
  const name = who?.name ?? shop ?? noRider
  return (
    <div className="w-full">
      <span className="flex flex-wrap items-center justify-between gap-x-2">
        <span>
          <span className="block">{text(`problems.turnOf.${turn.whose}`)}</span>
          {name ? <span className="block text-xs text-ink-soft">{name}</span> : null}
        </span>
        {reached ? <Reach name={reached.name} phone={reached.phone} trackingId={trackingId} /> : null}
      </span>
      {turn.whose === 'office' ? (
        <>
          <Asked as={text('problems.turnOf.sender')} {...{ ...sender, trackingId }} />
          <Asked as={text('problems.turnOf.receiver')} {...{ ...receiver, trackingId }} />
        </>
      ) : null}
    </div>
  )
}

type Asking = { as: string; name: string; phone: string; trackingId: string }

/** One of the people whom the office asks. */
const Asked = ({ as, name, phone, trackingId }: Asking) => (
  <span className="flex items-center justify-between gap-x-2 text-xs font-normal text-ink-soft">
    <span>
      {as}
      <span className="block">{name}</span>
    </span>
    <Reach name={name} phone={phone} trackingId={trackingId} />
  </span>
)

const whoIs = ({ turn, sender, receiver, rider }: Delivery) => {
  switch (turn?.whose) {
    case 'sender':
      return sender
    case 'receiver':
      return receiver
    case 'rider':
      return rider
    default:
      return null
  }
}
