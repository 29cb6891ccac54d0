import { Refused } from '@tuma/contracts/vocabulary'
import { getWiderNetwork } from '@tuma/platform/ports'
import { type GroupPath, openFairQueue } from './fair-queue.ts'

/**
 * Who needs a password hashed: a known account or device, or a stranger from a network. This must not depend on whether
 * an address has an account.
 */
export type Hashes = { readonly known: string } | { readonly network: string }

/** Most places are for people who have signed in before. With more waiting jobs the answers would come too late. */
const maxKnown = 66
const maxStrangers = 33
/**
 * At most this many known jobs go before one stranger while both wait. With the stranger whose turn it is, that makes
 * two strangers in ten jobs.
 */
const knownInRow = 8

/** A place in the queue. */
export type Place = {
  /**
   * Call once. Runs the job when this place has its turn. @throws Refused('busy') when the place was dropped for others
   */
  run<T>(job: () => Promise<T>): Promise<T>
  /** Gives the turn to the next place if this one was not used. */
  leave(): void
}

/**
 * One job at a time. Known accounts go first and take turns with each other. Strangers take turns by /48 (IPv4: /24),
 * and within these by network (/64, address). When a lane is full, the group with most places loses one.
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
    /** Takes a place now, before it is known what will be hashed. @throws Refused('busy') */
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
      // `run` handles the rejection, but it may be called later.
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

/** @param network as `getNetwork` writes it: IPv4, a /64 of IPv6, or '' for an unknown one */
const buildPath = (network: string): GroupPath => [getWiderNetwork(network), network]
