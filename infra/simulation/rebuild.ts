import { createHash } from 'node:crypto'
import { keptBy, namesOf } from '@tuma/one-process/read-models'
import { openEmbedded } from '@tuma/platform/engines'
import { emptyView } from '@tuma/platform/event-sourcing'
import { type CollectionSpec, type EngineHouse, everyDocument } from '@tuma/platform/ports'
import type { Chance } from './chance.ts'
import type { House } from './house.ts'
import { machine } from './machine.ts'
import { toRest } from './rest.ts'
import { sameThread } from './same-thread.ts'

const hashOfViews = async (engines: EngineHouse): Promise<Map<string, string>> => {
  const hashes = new Map<string, string>()
  for (const [service, { readModels }] of Object.entries(keptBy))
    for (const { collection } of readModels) {
      const stands = await engines.of(service).documents.collection<object>(collection as CollectionSpec)
      const rows = (await Array.fromAsync(everyDocument(stands))).map((row) => JSON.stringify(row)).sort()
      hashes.set(`${service} ${collection.name}`, createHash('sha256').update(rows.join('\n')).digest('hex'))
    }
  return hashes
}

/** Every read model is emptied, and shows afterwards what it showed. */
export const rebuilt = async (house: House, chance: Chance): Promise<string[]> => {
  const before = await hashOfViews(house.now()?.engines as EngineHouse)
  await house.close()
  const engines = await openEmbedded({ folder: house.folder, now: machine.wall, beginThread: sameThread(chance) })
  for (const [service, kept] of Object.entries(keptBy))
    for (const view of namesOf(kept))
      await emptyView(
        { service, engines: engines.of(service), views: kept.readModels, formerlyJoint: kept.formerlyJoint },
        view,
      )
  await engines.close()
  house.begin()
  await toRest(house)
  const after = await hashOfViews(house.now()?.engines as EngineHouse)
  return [...before].flatMap(([view, hash]) => (after.get(view) === hash ? [] : [`${view} is another one`]))
}
