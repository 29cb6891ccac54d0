import './place-card.css'
import { type AboutShop, callLink, mapLink, shopInWords, spacedPhone } from '@tuma/contracts/vocabulary'
import { MapPin, Phone } from '@tuma/kit/icons'
import { api, serverNow, useLanguage, useQuery, useText } from '@tuma/kit/runtime'
import { journeyTexts } from './journey-texts.ts'

type Place = {
  readonly locationName: string
  readonly shops?: readonly (AboutShop & { readonly name: string })[] | undefined
}

/** What a shop says of itself, by the list of shops; undefined where it says nothing, or before the list has come. */
export const aboutIn = (
  places: readonly Place[] | undefined,
  { name, place }: { readonly name: string; readonly place: string },
): AboutShop | undefined =>
  places?.find(({ locationName }) => locationName === place)?.shops?.find((shop) => shop.name === name)

/** A shop, by its name and place, as the list of shops describes it. `untitled` below a line that names the shop. */
export function PlaceCard({ place, shop, untitled }: { place: string; shop: string; untitled?: boolean }) {
  const shops = useQuery(api.locations.shops.queryOptions())
  return <ShopCard place={place} name={shop} about={aboutIn(shops.data, { name: shop, place })} untitled={untitled} />
}

type Shown = {
  name: string
  place: string
  about: AboutShop | undefined
  untitled?: boolean | undefined
}

/**
 * How to find a shop, whether it is open, its phone, and a link to the phone's map. A build draws it too, with names of
 * facts in the place of facts (the public remote's `place-facts.ts` fills them in).
 */
export function ShopCard({ name, place, about, untitled = false }: Shown) {
  const text = useText(journeyTexts)
  const [language] = useLanguage()
  const lines = about ? shopInWords(about, serverNow(), language) : []
  return (
    <div className="place-card" data-fact="shop">
      {untitled ? null : (
        <p className="place-name">
          <strong>{name}</strong> <span>{place}</span>
        </p>
      )}
      <div className="place-lines">
        {lines.map(({ words, isOpen }) => (
          <span key={words} data-open={isOpen}>
            {words}
          </span>
        ))}
      </div>
      <div className="place-ways">
        {about?.phone ? (
          <a className="t-button" data-variant="secondary" data-size="small" data-call href={callLink(about.phone)}>
            <Phone size={18} aria-hidden />
            {text('place.call', { phone: spacedPhone(about.phone) })}
          </a>
        ) : null}
        <a
          className="t-button"
          data-variant="secondary"
          data-size="small"
          data-map
          href={mapLink({ name, place, position: about?.position })}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={text('place.mapOf', { map: text('place.map'), shop: name })}
        >
          <MapPin size={18} aria-hidden />
          {text('place.map')}
        </a>
      </div>
    </div>
  )
}
