import { setTimeout as timer } from 'node:timers/promises'
import type { DegradedBackup } from '@tuma/platform/ports'
import type { Log } from '@tuma/platform/runtime'
import { PlaceTrouble } from './place.ts'
import { asTrouble } from './shipped-objects.ts'
import type { Shipment } from './shipping.ts'

export type Shipping = {
  /** Age of the oldest commit that is not at the place; 0 when all are. */
  behindSeconds(): number
  /** Empty while the place has everything, or has been behind for less than a few minutes. */
  degraded(): DegradedBackup[]
  /** Ships what waits, if the place answers within a few seconds. */
  close(): Promise<void>
}

type Options = {
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly log: Log
  readonly everyMs?: number
  readonly maxPauseMs?: number
  /** After a shorter outage there is nothing to do: the commits wait in the data file. */
  readonly alarmMs?: number
  readonly lastMs?: number
}

/** Ships every few seconds, and tells once when the place is behind and once when it is not any more. */
export const shipRegularly = (shipment: Shipment, options: Options): Shipping => {
  const { now, log, everyMs = 3000, maxPauseMs = 30_000, alarmMs = 180_000, lastMs = 5000 } = options
  const ending = new AbortController()
  const { signal } = ending
  let trouble: PlaceTrouble | null = null
  /** Milliseconds since 1970: since then the place has not had everything. */
  let since: number | null = null
  let told: DegradedBackup['state'] | null = null

  /** Commits also come while a shipment does not end. */
  const getSince = () => since ?? shipment.waitsSince()
  const degraded = (): DegradedBackup[] => {
    const [isRefused, from] = [trouble?.state === 'refused', getSince()]
    if (from === null || !(isRefused || now() - from >= alarmMs)) return []
    return [{ engine: 'backup', state: trouble?.state ?? 'slow', since: new Date(from).toISOString() }]
  }
  const tellChange = (): void => {
    const state = degraded()[0]?.state ?? null
    if (state === told) return
    if (state === null) log.warn('the backup has everything again')
    else log.error({ reason: trouble?.message }, `the place of the backup is ${sentences[state]}`)
    told = state
  }

  const shipOnce = async (): Promise<void> => {
    try {
      since ??= shipment.waitsSince()
      await shipment.ship()
      trouble = null
      since = null
    } catch (error) {
      const found = asTrouble(error)
      trouble = found instanceof PlaceTrouble ? found : new PlaceTrouble('slow', String(error), error)
      since ??= now()
    }
  }
  const run = async (): Promise<void> => {
    for (let pauseMs = everyMs; !signal.aborted; ) {
      await shipOnce()
      pauseMs = trouble ? Math.min(pauseMs * 2, maxPauseMs) : everyMs
      await timer(pauseMs, null, { signal }).catch(() => undefined)
    }
  }
  const running = run()
  const telling = setInterval(tellChange, everyMs)
  telling.unref()

  return {
    degraded,
    behindSeconds: () => Math.max(0, (now() - (getSince() ?? now())) / 1000),
    async close() {
      ending.abort()
      clearInterval(telling)
      const limit = new AbortController()
      const over = timer(lastMs, null, { signal: limit.signal }).catch(() => undefined)
      await Promise.race([running.then(shipOnce), over])
      limit.abort()
      tellChange()
    },
  }
}

const sentences: Readonly<Record<DegradedBackup['state'], string>> = {
  away: 'away: what is recorded waits in the data file',
  full: 'full: what is recorded waits in the data file',
  slow: 'too slow: what is recorded waits in the data file',
  refused: 'refusing us: what is recorded waits in the data file',
}
