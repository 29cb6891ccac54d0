import './parcels.css'
import { isLandline } from '@tuma/contracts/vocabulary'
import { MessageCircle, Phone } from '@tuma/kit/icons'
import { useText } from '@tuma/kit/runtime'
import { parcelTexts } from './texts.ts'

/**
 * Calls a person, or writes to them in WhatsApp, beginning with the tracking id of the parcel that it is about. Landlines are
 * only called. Nothing where the person was erased. `phone` is 254….
 */
export const Reach = ({ name, phone, trackingId }: { name: string; phone: string; trackingId?: string }) => {
  const text = useText(parcelTexts)
  if (!/^254\d{9}$/.test(phone)) return null
  return (
    <span className="parcel-reach">
      <a className="t-icon-button" href={`tel:+${phone}`} aria-label={text('reach.call', { name })}>
        <Phone size={20} aria-hidden />
      </a>
      {isLandline(phone) ? null : (
        <a
          className="t-icon-button"
          href={`https://wa.me/${phone}${trackingId ? `?text=${trackingId}` : ''}`}
          target="_blank"
          rel="noreferrer"
          aria-label={text('reach.write', { name })}
        >
          <MessageCircle size={20} aria-hidden />
        </a>
      )}
    </span>
  )
}
