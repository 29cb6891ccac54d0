import { deserialize, serialize } from 'node:v8'
import type { KeyRow, LoggedCommit } from '@tuma/platform/engines'
import {
  type Base,
  baseFolder,
  keysFolder,
  laterKeysName,
  listName,
  newestKeys,
  partName,
  type Segment,
  segmentName,
} from './object-names.ts'
import { type Place, PlaceTrouble } from './place.ts'
import { OtherKey, type Seal, Unreadable } from './seal.ts'

export type Objects = { readonly place: Place; readonly seal: Seal }
export type ShippedCommit = Pick<LoggedCommit, 'number' | 'at' | 'requests'>
/** `key`: the secret key of the data folder. `dataFormat`: of the data file that the parts make up. */
export type BaseList = { readonly parts: number; readonly key: string; readonly dataFormat: number }

export const putSealed = async ({ place, seal }: Objects, name: string, content: Uint8Array): Promise<void> =>
  place.put(name, await seal.seal(name, content))

/** @returns null when it is missing. @throws OtherKey, Unreadable, PlaceTrouble */
export const getSealed = async ({ place, seal }: Objects, name: string): Promise<Buffer | null> => {
  const found = await place.get(name)
  return found && seal.open(name, found)
}

/** @throws Unreadable when it is missing */
export const requireSealed = async (objects: Objects, name: string): Promise<Buffer> => {
  const found = await getSealed(objects, name)
  if (!found) throw new Unreadable(name)
  return found
}

/** A place that was filled with another key is not ours to write to. */
export const asTrouble = (error: unknown): unknown => {
  if (error instanceof OtherKey)
    return new PlaceTrouble('refused', 'the place was filled with another BACKUP_KEY', error)
  if (error instanceof Unreadable) return new PlaceTrouble('refused', `${error.message} at the place is damaged`, error)
  return error
}

export const putSegment = (objects: Objects, chain: string, commits: readonly ShippedCommit[]): Promise<void> => {
  const [first, last] = [commits[0]?.number ?? 0, commits.at(-1)?.number ?? 0]
  const segment: Segment = { chain, first, last, earliest: Math.min(...commits.map(({ at }) => at)) }
  const content = commits.map(({ number, at, requests }) => ({ number, at, requests }))
  return putSealed(objects, segmentName(segment), serialize(content))
}

export const getSegment = async (objects: Objects, segment: Segment): Promise<ShippedCommit[]> =>
  deserialize(await requireSealed(objects, segmentName(segment)))

export const getBaseList = async (objects: Objects, base: Base): Promise<BaseList> =>
  JSON.parse(String(await requireSealed(objects, listName(baseFolder(base)))))

type Generation = { readonly chain: string; readonly generation: number }

/** Makes a generation of keys, and removes all others of the chain, in all versions. */
export const putKeys = async (
  objects: Objects,
  generation: Generation,
  pages: Iterable<readonly KeyRow[]> | AsyncIterable<readonly KeyRow[]>,
): Promise<void> => {
  const folder = keysFolder(generation)
  // A generation that was cut may have versions of its own.
  await objects.place.remove(folder, () => false)
  let parts = 0
  for await (const rows of pages) await putSealed(objects, partName(folder, ++parts), serialize(rows))
  await putSealed(objects, listName(folder), Buffer.from(JSON.stringify({ parts })))
  await objects.place.remove(`${generation.chain}/keys-`, (name) => name.startsWith(folder))
}

export const putLaterKeys = (
  objects: Objects,
  generation: Generation,
  [first, last]: readonly [number, number],
  rows: readonly KeyRow[],
): Promise<void> => putSealed(objects, laterKeysName(keysFolder(generation), first, last), serialize(rows))

/** All keys of a chain, oldest first: a later row of a person replaces an earlier one. @throws Unreadable */
export async function* readKeys(objects: Objects, names: readonly string[], chain: string): AsyncGenerator<KeyRow[]> {
  const newest = newestKeys(names, chain)
  if (!newest) throw new Unreadable(`${chain}/keys`)
  const folder = keysFolder(newest)
  const { parts } = JSON.parse(String(await requireSealed(objects, listName(folder)))) as { readonly parts: number }
  const later = names.filter((name) => name.startsWith(folder) && /\/\d+-\d+$/.test(name))
  const made = Array.from({ length: parts }, (_, part) => partName(folder, part + 1))
  for (const name of [...made, ...later]) yield deserialize(await requireSealed(objects, name))
}
