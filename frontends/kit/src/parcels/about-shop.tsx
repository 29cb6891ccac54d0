import { type AboutShop, shopInWords } from '@tuma/contracts/vocabulary'
import { serverNow, useLanguage } from '@tuma/kit/runtime'

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

/** What a shop says of itself, a line each: how to find it, whether it is open by the server's clock, its week. Nothing where it says nothing. */
export function AboutShopLines({ about }: { about: AboutShop | undefined }) {
  const [language] = useLanguage()
  const lines = about ? shopInWords(about, serverNow(), language) : []
  if (lines.length === 0) return null
  return (
    <span className="parcel-shop" data-fact="about-shop">
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </span>
  )
}
