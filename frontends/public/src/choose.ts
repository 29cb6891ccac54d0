import { formatKsh } from '@tuma/contracts/vocabulary'
import { offersFor } from './features/greet-visitor/offers.ts'
import { fill } from './fill-facts.ts'
import { askPrices, keptPrices } from './prices.ts'

/** The lowest price of each way to send, without React. Fills the templates of `ChooseDelivery`. */

type Part = (name: string) => Element | null

export async function showCosts(page: HTMLElement, part: Part): Promise<void> {
  const known = keptPrices() ?? (await askPrices())
  if (!known) return
  const offers = offersFor({ from: '', to: '' }, known.shops, known.prices)
  const line = (kind: (typeof offers)[number]['kind'], name: string): Element[] => {
    const offer = offers.find((one) => one.kind === kind)
    const cost = offer ? part(`cost-${name}`) : null
    if (!offer || !cost) return []
    fill(cost, { price: formatKsh(offer.price).replace(' ', '\u00a0') })
    return [cost]
  }
  const put = (place: string, lines: Element[]) =>
    page.querySelector(`[data-part="costs-${place}"]`)?.replaceChildren(...lines)
  put('doorstep', [...line('same-day', 'same-day'), ...line('express', 'express')])
  put('dukani', line('dukani', 'shop'))
}
