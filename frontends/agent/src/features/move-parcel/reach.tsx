import type { Delivery } from '@tuma/contracts/api'
import { MessageCircle, Phone } from '@tuma/kit/icons'
import { useText } from '@tuma/kit/runtime'
import { texts } from '../../texts.ts'
import { whereItGoes } from './where-it-goes.ts'

/** Whom one asks about it: who is to bring it, and from then on who waits for it. */
const whoWaits = (delivery: Delivery) => (delivery.status === 'dropping' ? delivery.sender : whereItGoes(delivery))

/** Calls them, or writes to them in WhatsApp with the tracking id begun. Nothing where they were erased. */
export const Reach = ({ delivery }: { delivery: Delivery }) => {
  const text = useText(texts)
  const { name, phone } = whoWaits(delivery)
  if (!/^254\d{9}$/.test(phone)) return null
  return (
    <span className="counter-reach">
      <a className="t-icon-button" href={`tel:+${phone}`} aria-label={text('reach.call', { name })}>
        <Phone size={20} aria-hidden />
      </a>
      <a
        className="t-icon-button"
        href={`https://wa.me/${phone}?text=${delivery.trackingId}`}
        target="_blank"
        rel="noreferrer"
        aria-label={text('reach.write', { name })}
      >
        <MessageCircle size={20} aria-hidden />
      </a>
    </span>
  )
}
