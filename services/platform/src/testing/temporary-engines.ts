import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from '../engines/index.ts'
import type { EngineHouse } from '../ports/engines.ts'
import { sameThread } from './same-thread.ts'

export type TemporaryEngines = EngineHouse & { readonly folder: string; reopen(): Promise<EngineHouse> }

/**
 * Embedded engines in a folder of their own; `close` takes the folder away. `reopen` keeps it: a restart.
 * @param ofItsOwn the writer has a thread, as in the product: the engines' own tests want that
 */
export const openTemporaryEngines = async (ofItsOwn = false): Promise<TemporaryEngines> => {
  const folder = await mkdtemp(join(tmpdir(), 'tuma-test-'))
  const open = () => openEmbedded({ folder, ...(ofItsOwn ? {} : { beginThread: sameThread }) })
  let house = await open()
  return {
    folder,
    of: (service) => house.of(service),
    healthy: () => house.healthy(),
    degraded: () => house.degraded(),
    isCutOff: () => house.isCutOff(),
    async reopen() {
      await house.close()
      house = await open()
      return house
    },
    async close() {
      await house.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
