import { EventStoreDBClient } from '@eventstore/db-client'
import { freePort } from '@tuma/platform/runtime'
import { openTemporaryEngines } from '@tuma/platform/testing'
import { onTestFinished } from 'vitest'
import { startEventStoreDouble } from '../src/eventstoredb-double/event-store-double.ts'

/** A double of EventStoreDB for one test, an operator's client that writes into it beside us, and our documents. */
export const startServer = async () => {
  const port = await freePort()
  const double = await startEventStoreDouble(port)
  onTestFinished(() => double.kill())
  const url = `esdb://127.0.0.1:${port}?tls=false`
  const operator = EventStoreDBClient.connectionString(url)
  onTestFinished(() => operator.dispose())
  const engines = await openTemporaryEngines()
  onTestFinished(() => engines.close())
  return { double, url, operator, engines }
}
