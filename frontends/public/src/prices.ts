import type { Price, Shop } from './features/greet-visitor/offers.ts'

/** @returns the answer of the API; null for a refusal and for no answer */
export const asked = async <T>(path: string): Promise<T | null> => {
  const answer = await fetch(path).catch(() => null)
  return answer?.ok ? await answer.json() : null
}

type Prices = { readonly shops: readonly Shop[]; readonly prices: readonly Price[] }

/** The price of each way to send, and the server's time (ISO); null where it is not known. Kept in this tab for the next page. */
export async function askPrices(): Promise<(Prices & { readonly now: string }) | null> {
  const [answer, prices] = await Promise.all([
    fetch('/api/admin/locations').catch(() => null),
    asked<Price[]>('/api/locations'),
  ])
  const shops: Shop[] | null = answer?.ok ? await answer.json() : null
  if (!answer || !shops || !prices) return null
  keep({ shops, prices })
  return { shops, prices, now: answer.headers.get('x-server-time') ?? new Date().toISOString() }
}

const place = 'tuma.prices'
const freshMs = 5 * 60_000

function keep(prices: Prices): void {
  try {
    sessionStorage.setItem(place, JSON.stringify({ at: Date.now(), ...prices }))
  } catch {}
}

/** @returns the last answer in this tab; null when it is older than five minutes */
export function keptPrices(): Prices | null {
  try {
    const { at, ...prices } = JSON.parse(sessionStorage.getItem(place) ?? '{}') as Prices & { at: number }
    const age = Date.now() - at
    return age >= 0 && age < freshMs ? prices : null
  } catch {
    return null
  }
}
