import type { Dependencies } from '../dependencies.ts'

export const operationCalls = ({ api, services: { identity, payment, revenue, notification } }: Dependencies) => {
  const listening = [identity, payment, revenue, notification]

  return {
    parked: api.operations.parked.handler(async () => {
      const parked = await Promise.all(listening.map((service) => service.parked()))
      return parked.flat().sort((one, other) => Date.parse(one.parkedAt) - Date.parse(other.parkedAt))
    }),
    /** Each service knows its own groups: those of others it leaves alone. */
    replay: api.operations.replay.handler(async ({ input }) => {
      const replayed = await Promise.all(listening.map((service) => service.replay(input)))
      return { replayed: replayed.reduce((sum, given) => sum + given.replayed, 0) }
    }),
  }
}
