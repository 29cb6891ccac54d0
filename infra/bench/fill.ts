import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Product } from '@tuma/one-process'
import { seedDelivery } from '@tuma/one-process/seed'
import { derivedId, isRefusal } from '@tuma/platform/event-sourcing'
import { startWithDemoPeople } from './demo-people.ts'
import { person, plannedTraffic } from './fill-plan.ts'
import { fillAtOnce } from './filling/fill-at-once.ts'

/**
 * Fills a data folder with the demonstration network and much traffic, by the same commands that people send.
 * `node infra/bench/fill.ts --deliveries 100000 --accounts 10000 --data DIR`. After a kill the same call continues, if
 * it gets the `--base` that it printed. With `--at-once` this process decides and appends everything in batches: for a
 * million, and for a folder that was never filled before.
 */
const { values: asked } = parseArgs({
  options: {
    deliveries: { type: 'string', default: '100000' },
    accounts: { type: 'string', default: '0' },
    days: { type: 'string', default: '30' },
    lanes: { type: 'string', default: '150' },
    base: { type: 'string', default: new Date().toISOString() },
    data: { type: 'string' },
    'at-once': { type: 'boolean', default: false },
  },
})
if (!asked.data) throw new Error('--data names the folder to fill')
const folder = asked.data

type Clients = Product['services']

/** Runs jobs at the same time, roughly in their order, so that those that arrive together share a commit. */
const inLanes = async <Job>(jobs: Iterator<Job>, lanes: number, work: (job: Job) => Promise<void>): Promise<number> => {
  const began = performance.now()
  let done = 0
  const lane = async () => {
    for (let next = jobs.next(); !next.done; next = jobs.next()) {
      await work(next.value)
      done += 1
      if (done % 2000 === 0) console.log(`  ${done} at ${perSecond(done, began)}/s`)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  console.log(`${done} in ${seconds(began)} s, ${perSecond(done, began)}/s`)
  return done
}
/**
 * A read model that is more than a second behind has not handled the payment yet. Sending the same command again adds
 * nothing.
 */
const patiently = async (send: () => Promise<void>, tries = 30): Promise<void> => {
  try {
    await send()
  } catch (error) {
    if (tries === 0 || !isRefusal(error)) throw error
    await pause(1000)
    await patiently(send, tries - 1)
  }
}
const seconds = (began: number) => ((performance.now() - began) / 1000).toFixed(1)
const perSecond = (done: number, began: number) => Math.round((done * 1000) / (performance.now() - began))

const openAccount =
  ({ identity }: Clients, base: string) =>
  async (number: number) => {
    const commandId = derivedId('traffic account', String(number))
    await identity.openAccount({
      asked: {
        actor: { kind: 'system', name: 'bench' },
        commandId,
        correlationId: commandId,
        origin: 'seed',
        at: base,
      },
      ...person(number, 5),
      username: `sender${number}`,
      email: `sender${number}@tuma.test`,
      password: 'tuma-demo',
      role: 'user',
      shop: null,
    })
  }

/** Waits for the books, which follow the other services and so are the last to be complete. */
const untilCounted = async ({ revenue }: Clients, deliveries: number): Promise<void> => {
  const to = new Date(Date.parse(asked.base) + 86_400_000).toISOString().slice(0, 10)
  const from = new Date(Date.parse(asked.base) - (Number(asked.days) + 31) * 86_400_000).toISOString().slice(0, 10)
  const began = performance.now()
  for (;;) {
    const days = await revenue.days({ from, to })
    const counted = days.reduce((sum, day) => sum + day.doorstepDeliveries + day.parcelDukaniDeliveries, 0)
    if (counted >= deliveries) break
    await pause(2000)
    console.log(`  the books have counted ${counted} of ${deliveries}`)
  }
  console.log(`the books had heard of all of it ${seconds(began)} s later`)
}

const byCommands = async (): Promise<void> => {
  const { product, demoPeople } = await startWithDemoPeople(folder)
  const { services } = product
  const accounts = Number(asked.accounts)
  console.log(`opening ${accounts} accounts`)
  await inLanes(Array.from({ length: accounts }, (_, number) => number).values(), 8, openAccount(services, asked.base))
  const before = (await services.delivery.counts()).total
  console.log(`sending ${asked.deliveries} deliveries, ${before} are there`)
  await inLanes(
    plannedTraffic(Number(asked.deliveries), asked.base, Number(asked.days)),
    Number(asked.lanes),
    (planned) => patiently(() => seedDelivery(services, planned, demoPeople)),
  )
  const { total, byStatus } = await services.delivery.counts()
  await untilCounted(services, total)
  await product.close()
  console.log(`${total} deliveries ${JSON.stringify(byStatus)}`)
}

const atOnce = (): Promise<void> => {
  const [deliveries = 0, accounts = 0, days = 0] = [asked.deliveries, asked.accounts, asked.days].map(Number)
  return fillAtOnce(folder, { deliveries, accounts, days, base: asked.base }, (done) => {
    if (done % 10_000 === 0) console.log(`  ${done} at ${perSecond(done, began)}/s`)
  })
}

const began = performance.now()
console.log(`--base ${asked.base}`)
await (asked['at-once'] ? atOnce() : byCommands())
console.log(`${folder} is filled after ${seconds(began)} s`)
