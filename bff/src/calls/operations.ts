import type { ViewBehind } from '@tuma/contracts/api'
import { EngineAway } from '@tuma/platform/ports'
import { ServiceFault } from '@tuma/platform/runtime'
import type { Dependencies, Services } from '../dependencies.ts'
import { leavingFrom, misleading } from '../misleading.ts'

export const operationCalls = ({ api, services, settings }: Dependencies) => {
  const { identity, payment, revenue, notification } = services
  const listening = [identity, payment, revenue, notification]

  return {
    startWarnings: api.operations.startWarnings.handler(async () => ({
      warnings: misleading(settings, await leavingFrom(notification)),
    })),
    readModels: api.operations.readModels.handler(async () => {
      const names = Object.keys(services) as (keyof Services)[]
      const asked = await Promise.all(names.map((service) => behindIn(service, services[service])))
      return {
        behind: asked.flatMap(({ behind }) => behind),
        unanswered: asked.flatMap(({ unanswered }) => unanswered),
      }
    }),
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

/** Of a service that is away, or of a release that does not know the question yet, nobody can say; the others are shown. */
const behindIn = async (
  service: keyof Services,
  client: Pick<Services[keyof Services], 'behind'>,
): Promise<{ behind: ViewBehind[]; unanswered: (keyof Services)[] }> => {
  try {
    const behind = await client.behind()
    return { behind: behind.map((one) => ({ service, ...one })), unanswered: [] }
  } catch (error) {
    if (!(error instanceof EngineAway || error instanceof ServiceFault)) throw error
    return { behind: [], unanswered: [service] }
  }
}
