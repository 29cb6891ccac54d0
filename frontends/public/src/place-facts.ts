import { type AboutShop, callLink, mapLink, type ShopLine, shopInWords, spacedPhone } from '@tuma/contracts/vocabulary'
import { fill, filled, languageHere } from './fill-facts.ts'

type Shop = { readonly name: string; readonly place: string; readonly about?: AboutShop | undefined }

/** As React's `ShopCard`. @param now ISO, the server's */
export function fillPlace(card: Element, { name, place, about }: Shop, now: string): void {
  const lines = about ? shopInWords(about, now, languageHere()) : []
  card.querySelector('.place-lines')?.replaceChildren(...lines.map(toLine))
  const call = card.querySelector<HTMLAnchorElement>('[data-call]')
  if (!about?.phone) call?.remove()
  else if (call) {
    call.href = callLink(about.phone)
    fill(call, { 'shop.phone': spacedPhone(about.phone) })
  }
  const map = card.querySelector<HTMLAnchorElement>('[data-map]')
  if (!map) return
  map.href = mapLink({ name, place, position: about?.position })
  map.ariaLabel = filled(map.ariaLabel ?? '', { 'shop.name': name })
}

const toLine = ({ words, isOpen }: ShopLine): Element => {
  const line = Object.assign(document.createElement('span'), { textContent: words })
  if (isOpen !== undefined) line.dataset.open = String(isOpen)
  return line
}
