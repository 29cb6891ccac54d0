import type { Delivery } from '@tuma/contracts/api'
import { type HoldCode, holdsByHand } from '@tuma/contracts/vocabulary'
import { holdTexts, parcelTexts } from '@tuma/kit/parcels'
import { useText } from '@tuma/kit/runtime'
import { Button, Card, DateTime } from '@tuma/kit/ui'
import { troubleTexts } from '../../trouble-texts.ts'
import { useLift } from './lifting.tsx'

/** On a row: why it does not go on, and what is next. Nothing of one that goes its way. */
export const WhyNot = ({ parcel: { held = [], outcome } }: { parcel: Pick<Delivery, 'held' | 'outcome'> }) => {
  const text = useText(troubleTexts)
  const word = useText(holdTexts)
  const badge = useText(parcelTexts)
  if (outcome === 'lost') return <span className="counter-next">{text('lost.row')}</span>
  return held.map((code) => (
    <span key={code} className="counter-next">
      <span className="t-badge parcel-held">{badge('held.because', { reason: word(`hold.${code}`) })}</span>{' '}
      {text(`next.${code}`)}
    </span>
  ))
}

/** Shows on the parcel's page each hold, the note of the person who set it, and the button that releases it. */
export const HeldBecause = ({ delivery }: { delivery: Delivery }) => {
  const text = useText(troubleTexts)
  const { held = [], outcome } = delivery
  if (outcome === 'lost') return <Card className="counter-held">{text('lost.row')}</Card>
  if (held.length === 0) return null
  return (
    <Card className="counter-held">
      <h2 className="parcel-group">{text('held.title')}</h2>
      <ul className="grid gap-4">
        {held.map((code) => (
          <li key={code} className="grid gap-1">
            <Because delivery={delivery} code={code} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

const Because = ({ delivery, code }: { delivery: Delivery; code: HoldCode }) => {
  const text = useText(troubleTexts)
  const word = useText(holdTexts)
  const lift = useLift(delivery)
  const remark = delivery.remarks?.find((one) => one.code === code)
  const byHand = holdsByHand.find((one) => one === code)
  return (
    <>
      <strong>{word(`hold.${code}`)}</strong>
      {remark ? (
        <p className="break-words">
          {remark.note ? `“${remark.note}” ` : null}
          <span className="t-hint">
            <DateTime at={remark.at} />
          </span>
        </p>
      ) : null}
      {remark?.toSender ? <p className="break-words">{text('held.toSender', { words: remark.toSender })}</p> : null}
      <p>{text(`next.${code}`)}</p>
      {byHand ? (
        <div>
          <Button variant="secondary" loading={lift.isPending} onClick={() => void lift.ask(byHand)}>
            {text('lift.title')}
          </Button>
        </div>
      ) : null}
    </>
  )
}
