import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from '../engines/index.ts'
import type { EngineHouse, Engines } from '../ports/engines.ts'
import { openPublishedTopics, type PublishedBus } from './published-topics.ts'
import { sameThread } from './same-thread.ts'

/** With a bus that can be published on: see `openPublishedTopics`. */
export type TestEngines = Omit<Engines, 'bus'> & { readonly bus: PublishedBus }
export type TestHouse = Omit<EngineHouse, 'of'> & { of(service: string): TestEngines }
export type TemporaryEngines = TestHouse & {
  readonly folder: string
  /** A restart. @param meanwhile called while nothing has the folder open */
  reopen(meanwhile?: () => void): Promise<TestHouse>
}

/**
 * Embedded engines in a folder of their own; `close` takes the folder away.
 * @param ofItsOwn the writer has a thread, as in the product: the engines' own tests want that
 */
export const openTemporaryEngines = async (ofItsOwn = false): Promise<TemporaryEngines> => {
  const folder = await mkdtemp(join(tmpdir(), 'tuma-test-'))
  const topics = new Set<string>()
  const open = async () =>
    withPublishedTopics(await openEmbedded({ folder, ...(ofItsOwn ? {} : { beginThread: sameThread }) }), topics)
  let house = await open()
  return {
    folder,
    of: (service) => house.of(service),
    healthy: () => house.healthy(),
    degraded: () => house.degraded(),
    isCutOff: () => house.isCutOff(),
    async reopen(meanwhile = () => {}) {
      await house.close()
      meanwhile()
      house = await open()
      return house
    },
    async close() {
      await house.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** @param topics names of those that were published before */
export const withPublishedTopics = (house: EngineHouse, topics = new Set<string>()): TestHouse => {
  const published = openPublishedTopics(house, topics)
  return {
    ...house,
    of: (service) => ({ ...house.of(service), bus: published.bus }),
    async close() {
      await published.close()
      await house.close()
    },
  }
}
