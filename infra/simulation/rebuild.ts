import { getNames, keptBy } from '@tuma/one-process/read-models'
import { openEmbedded } from '@tuma/platform/engines'
import { emptyView } from '@tuma/platform/event-sourcing'
import type { ProcessEngines } from '@tuma/platform/ports'
import type { Chance } from './chance.ts'
import { machine } from './machine.ts'
import { sameThread } from './planted/same-thread.ts'
import { waitForRest } from './rest.ts'
import type { SimulatedProduct } from './simulated-product.ts'
import { differences, rowsOfViews } from './view-rows.ts'

/** Empties every read model, and checks that each then shows what it showed before. */
export const checkRebuilt = async (product: SimulatedProduct, chance: Chance): Promise<string[]> => {
  const before = await rowsOfViews(product.now()?.engines as ProcessEngines)
  await product.close()
  const engines = await openEmbedded({ folder: product.folder, now: machine.wall, beginThread: sameThread(chance) })
  for (const [service, kept] of Object.entries(keptBy))
    for (const view of getNames(kept))
      await emptyView({ service, engines: engines.of(service), views: kept.readModels }, view)
  await engines.close()
  setClockToNight()
  product.begin()
  await waitForRest(product)
  return differences(before, await rowsOfViews(product.now()?.engines as ProcessEngines))
}

/**
 * Sets the clock to nine in the evening, a day or two before: nothing falls due while read models are filled, and no SMS
 * about money is sent.
 */
const setClockToNight = (): void => {
  const hour = (new Date(machine.wall()).getUTCHours() + 3) % 24
  machine.setWall(-(24 + ((hour + 3) % 24)) * 60 * 60_000)
}
