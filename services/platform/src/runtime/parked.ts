import { isBehind } from '../event-sourcing/following/group-lag.ts'
import type { Listening } from '../event-sourcing/following/reactor.ts'
import type { Groups } from '../ports/message-bus.ts'

type Key = { readonly topic: string; readonly group: string; readonly key: string }

/**
 * Implements `parked`, `replay` and `lagging` of a service's contract, for its own groups: `identity.router({ …,
 * parked: identity.parked.handler(parked), replay: identity.replay.handler(replay) })`.
 */
export const parkedHandlers = (bus: Pick<Groups, 'parked' | 'replay'>, listening: readonly Listening[]) => {
  const groups = [...new Set(listening.map(({ group }) => group))]
  return {
    /** The messages that the groups gave up on, oldest first; with type and key, without data. */
    async parked() {
      const byGroup = await Promise.all(groups.map((group) => bus.parked(group)))
      return byGroup
        .flat()
        .sort((one, other) => Date.parse(one.parkedAt) - Date.parse(other.parkedAt))
        .map(({ id, topic, group, message: { key, type }, reason, parkedAt }) => ({
          id: String(id),
          topic,
          group,
          key,
          type,
          reason,
          parkedAt,
        }))
    },
    /** Another service's group does not change. */
    replay: async ({ input: { topic, group, key } }: { readonly input: Key }) => ({
      replayed: groups.includes(group) ? await bus.replay(group, topic, key) : 0,
    }),
    lagging: () => lagging(listening),
  }
}

/** The groups that are more than a minute behind. */
export const lagging = (listening: readonly Listening[]) =>
  listening
    .map((one) => one.lag())
    .filter(isBehind)
    .map((lag) => ({ ...lag, seconds: Math.round(lag.seconds) }))
