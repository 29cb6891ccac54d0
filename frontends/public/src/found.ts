import type { TrackedDelivery } from '@tuma/contracts/api'
import { type DeliveryStatus, type DeliveryType, displayPhone, formatKsh } from '@tuma/contracts/vocabulary'
import { takeAhead } from '@tuma/kit/asked-ahead'
import { formatDateTime, formatDay, toParts } from '@tuma/kit/moments'
import { whatsAppLink } from '@tuma/kit/share-links'
import { type Facts, fill, filled, languageHere } from './fill-facts.ts'
import { parcelAsked } from './parcel-asked.ts'
import { fillPlace } from './place-facts.ts'

/** The parcel of /trackDelivery?id=, without React. The build draws its templates with the same components (first.tsx). */

type Part = (name: `${DeliveryType | 'back'}.${DeliveryStatus}` | 'doorstep.riderComes' | 'no-parcel') => Element | null

/** @returns what is shown, with the id where the parcel was found; null where the server could not say */
export async function findParcel(id: string, part: Part): Promise<{ shown: Element; trackingId?: string } | null> {
  const path = parcelAsked(encodeURIComponent(id))
  const answer = await (takeAhead('GET', path) ?? fetch(path)).catch(() => null)
  const said = await answer?.json().catch(() => null)
  if (answer?.ok) {
    const shown = drawn(said, part, answer.headers.get('x-server-time') ?? new Date().toISOString())
    return shown && { shown, trackingId: said.trackingId }
  }
  const shown = said?.code === 'parcel_not_found' ? part('no-parcel') : null
  return shown && { shown }
}

/** @param now ISO, the server's */
function drawn(parcel: TrackedDelivery, part: Part, now: string): Element | null {
  const { deliveryType } = parcel
  // The app draws lost, cancelled and held parcels: they are rare, and of any status.
  if (parcel.outcome === 'lost' || parcel.outcome === 'cancelled' || parcel.held) return null
  const waitsForRider = deliveryType === 'doorstep' && parcel.status === 'uncollected' && parcel.rider && !parcel.leg
  const card = part(waitsForRider ? 'doorstep.riderComes' : `${parcel.leg ?? deliveryType}.${parcel.status}`)
  if (!card) return null
  const stops = parcel.history.map(({ status, at, leg }, index) => {
    const isNow = index === parcel.history.length - 1
    const stop = part(`${leg ?? deliveryType}.${status}`)?.querySelector(
      `.parcel-timeline li:nth-child(${isNow ? 2 : 1})`,
    )
    const time = stop?.querySelector('time')
    time?.setAttribute('datetime', at)
    const words = toParts(formatDateTime(at, languageHere()))
    for (const [place, span] of [...(time?.children ?? [])].entries()) span.textContent = words[place] ?? ''
    return stop ?? ''
  })
  const way = card.querySelector('.parcel-timeline')
  way?.replaceChildren(...stops, ...way.querySelectorAll('[data-ahead]'))
  const facts = getFacts(parcel)
  for (const told of card.querySelectorAll<HTMLElement>('[data-fact]'))
    if (facts[told.dataset.fact ?? ''] === undefined) told.remove()
  if (parcel.shop) fillPlace(card, parcel.shop, now)
  fill(card, facts)
  fillShare(card, facts)
  card
    .querySelector<HTMLAnchorElement>('[data-lost-code]')
    ?.setAttribute('href', `/t/${encodeURIComponent(parcel.trackingId)}#code`)
  return card
}

const getFacts = ({ trackingId, sender, receiver, shop, due, waitsUntil, ...parcel }: TrackedDelivery): Facts => ({
  trackingId,
  origin: location.origin,
  shop: shop?.name,
  'shop.name': shop?.name,
  'shop.place': shop?.place,
  due: due === undefined ? undefined : formatKsh(due),
  waitsUntil: waitsUntil === undefined ? undefined : formatDay(waitsUntil, languageHere()),
  ...(parcel.pricingTier && { [parcel.pricingTier]: 'promised' }),
  booked: formatDateTime(parcel.createdAt, languageHere()),
  ...partyFacts('sender', sender),
  ...partyFacts('receiver', receiver),
})

const partyFacts = (who: string, { name, location, phone, shop }: TrackedDelivery['sender']): Facts => ({
  [`${who}.name`]: name,
  [`${who}.shop`]: shop,
  [`${who}.location`]: location,
  [`${who}.phone`]: displayPhone(phone),
})

/** As React's `ShareParcel`; `visit.ts` handles the buttons. */
function fillShare(card: Element, facts: Facts): void {
  const share = card.querySelector<HTMLElement>('.parcel-share')
  const link = share?.querySelector('a')
  if (!share || !link) return
  const { words: plain = '', wordsDue = plain } = share.dataset
  const words = filled(facts.due === undefined ? plain : wordsDue, facts)
  share.dataset.words = words
  delete share.dataset.wordsDue
  link.href = whatsAppLink(words)
  if (!navigator.share) share.querySelector('[data-shares]')?.remove()
}
