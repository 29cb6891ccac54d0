import { Refused } from '@tuma/contracts/vocabulary'
import { getWiderNetwork } from '@tuma/platform/ports'
import { type GroupPath, openFairQueue } from './fair-queue.ts'

/**
 * Who wants a password hashed: a known account or device, or a stranger from a network. Whether an address has an account
 * must make no difference here.
 */
export type Hashes = { readonly known: string } | { readonly network: string }

/** Most places are for people who have signed in before. More waiting would be answered too late. */
const maxKnown = 66
const maxStrangers = 33
/** So many known ones go before one stranger while both wait. With the stranger whose turn it is that makes two before ten. */
const knownInRow = 8

/** A place in the order of those who wait. */
export type Place = {
  /** Once. Does the job when the turn of this place has come. @throws Refused('busy') when it had to give way to others */
  run<T>(job: () => Promise<T>): Promise<T>
  /** Gives the place to the next where it was not used. */
  leave(): void
}

/**
 * One job at a time. Known accounts go first and take turns with each other; of strangers /48s (IPv4: /24s) take turns, and in
 * them networks (/64s, addresses). Where all places of a lane are taken, who holds most of them gives one up.
 */
export const openHashingPlaces = () => {
  const lanes = openLanes()
  let isTaken = false

  const pass = (): void => {
    const next = lanes.take()
    if (next) next.enter()
    else isTaken = false
  }

  return {
    /** Takes its place in the order now, before it is known what will be hashed. @throws Refused('busy') */
    enter(who: Hashes): Place {
      const { promise: turn, resolve, reject } = Promise.withResolvers<void>()
      const place: { state: 'waiting' | 'hasTurn' | 'left' } = { state: 'waiting' }
      const waiting: Waiting = {
        enter() {
          place.state = 'hasTurn'
          resolve()
        },
        giveWay() {
          place.state = 'left'
          reject(new Refused('busy'))
        },
      }
      // Heard of by `run`, which may come later.
      turn.catch(() => undefined)
      if (isTaken) lanes.add(who, waiting)
      else waiting.enter()
      isTaken = true
      if (place.state === 'left') throw new Refused('busy')
      const leave = () => {
        const { state } = place
        place.state = 'left'
        if (state === 'hasTurn') pass()
        if (state === 'waiting') lanes.remove(who, waiting)
      }
      return {
        async run(job) {
          try {
            await turn
            return await job()
          } finally {
            leave()
          }
        },
        leave,
      }
    },
  }
}

type Waiting = { enter(): void; giveWay(): void }

const openLanes = () => {
  const known = openFairQueue<Waiting>(maxKnown, 1)
  const strangers = openFairQueue<Waiting>(maxStrangers, 2)
  let knownSinceStranger = 0

  const takeKnown = (): Waiting | null => {
    if (strangers.size() > 0 && knownSinceStranger >= knownInRow) return null
    const next = known.take()
    if (next) knownSinceStranger += 1
    return next
  }
  const takeStranger = (): Waiting | null => {
    knownSinceStranger = 0
    return strangers.take()
  }
  return {
    add(who: Hashes, waiting: Waiting): void {
      const left = 'known' in who ? known.add([who.known], waiting) : strangers.add(buildPath(who.network), waiting)
      left?.giveWay()
    },
    remove(who: Hashes, waiting: Waiting): void {
      if ('known' in who) known.remove([who.known], waiting)
      else strangers.remove(buildPath(who.network), waiting)
    },
    take: () => takeKnown() ?? takeStranger(),
  }
}

/** @param network as `getNetwork` writes it: IPv4, a /64 of IPv6, or '' where none is known */
const buildPath = (network: string): GroupPath => [getWiderNetwork(network), network]
