import type { AboutShop } from '@tuma/contracts/vocabulary'
import { NearMe, sortShops, useNear } from '@tuma/kit/near-me'
import { ShopCard } from '@tuma/kit/place-card'
import { api, useQuery, useText } from '@tuma/kit/runtime'
import { texts } from '../../texts.ts'

/** Every shop, where parcels are handed in and collected; the nearest first for visitors who ask for it. */
export function Shops() {
  const text = useText(texts)
  const { near, ask } = useNear()
  const { data: places = [] } = useQuery(api.locations.shops.queryOptions())
  return (
    <section className="site-column landing-shops" aria-labelledby="shops">
      <h2 id="shops">{text('shops.title')}</h2>
      <p className="mt-1">{text('shops.text')}</p>
      <div className="landing-near">
        <NearMe near={near} ask={ask} />
      </div>
      <ul data-part="shops">
        {sortShops(places, near).map((shop) => (
          <ShopRow key={`${shop.place} ${shop.name}`} {...shop} />
        ))}
      </ul>
    </section>
  )
}

type Row = { name: string; place: string; about: AboutShop | undefined; distance?: string | null }

/** Opened by a press, also without scripts. The build draws one with the names of its facts as placeholders. */
export const ShopRow = ({ name, place, about, distance = null }: Row) => (
  <li>
    <details className="landing-shop">
      <summary>
        <span>
          <strong>{place}</strong> <span>{name}</span>
        </span>
        {distance === null ? null : <span className="place-distance">{distance}</span>}
      </summary>
      <ShopCard untitled name={name} place={place} about={about} />
    </details>
  </li>
)
