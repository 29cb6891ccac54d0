import { destinations } from '@tuma/contracts/vocabulary'
import { api, Link, useQuery, useText } from '@tuma/kit/runtime'
import { texts } from '../../texts.ts'
import { doorOnly } from './offers.ts'

/** The signs of the places that we reach. Places without a shop have a plain sign, and are listed below. */
export function Boards() {
  const shops = useQuery(api.locations.shops.queryOptions()).data
  const prices = useQuery(api.locations.prices.queryOptions()).data
  const withoutShop = shops && prices ? doorOnly(destinations, shops, prices) : []
  return (
    <>
      <ul className="landing-boards">
        {destinations.map((place) => (
          <li key={place} data-door-only={withoutShop.includes(place) || undefined}>
            <Link to={`/?to=${encodeURIComponent(place)}#quote`}>{place}</Link>
          </li>
        ))}
      </ul>
      <div className="landing-door-only" data-part="door-only">
        {withoutShop.length > 0 ? <DoorOnlyLine places={withoutShop.join(', ')} /> : null}
      </div>
    </>
  )
}

export const DoorOnlyLine = ({ places }: { places: string }) => <p>{useText(texts)('landing.doorOnly', { places })}</p>
