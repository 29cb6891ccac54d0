import { keptBy, namesOf } from '@tuma/one-process/read-models'
import { openEmbedded } from '@tuma/platform/engines'
import { emptyView } from '@tuma/platform/event-sourcing'
import type { EngineHouse } from '@tuma/platform/ports'
import type { Chance } from './chance.ts'
import type { House } from './house.ts'
import { machine } from './machine.ts'
import { sameThread } from './planted/same-thread.ts'
import { toRest } from './rest.ts'
import { differences, rowsOfViews } from './view-rows.ts'

/** Every read model is emptied, and shows afterwards what it showed. */
export const rebuilt = async (house: House, chance: Chance): Promise<string[]> => {
  const before = await rowsOfViews(house.now()?.engines as EngineHouse)
  await house.close()
  const engines = await openEmbedded({ folder: house.folder, now: machine.wall, beginThread: sameThread(chance) })
  for (const [service, kept] of Object.entries(keptBy))
    for (const view of namesOf(kept))
      await emptyView({ service, engines: engines.of(service), views: kept.readModels }, view)
  await engines.close()
  toTheNight()
  house.begin()
  await toRest(house)
  return differences(before, await rowsOfViews(house.now()?.engines as EngineHouse))
}

/** The clock shows nine in the evening of the day before: nothing falls due while views are filled, and no SMS about money goes out. */
const toTheNight = (): void => {
  const hour = (new Date(machine.wall()).getUTCHours() + 3) % 24
  machine.setWall(-((hour + 3) % 24) * 60 * 60_000)
}
