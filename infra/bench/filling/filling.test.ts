import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { startProduct } from '@tuma/one-process'
import { seedDelivery } from '@tuma/one-process/seed'
import { expect, onTestFinished, test, vi } from 'vitest'
import { getSettings, startWithDemoPeople } from '../demo-people.ts'
import { plannedTraffic } from '../fill-plan.ts'
import { fillAtOnce } from './fill-at-once.ts'

const [deliveries, days, base] = [60, 30, new Date().toISOString()]
const getFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'tuma-filling-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

type Services = Awaited<ReturnType<typeof startProduct>>['services']

/**
 * The planned parcels, without what a command generates: ids, and the tracking id. The demonstration's phones begin
 * otherwise.
 */
const shown = async ({ delivery }: Services) => {
  const page = { limit: 500, cursor: null, search: null, status: null, deliveryType: null, from: null, to: null }
  const { rows } = await delivery.all(page)
  const planned = rows.filter(({ receiver }) => receiver.phone.startsWith('25473'))
  return planned
    .map(({ _id, trackingId, ownerId, rider, ...row }) => ({ ...row, owned: ownerId !== null, rider: rider?.name }))
    .sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
}

/** The bookings of each day so far. */
const booked = ({ revenue }: Services) => {
  const dayAfter = (count: number) => new Date(Date.parse(base) + count * 86_400_000).toISOString().slice(0, 10)
  return revenue.days({ from: dayAfter(-days - 1), to: dayAfter(1) })
}

/** Followers of a store that have not seen all of it. */
const behindIn = (folder: string): string[] => {
  const file = new DatabaseSync(join(folder, 'tuma.db'), { readOnly: true })
  const behind = file.prepare(
    `WITH following AS (SELECT * FROM checkpoints WHERE name NOT LIKE '%-filled')
     SELECT name FROM following AS one
     WHERE position < (SELECT max(position) FROM following WHERE service = one.service)`,
  )
  const names = behind.all().map(({ name }) => String(name))
  file.close()
  return names
}

test('histories that are decided and appended at once look the same as those recorded by commands', async () => {
  const planned = [...plannedTraffic(deliveries, base, days)]
  const byCommands = await startWithDemoPeople(await getFolder())
  for (const one of planned) await seedDelivery(byCommands.product.services, one, byCommands.demoPeople)
  const commanded = await shown(byCommands.product.services)

  const folder = await getFolder()
  await fillAtOnce(folder, { deliveries, accounts: 3, days, base, together: 9 })
  expect(behindIn(folder)).toEqual([])
  const product = await startProduct(getSettings(folder))
  const appended = await shown(product.services)
  const { total } = await product.services.identity.users({
    role: null,
    search: 'sender',
    sort: 'recent',
    limit: 9,
    cursor: null,
  })
  await vi.waitFor(
    async () => expect(await booked(product.services)).toEqual(await booked(byCommands.product.services)),
    { timeout: 30_000, interval: 200 },
  )
  await product.close()
  await byCommands.product.close()

  expect(appended).toHaveLength(deliveries)
  expect(appended).toEqual(commanded)
  expect(total).toBe(3)
})
