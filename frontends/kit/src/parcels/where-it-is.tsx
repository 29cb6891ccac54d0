import './journey.css'
import type { AboutShop, Placed } from '@tuma/contracts/vocabulary'
import {
  formatKsh,
  goesToDoor,
  hereKey,
  type PricingTier,
  pricingTiers,
  stepsAhead,
  trackingStage,
} from '@tuma/contracts/vocabulary'
import { useText } from '@tuma/kit/runtime'
import { formatDateTime, formatDay } from '@tuma/kit/ui'
import { AboutShopLines } from './about-shop.tsx'
import { journeyTexts } from './journey-texts.ts'
import { parcelTexts } from './texts.ts'

type Shop = { readonly name: string; readonly place: string; readonly about?: AboutShop | undefined }
type Where = Placed & {
  /** As the API's tracking answers them. */
  readonly shop?: Shop | undefined
  readonly due?: number | string | undefined
  readonly held?: boolean | undefined
  /** The day on which it goes back at the earliest. */
  readonly waitsUntil?: string | null | undefined
  /** Of one to a door what was promised, and from when; a build draws `any`, and the small script takes out what is not so. */
  readonly pricingTier?: PricingTier | 'any' | null | undefined
  readonly createdAt?: string | undefined
  /** Whoever reads it may be the one it comes to. */
  readonly byAnybody?: boolean | undefined
  /** Whoever reads it has sent it: nobody knows yet whether they have brought it. */
  readonly bySender?: boolean | undefined
  /** What is still to come stands beneath, as the end of its way. */
  readonly aheadBelow?: boolean | undefined
}

/** The build draws names of facts in the place of facts. */
const dayOf = (waitsUntil: string): string => (waitsUntil.startsWith('{') ? waitsUntil : formatDay(waitsUntil))

/** The specified sentence, then what it means here: which shop, what is due, and what comes next. */
export function WhereItIs(where: Where) {
  const text = useText(journeyTexts)
  const sentence = useText(parcelTexts)
  const { shop, due, held, waitsUntil, aheadBelow = false } = where
  const key = hereKey(where)
  const ahead = aheadBelow ? [] : stepsAhead(where)
  return (
    <>
      <p className="parcel-sentence">{sentence(`sentence.${trackingStage(where)}`)}</p>
      {held ? (
        <p className="parcel-here parcel-due" data-fact="held">
          {text('here.held')}
        </p>
      ) : null}
      {where.byAnybody && goesToDoor(where) && where.status === 'inTransit' ? (
        <p className="parcel-here">{text('here.rider')}</p>
      ) : null}
      {shop && key ? (
        <p className="parcel-here" data-fact="shop">
          {text(key, { shop: shop.name, place: shop.place })}
        </p>
      ) : null}
      {shop && key === 'here.handIn' && where.bySender ? (
        <p>{text('here.notThereYet', { shop: shop.name, place: shop.place })}</p>
      ) : null}
      {key ? <AboutShopLines about={shop?.about} /> : null}
      <Promised {...where} />
      {waitsUntil ? <p data-fact="waitsUntil">{text('here.waitsUntil', { day: dayOf(waitsUntil) })}</p> : null}
      {due === undefined ? null : (
        <p className="parcel-here parcel-due" data-fact="due">
          {text('here.due', { due: typeof due === 'number' ? formatKsh(due) : due })}
        </p>
      )}
      {ahead.length > 0 ? (
        <div className="parcel-ahead">
          <p className="t-hint">{text('ahead.title')}</p>
          <ol>
            {ahead.map((step) => (
              <li key={step}>{text(`ahead.${step}`)}</li>
            ))}
          </ol>
        </div>
      ) : null}
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
