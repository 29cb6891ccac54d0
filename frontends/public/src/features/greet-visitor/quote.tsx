import { formatKsh } from '@tuma/contracts/vocabulary'
import { ArrowRight } from '@tuma/kit/icons'
import { api, Link, useLocation, useQuery, useSearchParams, useText } from '@tuma/kit/runtime'
import { Select } from '@tuma/kit/ui'
import { useEffect, useRef, useState } from 'react'
import { texts } from '../../texts.ts'
import { type Offer, offersFor, placesFrom, placesTo } from './offers.ts'

const asOptions = (places: readonly string[]) => places.map((place) => ({ value: place, label: place }))

/** Starts with no choice: the build's drawing would mark the first choice, and the browser's would not. */
const chosen = (place: string): string | undefined => place || undefined

/** From where to where, with price and time at once. Without scripts it links to the two ways to send. */
export function Quote() {
  const text = useText(texts)
  const to = useSearchParams()[0].get('to') ?? ''
  const { key } = useLocation()
  const [way, setWay] = useState({ from: '', to })
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each press of a sign leads here again
  useEffect(() => {
    if (to === '') return
    setWay((before) => ({ ...before, to }))
    heading.current?.scrollIntoView()
  }, [to, key])
  const shops = useQuery(api.locations.shops.queryOptions()).data ?? []
  const prices = useQuery(api.locations.prices.queryOptions()).data ?? []
  const offers = offersFor(way, shops, prices)
  return (
    <section className="landing-quote" aria-labelledby="quote">
      <form className="t-card" method="get" action="/send-parcel" data-part="quote">
        <h2 id="quote" ref={heading}>
          {text('quote.title')}
        </h2>
        <div className="landing-quote-ends">
          <Select
            label={text('quote.from')}
            name="from"
            value={chosen(way.from)}
            onChange={({ target }) => setWay({ ...way, from: target.value })}
            options={asOptions(placesFrom(shops))}
          />
          <Select
            label={text('quote.to')}
            name="to"
            value={chosen(way.to)}
            onChange={({ target }) => setWay({ ...way, to: target.value })}
            options={asOptions(placesTo(shops, prices))}
          />
        </div>
        <ul data-part="offers" aria-live="polite">
          {offers.map((offer) => (
            <OfferLine key={offer.kind} offer={{ ...offer, price: formatKsh(offer.price) }} />
          ))}
        </ul>
      </form>
    </section>
  )
}

/** The build draws one of each kind with the names of its facts as placeholders. */
export function OfferLine({ offer: { kind, price, least, to } }: { offer: Omit<Offer, 'price'> & { price: string } }) {
  const text = useText(texts)
  return (
    <li>
      <Link to={to} className="landing-offer">
        <span className="landing-offer-price">
          {least ? <span>{text('quote.least')} </span> : null}
          {price}
        </span>
        <span className="grow">
          <span className="font-semibold">{text(least && kind === 'dukani' ? 'quote.toShop' : `quote.${kind}`)}</span>
          <span className="t-hint block">{text(`quote.${kind}When`)}</span>
        </span>
        <ArrowRight size={20} aria-hidden />
      </Link>
    </li>
  )
}
