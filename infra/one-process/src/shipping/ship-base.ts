import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { join } from 'node:path'
import { type BackupLog, dataFormat } from '@tuma/platform/engines'
import { type Base, baseFolder, getChains, listName, numberOfChain, partName, toChain } from './object-names.ts'
import { type BaseList, type Objects, putSealed } from './shipped-objects.ts'

/** So large that a copy has few objects, and so small that one is sent again after an outage without much loss. */
const partBytes = 8 * 1024 * 1024

/** A chain with a number after those at the place. */
export const nextChain = async ({ place }: Pick<Objects, 'place'>): Promise<string> => {
  const known = getChains(await place.list('')).map(numberOfChain)
  return toChain(Math.max(0, ...known) + 1, randomBytes(4).toString('hex'))
}

type Parts = {
  readonly objects: Objects
  readonly log: Pick<BackupLog, 'copyBase'>
  /** The data folder: the copy is made there, and removed. */
  readonly folder: string
  /** The secret key of that folder. */
  readonly key: string
  readonly now: () => number
}

/**
 * Ships a copy of the data. It counts when its list is there, which comes last.
 * @param betweenParts is awaited after each part, so that commits need not wait for a large copy
 * @throws PlaceTrouble
 */
export const shipBase = async (
  { objects, log, folder, key, now }: Parts,
  chain: string,
  betweenParts: () => Promise<void> = async () => undefined,
): Promise<Base> => {
  const file = join(folder, 'tuma.db.shipping')
  try {
    const number = await log.copyBase(file)
    // Read after the copy, so that nothing in the copy is later.
    const base: Base = { chain, number, made: now() }
    const to = baseFolder(base)
    let parts = 0
    for await (const part of partsOf(file)) {
      await putSealed(objects, partName(to, ++parts), part)
      await betweenParts()
    }
    const list: BaseList = { parts, key, dataFormat }
    await putSealed(objects, listName(to), Buffer.from(JSON.stringify(list)))
    return base
  } finally {
    rmSync(file, { force: true })
  }
}

async function* partsOf(path: string): AsyncGenerator<Buffer> {
  const file: FileHandle = await open(path, 'r')
  try {
    for (;;) {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(partBytes), 0, partBytes)
      if (bytesRead === 0) return
      yield buffer.subarray(0, bytesRead)
    }
  } finally {
    await file.close()
  }
}
