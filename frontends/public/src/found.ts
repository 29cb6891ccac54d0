import type { TrackedDelivery } from '@tuma/contracts/api'
import { displayPhone, type TrackingStage, trackingStage } from '@tuma/contracts/vocabulary'
import { takeAhead } from '@tuma/kit/asked-ahead'
import { formatDateTime, partsOf } from '@tuma/kit/moments'

/** The parcel that /trackDelivery?id= asks for, without React: drawn by the same components ahead (first.tsx), filled here. */

export const parcelAsked = (id: string): string => `/api/agent/track/${id}`

type Part = (name: TrackingStage | 'no-parcel') => Element | null

/** @returns what is shown of it, its id where it was found; null where nobody could say */
export async function findParcel(id: string, part: Part): Promise<{ shown: Element; trackingId?: string } | null> {
  const path = parcelAsked(encodeURIComponent(id))
  const answer = await (takeAhead('GET', path) ?? fetch(path)).catch(() => null)
  const said = await answer?.json().catch(() => null)
  if (answer?.ok) {
    const shown = drawn(said, part)
    return shown && { shown, trackingId: said.trackingId }
  }
  const shown = said?.code === 'parcel_not_found' ? part('no-parcel') : null
  return shown && { shown }
}

function drawn(parcel: TrackedDelivery, part: Part): Element | null {
  const card = part(trackingStage(parcel.status, parcel.deliveryType))
  if (!card) return null
  const stops = parcel.history.toReversed().map(({ status, at }) => {
    const stop = part(trackingStage(status, parcel.deliveryType))?.querySelector('li')
    const time = stop?.querySelector('time')
    time?.setAttribute('datetime', at)
    const words = partsOf(formatDateTime(at))
    for (const [place, span] of [...(time?.children ?? [])].entries()) span.textContent = words[place] ?? ''
    return stop ?? ''
  })
  card.querySelector('ol')?.replaceChildren(...stops)
  fill(card, factsOf(parcel))
  return card
}

const factsOf = ({ trackingId, sender, receiver }: TrackedDelivery): Record<string, string> => ({
  trackingId,
  ...partyFacts('sender', sender),
  ...partyFacts('receiver', receiver),
})

const partyFacts = (who: string, { name, location, phone }: TrackedDelivery['sender']): Record<string, string> => ({
  [`${who}.name`]: name,
  [`${who}.location`]: location,
  [`${who}.phone`]: displayPhone(phone),
})

/** Texts only: whatever a fact says, it stays a text. */
function fill(card: Element, facts: Record<string, string>): void {
  const texts = document.createTreeWalker(card, NodeFilter.SHOW_TEXT)
  while (texts.nextNode()) {
    const { currentNode: text } = texts
    const name = /^\{([\w.]+)\}$/.exec(text.nodeValue ?? '')?.[1]
    if (name !== undefined) text.nodeValue = facts[name] ?? ''
  }
}
