import { type AboutShop, shopInWords } from '@tuma/contracts/vocabulary'
import { serverNow, useLanguage } from '@tuma/kit/runtime'

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
