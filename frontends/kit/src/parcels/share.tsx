import './journey.css'
import { MessageCircle, Share2 } from '@tuma/kit/icons'
import { useText } from '@tuma/kit/runtime'
import { Button, CopyButton } from '@tuma/kit/ui'
import { journeyTexts } from './journey-texts.ts'
import { shareByPhone, trackingAddress, whatsAppLink } from './share-links.ts'

/** A build draws it without a window, and all of it: the small script puts the address in, and takes out what the phone has not. */
const isDrawnAhead = typeof window === 'undefined'
const canShare = (): boolean => isDrawnAhead || typeof navigator.share === 'function'
const ourOrigin = (): string => (isDrawnAhead ? '{origin}' : window.location.origin)

type Props = {
  trackingId: string
  /** The receiver's (254…), where it may be known here. */
  phone?: string | undefined
  /** Whoever follows it may be the one who waits for it. */
  byAnybody?: boolean
}

/** The tracking link for whoever waits for the parcel. */
export function ShareParcel({ trackingId, phone, byAnybody = false }: Props) {
  const text = useText(journeyTexts)
  const address = trackingAddress(ourOrigin(), trackingId)
  const words = text('share.words', { id: trackingId, address })
  return (
    <div className="parcel-share" data-words={words}>
      <p className="t-hint">{text(byAnybody ? 'share.titleAnybody' : 'share.title')}</p>
      <div className="parcel-buttons">
        <a
          className="t-button"
          data-variant="secondary"
          href={whatsAppLink(words, phone)}
          target="_blank"
          rel="noopener noreferrer"
        >
          <MessageCircle size={18} aria-hidden />
          {text('share.whatsApp')}
        </a>
        {canShare() ? (
          <Button variant="secondary" icon={Share2} data-shares="phone" onClick={() => shareByPhone(words)}>
            {text('share.phone')}
          </Button>
        ) : null}
        <CopyButton value={address} label={text('share.copy')} worded />
      </div>
    </div>
  )
}
