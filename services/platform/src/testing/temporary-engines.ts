import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from '../engines/index.ts'
import type { Engines, ProcessEngines } from '../ports/engines.ts'
import { openPublishedTopics, type PublishedBus } from './published-topics.ts'
import { sameThread } from './same-thread.ts'

/** With a bus that can be published on: see `openPublishedTopics`. */
export type TestEngines = Omit<Engines, 'bus'> & { readonly bus: PublishedBus }
export type TestProcessEngines = Omit<ProcessEngines, 'of'> & { of(service: string): TestEngines }
export type TemporaryEngines = TestProcessEngines & {
  readonly folder: string
  /** A restart. @param meanwhile called while no process has the folder open */
  reopen(meanwhile?: () => void): Promise<TestProcessEngines>
}

/**
 * Embedded engines in a folder of their own; `close` deletes the folder.
 * @param ofItsOwn the writer has a thread, as in the product; the engines' own tests need that
 */
export const openTemporaryEngines = async (ofItsOwn = false): Promise<TemporaryEngines> => {
  const folder = await mkdtemp(join(tmpdir(), 'tuma-test-'))
  const topics = new Set<string>()
  const open = async () =>
    withPublishedTopics(await openEmbedded({ folder, ...(ofItsOwn ? {} : { beginThread: sameThread }) }), topics)
  let engines = await open()
  return {
    folder,
    of: (service) => engines.of(service),
    healthy: () => engines.healthy(),
    degraded: () => engines.degraded(),
    isCutOff: () => engines.isCutOff(),
    async reopen(meanwhile = () => {}) {
      await engines.close()
      meanwhile()
      engines = await open()
      return engines
    },
    async close() {
      await engines.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** @param topics names of those that were published before */
export const withPublishedTopics = (engines: ProcessEngines, topics = new Set<string>()): TestProcessEngines => {
  const published = openPublishedTopics(engines, topics)
  return {
    ...engines,
    of: (service) => ({ ...engines.of(service), bus: published.bus }),
    async close() {
      await published.close()
      await engines.close()
    },
  }
}
