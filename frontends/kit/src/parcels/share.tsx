import './journey.css'
import { formatKsh, isLandline, type Stage, type Told, toStage } from '@tuma/contracts/vocabulary'
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
  /** The receiver's (254…), where it may be known here. Of a landline the sender chooses whom to write to. */
  phone?: string | undefined
  /** The person who follows the parcel may be its receiver. */
  byAnybody?: boolean
  /** Where the parcel is and where it goes. The shared text names no person. */
  parcel?: Told | undefined
  to?: string | undefined
  /** What the receiver pays, also shown on the public page. A build draws the name of the fact. */
  due?: number | string | undefined
}

/** Of either type, before the hand-over. */
export const justBooked: Told = { deliveryType: 'parcelDukani', status: 'dropping' }

/** What a message says of it before its address; of one that is there, or goes elsewhere by now, nothing. */
function useSaid({ trackingId, byAnybody, parcel, to }: Props) {
  const text = useText(journeyTexts)
  if (!parcel || !to) return null
  const said = { parcel: text(byAnybody ? 'share.parcel' : 'share.yours', { id: trackingId }), to }
  const key = saidAt[toStage(parcel)]
  return key && text(key, said)
}

const saidAt: Record<Stage, 'share.sentTo' | 'share.onItsWay' | 'share.ready' | null> = {
  toBring: 'share.sentTo',
  booked: 'share.sentTo',
  riderComes: 'share.onItsWay',
  handedIn: 'share.onItsWay',
  sorting: 'share.onItsWay',
  inTransit: 'share.onItsWay',
  atShop: null,
  ready: 'share.ready',
  atDoor: null,
  collected: null,
  goingBack: null,
  sortingBack: null,
  inTransitBack: null,
  backAtShop: null,
  withSender: null,
  lost: null,
  cancelled: null,
}

/** The tracking link for the receiver. */
export function ShareParcel(props: Props) {
  const { trackingId, phone, byAnybody = false, due } = props
  const text = useText(journeyTexts)
  const address = trackingAddress(ourOrigin(), trackingId)
  const said = useSaid(props)
  const follow = said === null ? text('share.words', { id: trackingId, address }) : text('share.follow', { address })
  const isDue = due === undefined ? null : text('here.due', { due: typeof due === 'number' ? formatKsh(due) : due })
  const inWords = (...sentences: (string | null)[]): string => sentences.filter((one) => one !== null).join(' ')
  const words = inWords(said, isDue, follow)
  return (
    <div
      className="parcel-share"
      data-words={isDrawnAhead ? inWords(said, follow) : words}
      data-words-due={isDrawnAhead && isDue !== null ? words : undefined}
    >
      <p className="t-hint">{text(byAnybody ? 'share.titleAnybody' : 'share.title')}</p>
      <div className="parcel-buttons">
        <a
          className="t-button"
          data-variant="secondary"
          href={whatsAppLink(words, phone && !isLandline(phone) ? phone : undefined)}
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
