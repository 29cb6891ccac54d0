import { oneAtATime } from '../one-at-a-time.ts'

/** Segments of SMS, or emails, that a message uses at most. */
export type Wanted<Purse> = { readonly purse: Purse; readonly wanted: number }

/**
 * Lets a message spend what its purse has left today. `take` receives that number, and must have recorded its use when it
 * resolves.
 */
export type Spend<Purse> = <Result>(want: Wanted<Purse>, take: (room: number) => Promise<Result>) => Promise<Result>

/** What a purse has left: without what is recorded, and without what others may use just now. */
type Room<Purse> = (purse: Purse, underWay: readonly Wanted<Purse>[]) => number

/**
 * Many spend at once while there is room for all of them. Near the limit they spend one after the other, so that the last
 * segment is spent exactly once.
 * @param look reads the use of the day so far
 */
export const dayBudget = <Purse>(look: () => Promise<Room<Purse>>): Spend<Purse> => {
  const inTurn = oneAtATime()
  /** The maximum of each that has not recorded its use yet. */
  const underWay = new Map<Promise<unknown>, Wanted<Purse>>()

  /** @returns null: wait for those in progress, because they may use less than they want */
  const begun = async <Result>(want: Wanted<Purse>, take: (room: number) => Promise<Result>) => {
    // Before the look, so that a record in between counts twice rather than not at all.
    const others = [...underWay.values()]
    const roomIn = await look()
    const room = roomIn(want.purse, others)
    if (room < want.wanted && room < roomIn(want.purse, [])) return null
    const taking = take(room)
    underWay.set(taking, want)
    const over = () => void underWay.delete(taking)
    taking.then(over, over)
    return { taking }
  }

  return async (want, take) => {
    const { taking } = await inTurn(async () => {
      for (;;) {
        const one = await begun(want, take)
        if (one) return one
        // All of them may have ended during the look.
        const others = [...underWay.keys()]
        if (others.length > 0) await Promise.race(others.map((other) => other.catch(() => undefined)))
      }
    })
    return taking
  }
}
