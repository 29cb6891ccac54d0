import './parcels.css'
import { MessageCircle, Phone } from '@tuma/kit/icons'
import { useText } from '@tuma/kit/runtime'
import { parcelTexts } from './texts.ts'

/** Calls somebody, or writes to them in WhatsApp with the tracking id, where it is about a parcel, begun. Nothing where they were erased. `phone` is 254…. */
export const Reach = ({ name, phone, trackingId }: { name: string; phone: string; trackingId?: string }) => {
  const text = useText(parcelTexts)
  if (!/^254\d{9}$/.test(phone)) return null
  return (
    <span className="parcel-reach">
      <a className="t-icon-button" href={`tel:+${phone}`} aria-label={text('reach.call', { name })}>
        <Phone size={20} aria-hidden />
      </a>
      <a
        className="t-icon-button"
        href={`https://wa.me/${phone}${trackingId ? `?text=${trackingId}` : ''}`}
        target="_blank"
        rel="noreferrer"
        aria-label={text('reach.write', { name })}
      >
        <MessageCircle size={20} aria-hidden />
      </a>
    </span>
  )
}
