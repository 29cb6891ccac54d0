import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded } from '../engines/index.ts'
import type { EngineHouse } from '../ports/engines.ts'

export type TemporaryEngines = EngineHouse & { readonly folder: string; reopen(): Promise<EngineHouse> }

/** Embedded engines in a folder of their own; `close` takes the folder away. `reopen` keeps it: a restart. */
export const openTemporaryEngines = async (): Promise<TemporaryEngines> => {
  const folder = await mkdtemp(join(tmpdir(), 'tuma-test-'))
  let house = await openEmbedded({ folder })
  return {
    folder,
    of: (service) => house.of(service),
    healthy: () => house.healthy(),
    async reopen() {
      await house.close()
      house = await openEmbedded({ folder })
      return house
    },
    async close() {
      await house.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
