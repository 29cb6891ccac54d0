import { BACKWARDS, END, EventStoreDBClient } from '@eventstore/db-client'
import { freePort } from '@tuma/platform/runtime'
import { GenericContainer } from 'testcontainers'
import { dockerAnswers, startContainer } from './docker.ts'
import { startEventStoreDouble } from './eventstoredb-double/event-store-double.ts'
import { EngineMissing, type RunningEngine } from './running-engine.ts'

const IMAGE = 'eventstore/eventstore:24.10.6'

/**
 * The server of EVENTSTORE_URL, otherwise one in Docker, otherwise a double of its protocol in this process. @throws
 * EngineMissing
 */
export const startEventStore = async (): Promise<RunningEngine> => {
  const given = process.env.EVENTSTORE_URL
  if (given) return givenEventStore(given)
  const port = await freePort()
  const url = `esdb://127.0.0.1:${port}?tls=false`
  if (await dockerAnswers()) {
    const container = new GenericContainer(IMAGE)
      .withEnvironment({
        EVENTSTORE_INSECURE: 'true',
        EVENTSTORE_CLUSTER_SIZE: '1',
        EVENTSTORE_TELEMETRY_OPTOUT: 'true',
      })
      .withExposedPorts({ container: 2113, host: port })
    return {
      url,
      found: `EventStoreDB in a container of ${IMAGE}`,
      ...(await startContainer(container, () => answers(url))),
    }
  }
  const double = await startEventStoreDouble(port)
  return {
    url,
    found: 'instead of EventStoreDB a double of its gRPC protocol here',
    process: double,
    close: double.kill,
  }
}

const givenEventStore = async (url: string): Promise<RunningEngine> => {
  if (!(await answers(url))) throw new EngineMissing('EVENTSTORE_URL is given, but no EventStoreDB answers there')
  return { url, found: 'EventStoreDB given by EVENTSTORE_URL', process: null, close: async () => {} }
}

const answers = async (url: string): Promise<boolean> => {
  const client = EventStoreDBClient.connectionString(url.replace(/^kurrentdb/, 'esdb'))
  try {
    for await (const _ of client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 }));
    return true
  } catch {
    return false
  } finally {
    await client.dispose()
  }
}
