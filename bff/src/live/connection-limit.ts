import { Refused } from '@tuma/contracts/vocabulary'
import { getWiderNetwork } from '@tuma/platform/ports'

/** The kind of a connection: a stranger, a client's account, or agents and admins. */
export type Watching = 'stranger' | 'client' | 'staff'
export type Taken = Readonly<Record<Watching, number>>

/**
 * Whether one more may connect. Strangers have half of the connections at most, strangers and clients together three
 * quarters. The last quarter is for staff alone, because strangers can register as clients.
 */
export const mayConnect = (watching: Watching, { stranger, client, staff }: Taken, max: number): boolean => {
  if (stranger + client + staff >= max) return false
  if (watching === 'stranger' && stranger >= Math.floor(max / 2)) return false
  return watching === 'staff' || stranger + client < Math.floor((max * 3) / 4)
}

/**
 * Connections of open screens: `max` in all, `maxEach` for one asker. `take` returns how to end the connection. It throws
 * Refused busy without a free one, and too_many where an asker has enough.
 */
export const openConnectionLimit = (max: number, maxEach: number) => {
  const byAsker = new Map<string, number>()
  const all: Record<Watching, number> = { stranger: 0, client: 0, staff: 0 }
  const add = (asker: string, count: number) => {
    const next = (byAsker.get(asker) ?? 0) + count
    if (next > 0) byAsker.set(asker, next)
    else byAsker.delete(asker)
  }
  return {
    /** @param askers the names that the connection counts for */
    take(watching: Watching, askers: readonly Asker[]): () => void {
      if (askers.some(({ name, times }) => (byAsker.get(name) ?? 0) >= times * maxEach)) throw new Refused('too_many')
      if (!mayConnect(watching, all, max)) throw new Refused('busy')
      all[watching] += 1
      for (const { name } of askers) add(name, 1)
      return () => {
        all[watching] -= 1
        for (const { name } of askers) add(name, -1)
      }
    },
  }
}

/** `times`: how many connections it may have, as a multiple of `maxEach`. */
export type Asker = { readonly name: string; readonly times: number }

/** An IPv6 network counts for its /48 too, which contains 65,536 of them. Phones in Kenya share IPv4 addresses. */
export const toAskers = (network: string): Asker[] => [
  { name: network, times: 1 },
  ...(network.includes(':') ? [{ name: `${getWiderNetwork(network)}::/48`, times: 4 }] : []),
]
