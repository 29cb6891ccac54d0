import './journey.css'
import type { AboutShop, Placed } from '@tuma/contracts/vocabulary'
import { formatKsh, hereKey, stepsAhead, trackingStage } from '@tuma/contracts/vocabulary'
import { useText } from '@tuma/kit/runtime'
import { formatDay } from '@tuma/kit/ui'
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
}

/** The build draws names of facts in the place of facts. */
const dayOf = (waitsUntil: string): string => (waitsUntil.startsWith('{') ? waitsUntil : formatDay(waitsUntil))

/** The specified sentence, then what it means here: which shop, what is due, and what comes next. */
export function WhereItIs(where: Where) {
  const text = useText(journeyTexts)
  const sentence = useText(parcelTexts)
  const { shop, due, held, waitsUntil } = where
  const key = hereKey(where)
  const ahead = stepsAhead(where)
  return (
    <>
      <p className="parcel-sentence">{sentence(`sentence.${trackingStage(where)}`)}</p>
      {held ? (
        <p className="parcel-here parcel-due" data-fact="held">
          {text('here.held')}
        </p>
      ) : null}
      {shop && key ? (
        <p className="parcel-here" data-fact="shop">
          {text(key, { shop: shop.name, place: shop.place })}
        </p>
      ) : null}
      {key ? <AboutShopLines about={shop?.about} /> : null}
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
