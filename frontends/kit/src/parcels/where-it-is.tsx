import './journey.css'
import type { AboutShop, Told } from '@tuma/contracts/vocabulary'
import {
  formatKsh,
  goesToDoor,
  type HereKey,
  hereKey,
  type PricingTier,
  pricingTiers,
  stepsAhead,
  trackingStage,
  waitsFor,
} from '@tuma/contracts/vocabulary'
import { useText } from '@tuma/kit/runtime'
import { formatDateTime, formatDay } from '@tuma/kit/ui'
import { journeyTexts } from './journey-texts.ts'
import { ShopCard } from './place-card.tsx'
import { parcelTexts } from './texts.ts'

/** Whom a page about a parcel speaks to: who sent it, people who follow it by its id, or the shops and the office. */
export type Reader = 'sender' | 'follower' | 'staff'

type Shop = { readonly name: string; readonly place: string; readonly about?: AboutShop | undefined }
type Where = Told & {
  readonly reader: Reader
  /** As the API's tracking answers them. */
  readonly shop?: Shop | undefined
  readonly due?: number | string | undefined
  /** The day on which it goes back at the earliest. */
  readonly waitsUntil?: string | null | undefined
  /** Of one to a door what was promised, and from when; a build draws `any`, and the small script takes out what is not so. */
  readonly pricingTier?: PricingTier | 'any' | null | undefined
  readonly createdAt?: string | undefined
  /** The coming steps are shown below, at the end of the timeline. */
  readonly aheadBelow?: boolean | undefined
}

/** The build draws names of facts in the place of facts. */
const getDay = (waitsUntil: string): string => (waitsUntil.startsWith('{') ? waitsUntil : formatDay(waitsUntil))

/**
 * The specified sentence, then what it means here: which shop, what is due, and what comes next. Of a parcel for a door that
 * may still be with its sender, where to bring it comes first.
 */
export function WhereItIs(where: Where) {
  const text = useText(journeyTexts)
  const sentence = useText(parcelTexts)(`sentence.${trackingStage(where)}`)
  const { reader, shop, aheadBelow = false } = where
  const key = hereKey(where)
  const here = useHere(where)
  const isToBring = key === 'here.handIn' && trackingStage(where) !== 'held'
  const ahead = aheadBelow ? [] : stepsAhead(where)
  const told = <p className={isToBring ? 't-hint' : 'parcel-sentence'}>{sentence}</p>
  return (
    <>
      {isToBring ? null : told}
      {reader === 'follower' && goesToDoor(where) && where.status === 'inTransit' ? (
        <p className="parcel-here">{text('here.rider')}</p>
      ) : null}
      {here ? (
        <p className={isToBring ? 'parcel-sentence' : 'parcel-here'} data-fact="shop">
          {here}
        </p>
      ) : null}
      {shop && key && reader !== 'staff' ? <ShopCard {...shop} about={shop.about} untitled /> : null}
      {isToBring ? told : null}
      <Promised {...where} />
      <UntilAndDue {...where} />
      {ahead.length > 0 ? (
        <ol className="parcel-ahead" aria-label={text('ahead')}>
          {ahead.map((stage) => (
            <li key={stage}>{text(`stage.${stage}`)}</li>
          ))}
        </ol>
      ) : null}
    </>
  )
}

/** Which shop a parcel is at or goes to, as one says it to its reader; null where nothing is said of one. */
export function useHere(where: Omit<Where, 'due'>): string | null {
  const text = useText(journeyTexts)
  const { shop, reader } = where
  const key = hereKey(where)
  if (!shop || !key) return null
  return text(saidTo[reader][key] ?? key, { shop: shop.name, place: shop.place })
}

type OwnWord = 'bring.to' | 'bring.forRider' | 'waits.receiver' | 'waits.sender'

/** Where one reader needs other words than people who follow it. */
const saidTo: Record<Reader, Partial<Record<HereKey, OwnWord>>> = {
  follower: {},
  sender: { 'here.dropping': 'bring.to', 'here.handIn': 'bring.forRider', 'here.collect': 'waits.receiver' },
  staff: { 'here.collect': 'waits.receiver', 'here.collectBack': 'waits.sender' },
}

const UntilAndDue = (where: Where) => {
  const text = useText(journeyTexts)
  const { due, reader } = where
  const waitsUntil = waitsFor(where, where.waitsUntil)
  return (
    <>
      {waitsUntil ? <p data-fact="waitsUntil">{text('here.waitsUntil', { day: getDay(waitsUntil) })}</p> : null}
      {due === undefined ? null : (
        <p className="parcel-here parcel-due" data-fact="due">
          {text(reader === 'follower' ? 'here.due' : 'due.receiver', {
            due: typeof due === 'number' ? formatKsh(due) : due,
          })}
        </p>
      )}
    </>
  )
}

/** In the words in which its kind was chosen, and from when that counts. */
const Promised = (where: Where) => {
  const text = useText(journeyTexts)
  const { pricingTier, createdAt } = where
  if (!goesToDoor(where) || !pricingTier || createdAt === undefined) return null
  const at = pricingTier === 'any' ? '{booked}' : formatDateTime(createdAt)
  return (pricingTier === 'any' ? pricingTiers : [pricingTier]).map((tier) => (
    <p key={tier} data-fact={tier}>
      {text(`here.${tier}`, { at })}
    </p>
  ))
}
