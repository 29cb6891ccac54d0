import type { Actor } from '@tuma/contracts/services'
import { type Product, readProductSettings, startProduct } from '@tuma/one-process'
import { actorFor, type DemoPeople } from '@tuma/one-process/seed'
import { admin, agents, client, riders } from '@tuma/one-process/seed-plan'

export const getSettings = (folder: string) =>
  readProductSettings({ ...process.env, PORT: '0', DATA_DIR: folder, SEED: 'demo' })

/** Opens a folder with the demonstration, which it makes in an empty folder, and finds the ids of its people. */
export const startWithDemoPeople = async (folder: string) => {
  const settings = getSettings(folder)
  const product = await startProduct(settings)
  return { product, demoPeople: await readDemoPeople(product.services), tillName: settings.tillName }
}

const readDemoPeople = async ({ identity, delivery }: Product['services']): Promise<DemoPeople> => {
  const actors = new Map<(typeof agents)[number], Actor>()
  for (const account of [admin, client, ...agents]) {
    const user = await identity.byUsername({ username: account.username })
    if (!user) throw new Error(`${account.username} is not there: is the folder a demonstration?`)
    actors.set(account, actorFor(user._id, account))
  }
  const found = await delivery.riders()
  return { actors, riderIds: riders.map(({ name }) => found.find((rider) => rider.name === name)?._id ?? '') }
}
