import { readFileSync } from 'node:fs'

/**
 * Loaded before the product (`--import`), in each of its threads: its clock follows a file, by this many milliseconds
 * wrong, or stopped (`still`). The product does not know about it.
 */
const file = process.env.TUMA_CHAOS_CLOCK
const lookEveryMs = 100

if (file) {
  const RealDate = Date
  let offset = 0
  let still: number | null = null
  const look = (): void => {
    try {
      const said = readFileSync(file, 'utf8').trim()
      if (said === 'still') still ??= RealDate.now() + offset
      else {
        still = null
        offset = Number(said) || 0
      }
    } catch {
      // The file does not exist yet.
    }
  }
  look()
  setInterval(look, lookEveryMs).unref()
  const now = (): number => still ?? RealDate.now() + offset
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, values, made) => Reflect.construct(target, values.length > 0 ? values : [now()], made),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
    apply: () => new RealDate(now()).toString(),
  })
}
