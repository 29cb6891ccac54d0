import type { Delivery, StepAnswer } from '@tuma/contracts/api'
import type { StepOfMany } from '@tuma/contracts/vocabulary'
import { toast, useText } from '@tuma/kit/runtime'
import { texts } from '../../texts.ts'
import { useStatusWord } from './status-word.tsx'
import { whereItGoes } from './where-it-goes.ts'

/** What happened, and which parcel it happened to. */
export const Said = ({ trackingId, children }: { trackingId: string; children: string }) => (
  <span className="block">
    <span className="block">{children}</span>
    <span className="block font-mono text-sm">{trackingId}</span>
  </span>
)

/** Which parcel a dialog is about. */
export const useAbout = (): ((delivery: Delivery) => string) => {
  const text = useText(texts)
  return (delivery) => {
    const { name } = whereItGoes(delivery)
    const { location: place } = delivery.leg === 'back' ? delivery.sender : delivery.receiver
    return text('about.one', { id: delivery.trackingId, name, place })
  }
}

export const useSayMoved = (): ((moved: Delivery) => void) => {
  const text = useText(texts)
  const word = useStatusWord()
  return ({ trackingId, status }) => {
    toast.success(<Said trackingId={trackingId}>{text('step.done', { status: word(status) })}</Said>)
  }
}

/** The ends of their ids, by which their rows are known; of very many the first. */
const getNames = (moved: readonly StepAnswer[]): string => {
  const ends = moved.flatMap(({ delivery }) => delivery?.trackingId.slice(-4) ?? [])
  return ends.slice(0, maxNamed).join(', ') + (ends.length > maxNamed ? ' …' : '')
}
const maxNamed = 8

/** Of one alone as if it had been pressed alone. */
export const useSayMany = () => {
  const text = useText(texts)
  const sayMoved = useSayMoved()
  return (step: StepOfMany, moved: readonly StepAnswer[]): void => {
    const only = moved.length === 1 && step !== 'assignRider' ? moved[0]?.delivery : undefined
    if (only) sayMoved(only)
    else if (moved.length > 0) {
      const said = text('many.done', { count: moved.length, step: text(`step.${step}`) })
      toast.success(<Said trackingId={getNames(moved)}>{said}</Said>)
    }
  }
}
