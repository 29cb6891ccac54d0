import type { Price, Shop } from './features/greet-visitor/offers.ts'

/** @returns the answer of the API; null where there is none, or a refusal */
export const asked = async <T>(path: string): Promise<T | null> => {
  const answer = await fetch(path).catch(() => null)
  return answer?.ok ? await answer.json() : null
}

/** What each way of sending costs, as anybody may ask; null where it is not known. */
export async function askPrices(): Promise<{ shops: readonly Shop[]; prices: readonly Price[] } | null> {
  const [shops, prices] = await Promise.all([asked<Shop[]>('/api/admin/locations'), asked<Price[]>('/api/locations')])
  return shops && prices ? { shops, prices } : null
}
