import { type BackupLog, type Erased, type KeyRow, parseErased } from '@tuma/platform/engines'
import { erasedObject, getChains, newestKeys } from './object-names.ts'
import { getSealed, type Objects, putKeys, putSealed, readKeys } from './shipped-objects.ts'

/** The people whom the place knows as erased. */
export const getShippedErased = async (objects: Objects): Promise<Erased> =>
  parseErased(String((await getSealed(objects, erasedObject)) ?? ''))

const toText = (erased: Erased): string =>
  [...erased].flatMap(([service, people]) => people.map((person) => `${service} ${person}\n`)).join('')

/** Adds to the list at the place. @returns what is there now */
export const shipErased = async (objects: Objects, own: Erased): Promise<Erased> => {
  const there = await getShippedErased(objects)
  const services = new Set([...there.keys(), ...own.keys()])
  const all = new Map(
    [...services].map((service) => [
      service,
      [...new Set([...(there.get(service) ?? []), ...(own.get(service) ?? [])])],
    ]),
  )
  if (toText(all) !== toText(there)) await putSealed(objects, erasedObject, Buffer.from(toText(all)))
  return all
}

/** Replaces the keys of a chain by those that the data have now. */
export const renewKeys = (
  objects: Objects,
  log: Pick<BackupLog, 'allKeys'>,
  to: { readonly chain: string; readonly generation: number },
): Promise<void> => putKeys(objects, to, log.allKeys())

/** Removes erased people's keys from the chains before: of a folder before its restore, for instance. */
export const eraseFromOthers = async (objects: Objects, own: string, erased: Erased): Promise<void> => {
  const names = await objects.place.list('')
  const isErased = ({ service, id, key }: KeyRow) => erased.get(service)?.includes(id) === true && key !== noKey
  for (const chain of getChains(names)) {
    const newest = chain === own ? null : newestKeys(names, chain)
    if (!newest) continue
    const people = new Map<string, KeyRow>()
    for await (const rows of readKeys(objects, names, chain))
      for (const row of rows) people.set(`${row.service} ${row.id}`, row)
    const rows = [...people.values()]
    if (!rows.some(isErased)) continue
    const left = rows.map((row) => (isErased(row) ? { ...row, key: noKey } : row))
    await putKeys(objects, { chain, generation: newest.generation + 1 }, [left])
  }
}

/** A destroyed key, as the data store it. */
const noKey = JSON.stringify([null])
