import { type PricingTier, pricingTiers, Refused, type Shillings } from '@tuma/contracts/vocabulary'

/** Prices as they were set, oldest first; null from the moment when the price was removed. */
export type PriceHistory = readonly { readonly price: Shillings | null; readonly since: string }[]

/**
 * What a parcel costs now, and what it cost when its payment was made: null if it had no price or payment at that time.
 */
export type Quote = { readonly now: Shillings; readonly whenPaid: Shillings | null }

export const quoteFrom = (history: PriceHistory, paidAt: string | null): Quote | null => {
  const now = history.at(-1)?.price ?? null
  if (now === null) return null
  const then = paidAt === null ? undefined : history.findLast(({ since }) => since <= paidAt)
  return { now, whenPaid: then?.price ?? null }
}

/** A shop's location that has, or had, no price of its own uses the network's fee. */
export const dukaniQuoteFrom = (history: PriceHistory, paidAt: string | null, dukaniFee: Shillings): Quote =>
  quoteFrom([{ price: dukaniFee, since: '' }, ...history], paidAt) as Quote

/** Every price that was charged at some moment since `since`. */
export const feesSince = (history: PriceHistory, since: string): Shillings[] =>
  history.flatMap(({ price }, at) => {
    const next = history[at + 1]
    return price === null || (next && next.since <= since) ? [] : [price]
  })

/** The same for a shop's location, which costs the network's fee before it has a price of its own. */
export const dukaniFeesSince = (history: PriceHistory, since: string, dukaniFee: Shillings): Shillings[] =>
  feesSince([{ price: dukaniFee, since: '' }, ...history], since)

const agrees = (quote: Quote, fee: Shillings): boolean => fee === quote.now || fee === quote.whenPaid

/** Takes the lower of the two prices, so that the sender pays no more than the price on their screen. */
export const getFee = (quote: Quote, shown: Shillings | null): Shillings => {
  const fee = Math.min(quote.now, quote.whenPaid ?? quote.now)
  if (shown !== null && !agrees(quote, shown)) throw new Refused('fee_changed', { fee })
  return fee
}

/** The doorstep tier of a request that names none: the one whose price was shown, else same-day. */
export const tierMeant = (
  quotes: Readonly<Record<PricingTier, Quote | null>>,
  shown: Shillings | null,
): PricingTier => {
  const ofShown = (tier: PricingTier): boolean => {
    const quote = quotes[tier]
    return quote !== null && shown !== null && agrees(quote, shown)
  }
  return pricingTiers.find(ofShown) ?? 'same-day'
}
