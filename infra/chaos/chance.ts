/** Chances that repeat with their seed (mulberry32). */
export const chanceOf = (seed: number) => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    /** A whole number from 0 to below. */
    upTo: (below: number): number => Math.floor(next() * below),
    one: <T>(of: readonly T[]): T | undefined => of[Math.floor(next() * of.length)],
  }
}
export type Chance = ReturnType<typeof chanceOf>
