import type { Delivery } from '@tuma/contracts/api'
import { dueAtHandOver, eatDayOf, formatKsh, standing } from '@tuma/contracts/vocabulary'
import { holdTexts, Reach } from '@tuma/kit/parcels'
import { useText } from '@tuma/kit/runtime'
import { DateTime } from '@tuma/kit/ui'
import { useShopkeeper } from '../../shopkeepers.ts'
import { problemTexts } from './texts.ts'

/** Why it is where it is: what holds it, with what somebody saw, else what it waits for. */
export const Why = ({ delivery }: { delivery: Delivery }) => {
  const text = useText(problemTexts)
  const holdText = useText(holdTexts)
  const { held = [], remarks = [] } = delivery
  if (delivery.outcome === 'lost' || held.length === 0) return <WhatItWaitsFor delivery={delivery} text={text} />
  return held.map((code) => {
    const remark = remarks.find((one) => one.code === code)
    return (
      <span key={code} className="block">
        {holdText(`hold.${code}`)}
        {remark ? <span className="block text-xs text-ink-soft">“{remark.note}”</span> : null}
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
      if (status === 'dropping') return text('problems.is.dropping')
      if (status !== 'inTransit')
        return text(deliveryType === 'doorstep' && !rider ? 'problems.is.noRider' : 'problems.is.atSender')
      const late = text('problems.is.inTransit')
      return due === undefined ? late : `${late}; ${text('problems.is.due', { amount: formatKsh(due) })}`
    }
    case 'handedOver':
    case 'returned':
      return null
  }
}

const dayMs = 86_400_000

/** The moment, and beneath it how many days of Nairobi that is. */
export const Since = ({ delivery: { turn } }: { delivery: Delivery }) => {
  const text = useText(problemTexts)
  if (!turn) return null
  const today = Date.parse(eatDayOf(new Date().toISOString()))
  const days = Math.max(0, Math.round((today - Date.parse(eatDayOf(turn.since))) / dayMs))
  return (
    <>
      <strong className="block">{days === 0 ? text('problems.today') : text('problems.ago', { count: days })}</strong>
      <span className="text-xs text-ink-soft">
        <DateTime at={turn.since} />
      </span>
    </>
  )
}

/** Whose turn it is, and the way to call or write to them. */
export const TurnOf = ({ delivery }: { delivery: Delivery }) => {
  const text = useText(problemTexts)
  const { turn, trackingId } = delivery
  const shopkeeper = useShopkeeper(turn?.whose === 'shop' ? (turn.shop ?? null) : null)
  if (!turn) return null
  const who = whoIs(delivery)
  const reached = who ?? shopkeeper
  const name = who?.name ?? (turn.shop ? `${turn.shop.address}, ${turn.shop.location}` : null)
  return (
    <span className="flex flex-wrap items-center justify-between gap-x-2">
      <span>
        <span className="block">{text(`problems.turnOf.${turn.whose}`)}</span>
        {name ? <span className="block text-xs text-ink-soft">{name}</span> : null}
      </span>
      {reached ? <Reach name={reached.name} phone={reached.phone} trackingId={trackingId} /> : null}
    </span>
  )
}

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
