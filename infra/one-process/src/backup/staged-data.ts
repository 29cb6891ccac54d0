import { statSync } from 'node:fs'
import { join } from 'node:path'
import { type EngineSettings, flushToDisk, openEngines } from '@tuma/platform/engines'
import type { ProcessEngines } from '@tuma/platform/ports'
import { CannotStart } from '@tuma/platform/runtime'

/**
 * Opens the data file of a folder that no other process uses, which checks that the file is sound. Afterwards all data
 * are in the one file and on the disk.
 * @throws what opening a data folder throws, for that folder
 */
export const withStagedData = async <T>(
  folder: string,
  { ENGINE_PREFIX, REPLICA }: EngineSettings,
  act: (engines: ProcessEngines) => Promise<T>,
): Promise<T> => {
  const engines = await openEngines({ DATA_DIR: folder, ENGINE_PREFIX, REPLICA })
  const done = await act(engines).finally(() => engines.close())
  const file = join(folder, 'tuma.db')
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false })
  if (log && log.size > 0) throw new Error(`${file} could not be closed in order`)
  flushToDisk(file)
  return done
}

/** @throws CannotStart where the data are not all in the data folder of one process */
export const assertInOneFolder = (
  [form]: readonly string[],
  { EVENTSTORE_URL, KAFKA_BROKERS, MONGODB_URL }: EngineSettings,
): void => {
  if (form === 'grown' || EVENTSTORE_URL || KAFKA_BROKERS || MONGODB_URL)
    throw new CannotStart(
      "Processes of their own, and engines elsewhere (EVENTSTORE_URL, KAFKA_BROKERS, MONGODB_URL), are backed up and restored in each engine's own way: docs/operate/backup-and-restore.md says how.",
    )
}
