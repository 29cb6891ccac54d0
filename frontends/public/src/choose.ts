import { formatKsh } from '@tuma/contracts/vocabulary'
import type { Price, Shop } from './features/greet-visitor/offers.ts'
import { fill } from './found.ts'

/** What each way of sending costs at least, without React: the same as `ChooseDelivery` says, from its templates. */

type Part = (name: string) => Element | null

export async function showCosts(page: HTMLElement, part: Part): Promise<void> {
  const answers = await Promise.all(['/api/admin/locations', '/api/locations'].map((path) => fetch(path))).catch(
    () => [],
  )
  const [shops, prices] = answers
  if (!shops?.ok || !prices?.ok) return
  const toDoors = (await prices.json()) as Price[]
  const byTier = (tier: Price['deliveryType']) => toDoors.filter(({ deliveryType }) => deliveryType === tier)
  const line = (kind: string, all: readonly { price: number }[]): Element[] => {
    const cost = all.length > 0 ? part(`cost-${kind}`) : null
    if (!cost) return []
    fill(cost, { price: formatKsh(Math.min(...all.map(({ price }) => price))).replace(' ', '\u00a0') })
    return [cost]
  }
  const put = (place: string, lines: Element[]) =>
    page.querySelector(`[data-part="costs-${place}"]`)?.replaceChildren(...lines)
  put('doorstep', [...line('same-day', byTier('same-day')), ...line('express', byTier('express'))])
  put('dukani', line('shop', (await shops.json()) as Shop[]))
}
