import { EventStoreDBClient } from '@eventstore/db-client'
import { freePort } from '@tuma/platform/runtime'
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
