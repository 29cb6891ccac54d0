import { EventStoreDBClient } from '@eventstore/db-client'
import { openEventStoreDb } from '@tuma/platform/engines/eventstoredb'
import type { EngineHouse } from '@tuma/platform/ports'
import { freePort } from '@tuma/platform/runtime'
import { openTemporaryEngines } from '@tuma/platform/testing'
import { onTestFinished } from 'vitest'
import { startEventStoreDouble } from '../src/eventstoredb-double/event-store-double.ts'

/** A double of EventStoreDB for one test, and a client of an operator who writes into it beside us. */
export const startServer = async () => {
  const port = await freePort()
  const double = await startEventStoreDouble(port)
  onTestFinished(() => double.kill())
  const url = `esdb://127.0.0.1:${port}?tls=false`
  const operator = EventStoreDBClient.connectionString(url)
  onTestFinished(() => operator.dispose())
  return { double, url, operator }
}

type Opening = Parameters<typeof openEventStoreDb>[0] & {
  /** Those of an earlier process; new and empty unless said. */
  readonly documents?: Pick<EngineHouse, 'of'>
}

/** A process's stores beside documents, until the end of the test. */
export const openStores = async ({ documents, ...options }: Opening) => {
  const beside = documents ?? (await openTemporaryEngines())
  const house = await openEventStoreDb(options)
  onTestFinished(async () => {
    await house.close()
    if ('close' in beside) await (beside as EngineHouse).close()
  })
  const documentsOf = (service: string) => beside.of(service).documents
  return {
    ...house,
    of: (service: string) => house.of(service, documentsOf(service)),
    assertThere: (services: readonly string[]) => house.assertThere(services, documentsOf),
  }
}
