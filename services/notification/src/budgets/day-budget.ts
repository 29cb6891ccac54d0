import { oneAtATime } from '../one-at-a-time.ts'

/** Segments of SMS, or e-mails, that something takes at most. */
export type Wanted<Purse> = { readonly purse: Purse; readonly wanted: number }

/**
 * Lets something spend of what a purse has left today. `take` is told what that is, and must have recorded what it takes when it
 * resolves.
 */
export type Spend<Purse> = <Result>(want: Wanted<Purse>, take: (room: number) => Promise<Result>) => Promise<Result>

/** What is left to a purse, besides what is recorded also without what others want just now. */
type Room<Purse> = (purse: Purse, underWay: readonly Wanted<Purse>[]) => number

/**
 * Many spend at once as long as there is room for all of them; towards the end one after the other, so that the last
 * segment is spent, and once.
 * @param look reads what the day has taken so far
 */
export const dayBudget = <Purse>(look: () => Promise<Room<Purse>>): Spend<Purse> => {
  const inTurn = oneAtATime()
  /** Those who have not recorded yet what they take. */
  const underWay = new Map<Promise<unknown>, Wanted<Purse>>()

  /** @returns null: those under way have to be waited for, since they may take less than they want */
  const begun = async <Result>(want: Wanted<Purse>, take: (room: number) => Promise<Result>) => {
    // Before the look: what is recorded in between is counted twice rather than not at all.
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
        // They may all have ended during the look.
        const others = [...underWay.keys()]
        if (others.length > 0) await Promise.race(others.map((other) => other.catch(() => undefined)))
      }
    })
    return taking
  }
}
