import './parcels.css'
import type { Delivery } from '@tuma/contracts/api'
import { refusals, type Told, toStage } from '@tuma/contracts/vocabulary'
import { ApiError, useErrorText, useText } from '@tuma/kit/runtime'
import { Notice } from '@tuma/kit/ui'
import { journeyTexts } from './journey-texts.ts'
import { parcelTexts } from './texts.ts'

type Held = Pick<Delivery, 'held'>

/** Where a parcel is, to its sender and to people who follow it: the step that has come true. */
export const StageBadge = ({ parcel }: { parcel: Told }) => {
  const text = useText(journeyTexts)
  const way = parcel.outcome ?? (parcel.leg === 'back' ? 'back' : undefined)
  const look = way ? { className: 't-badge parcel-way', 'data-way': way } : { className: 't-badge' }
  return (
    <span {...look} data-status={way ? undefined : parcel.status}>
      {text(`stage.${toStage(parcel)}`)}
    </span>
  )
}

/** Beside where it is, to people who follow it, who are not told why. */
export const OnHoldBadge = () => <span className="t-badge parcel-held">{useText(journeyTexts)('stage.held')}</span>

/** Beside its status, to who may see the parcel in full. Nothing where nothing holds it. */
export const HeldBadge = ({ held = [] }: Held) => {
  const text = useText(parcelTexts)
  if (held.length === 0) return null
  return <span className="t-badge parcel-held">{text(wordOf(held))}</span>
}

/** Beside its status, where it does not go to its receiver: to shops and the office. */
export const WayBadge = ({ parcel: { leg, outcome } }: { parcel: Pick<Delivery, 'leg' | 'outcome'> }) => {
  const text = useText(parcelTexts)
  const way = outcome ?? leg
  if (way === undefined) return null
  return (
    <span className="t-badge parcel-way" data-way={way}>
      {text(`way.${way}`)}
    </span>
  )
}

const wordOf = (held: NonNullable<Held['held']>) => {
  if (held.includes('payment_doubted')) return 'held.payment_doubted'
  return held.includes('no_money') ? 'held.no_money' : 'held.other'
}

/** To its sender, who may know why. */
export const HeldForSender = ({ held = [] }: Held) => {
  const text = useText(parcelTexts)
  return held.includes('payment_doubted') ? <Notice tone="warning">{text('held.sender')}</Notice> : null
}

/** Why a step is not to be pressed, in the words in which a press would be refused. */
export const HeldStep = () => {
  const say = useErrorText()
  return <span className="t-hint">{say(refused, refused.message)}</span>
}

const refused = new ApiError({ status: 409, code: 'parcel_held', message: refusals.parcel_held.message })
