import type { Delivery } from '@tuma/contracts/api'
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
