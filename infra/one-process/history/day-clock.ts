import { type Environment, thisMachine } from '@tuma/platform/runtime'

/** The last of the days of the samples, and the day on which the folder is opened again. */
const day = '2026-11-27'
const [minuteMs, dayMs] = [60_000, 24 * 60 * 60_000]

/** A clock that samples set: it moves half a second at each reading. */
export const openDayClock = () => {
  let ms = 0
  const now = (): string => {
    ms += 500
    return new Date(ms).toISOString()
  }
  return {
    now,
    environment: { ...thisMachine, now } satisfies Environment,
    /** Sets the clock to noon in Nairobi, this many days before the last. */
    setTo(daysBefore: number): void {
      ms = Date.parse(`${day}T09:00:00.000Z`) - daysBefore * dayMs
    },
    later(minutes: number): void {
      ms += minutes * minuteMs
    },
  }
}
