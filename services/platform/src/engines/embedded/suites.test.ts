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
  const house = await openTemporaryEngines(true)
  const reopen = async () => (await house.reopen()).of(suiteService).events
  return { store: house.of(suiteService).events, reopen, close: house.close }
})

documentStoreSuite('the embedded engine', async () => {
  const house = await openTemporaryEngines(true)
  const reopen = async () => (await house.reopen()).of(suiteService).documents
  return { store: house.of(suiteService).documents, reopen, close: house.close }
})

messageBusSuite('the embedded engine', async () => {
  const house = await openTemporaryEngines(true)
  const reopen = async () => (await house.reopen()).of(suiteService).bus
  return { bus: house.of(suiteService).bus, reopen, close: house.close }
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
