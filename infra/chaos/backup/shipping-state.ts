import { setTimeout as pause } from 'node:timers/promises'
import { metricsToken } from './place.ts'

const readDegraded = async (url: string): Promise<string | null> => {
  const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5000) })
  const { degraded = [] } = (await answer.json()) as {
    readonly degraded?: readonly { engine: string; state: string }[]
  }
  return degraded.find(({ engine }) => engine === 'backup')?.state ?? null
}

const readBehindMs = async (url: string): Promise<number> => {
  const headers = { authorization: `Bearer ${metricsToken}` }
  const answer = await fetch(`${url}/metrics`, { headers, signal: AbortSignal.timeout(5000) })
  const [, seconds] = /^tuma_backup_behind_seconds\{.*\} (.+)$/m.exec(await answer.text()) ?? []
  if (seconds === undefined) throw new Error('the metrics do not say how far behind the backup is')
  return Number(seconds) * 1000
}

/** The backup as the product itself reports it. `now`: the product's clock, in milliseconds since 1970. */
export const openShippingState = ({ url, now }: { readonly url: string; readonly now: () => number }) => {
  const poll = async (what: string, patienceMs: number, is: () => Promise<boolean>): Promise<number> => {
    const began = performance.now()
    while (!(await is().catch(() => false))) {
      if (performance.now() - began > patienceMs) throw new Error(`not within ${patienceMs / 1000} s: ${what}`)
      await pause(50)
    }
    return (performance.now() - began) / 1000
  }
  return {
    /** What `/readyz` calls the place; null: it names none. */
    readDegraded: () => readDegraded(url),
    /** @returns seconds until `/readyz` named the place so. @throws Error when that takes too long */
    waitUntilNamed: (state: string | null, patienceMs: number): Promise<number> =>
      poll(
        `readyz says ${state ?? 'nothing'} about the backup`,
        patienceMs,
        async () => (await readDegraded(url)) === state,
      ),
    /** @returns seconds until all commits up to `at` were at the place. @throws Error when that takes too long */
    waitUntilShipped: (at: number, patienceMs: number): Promise<number> =>
      poll('the backup has everything', patienceMs, async () => {
        const before = now()
        return before - (await readBehindMs(url)) > at
      }),
  }
}
export type ShippingState = ReturnType<typeof openShippingState>
