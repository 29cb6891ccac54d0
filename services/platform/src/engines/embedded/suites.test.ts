import { cacheSuite } from '../../testing/suites/cache-suite.ts'
import { documentStoreSuite } from '../../testing/suites/document-store-suite.ts'
import { eventStoreSuite } from '../../testing/suites/event-store-suite.ts'
import { limitsSuite } from '../../testing/suites/limits-suite.ts'
import { messageBusSuite } from '../../testing/suites/message-bus-suite.ts'
import { openTemporaryEngines } from '../../testing/temporary-engines.ts'
import { openCache } from './cache-limits/cache.ts'
import { openLimitTables } from './cache-limits/limit-tables.ts'

const suiteService = 'delivery'

eventStoreSuite('the embedded engine', async () => {
  const engines = await openTemporaryEngines(true)
  const reopen = async () => (await engines.reopen()).of(suiteService).events
  return { store: engines.of(suiteService).events, reopen, close: engines.close }
})

documentStoreSuite('the embedded engine', async () => {
  const engines = await openTemporaryEngines(true)
  const reopen = async () => (await engines.reopen()).of(suiteService).documents
  return { store: engines.of(suiteService).documents, reopen, close: engines.close }
})

messageBusSuite('the embedded engine', async () => {
  const engines = await openTemporaryEngines(true)
  const reopen = async () => (await engines.reopen()).of(suiteService).bus
  return { bus: engines.of(suiteService).bus, reopen, close: engines.close }
})

cacheSuite('the embedded engine', async () => {
  let time = 0
  const cache = openCache({ now: () => time })
  const pass = async (ms: number) => {
    time += ms
  }
  return { cache, pass, close: async () => {} }
})

limitsSuite('the embedded engine', async () => {
  let time = 0
  const limits = openLimitTables({ now: () => time })
  const pass = async (ms: number) => {
    time += ms
  }
  return { limits, pass, close: async () => {} }
})
