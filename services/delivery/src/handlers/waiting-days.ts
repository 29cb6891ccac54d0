import type { Dependencies } from '../dependencies.ts'
import type { ShownRow } from '../domain/shown-row.ts'
import { withLonger } from '../domain/trouble/waiting.ts'
import { toWaitDays } from '../settings.ts'

/** Adds to a waiting row the day until which its sender may let it wait, by the settings. */
export const bindDays = (settings: Dependencies['settings']) => {
  const days = toWaitDays(settings)
  return (shown: ShownRow): ShownRow => (shown.waiting ? { ...shown, waiting: withLonger(shown.waiting, days) } : shown)
}
