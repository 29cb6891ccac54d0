import { type Opening, openNow } from '@tuma/contracts/vocabulary'

/** Adds whether a shop is open, where it has said when it is. @param now ISO instant */
export const withOpenNow = <S extends Opening>(shop: S, now: string): S & { openNow?: boolean } => {
  const opening = openNow(shop, now)
  return opening ? { ...shop, openNow: opening.kind === 'open' } : shop
}
