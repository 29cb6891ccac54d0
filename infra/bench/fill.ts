import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Actor } from '@tuma/contracts/services'
import { type Product, readProductSettings, startProduct } from '@tuma/one-process'
import { actorFor, type Cast, seedDelivery } from '@tuma/one-process/seed'
import { admin, agents, client, riders } from '@tuma/one-process/seed-plan'
import { openEmbedded } from '@tuma/platform/engines'
import { derivedId, isRefusal } from '@tuma/platform/event-sourcing'
import { person, plannedTraffic } from './fill-plan.ts'

/**
 * Fills a data folder: the demonstration network and much traffic in it, by commands like anybody's.
 * `node infra/bench/fill.ts --deliveries 100000 --accounts 10000 --data DIR`. Cut short, the same call goes on where it was, when it
 * is given the `--base` that it printed.
 */
const { values: asked } = parseArgs({
  options: {
    deliveries: { type: 'string', default: '100000' },
    accounts: { type: 'string', default: '0' },
    days: { type: 'string', default: '30' },
    lanes: { type: 'string', default: '150' },
    base: { type: 'string', default: new Date().toISOString() },
    data: { type: 'string' },
  },
})
if (!asked.data) throw new Error('--data names the folder to fill')
const folder = asked.data

type Clients = Product['services']

/** Jobs side by side, in their order as far as that goes: what comes together shares a commit. */
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
/** A read model that is more than a second behind has not heard of the payment yet. What is sent again adds nothing. */
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

const castOf = async ({ identity, delivery }: Clients): Promise<Cast> => {
  const actors = new Map<(typeof agents)[number], Actor>()
  for (const account of [admin, client, ...agents]) {
    const user = await identity.byUsername({ username: account.username })
    if (!user) throw new Error(`${account.username} is not there: is the folder a demonstration?`)
    actors.set(account, actorFor(user._id, account))
  }
  const found = await delivery.riders()
  return { actors, riderIds: riders.map(({ name }) => found.find((rider) => rider.name === name)?._id ?? '') }
}

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

/** Of the books, which listen to what happened: they are the last to have heard of everything. */
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

const began = performance.now()
console.log(`--base ${asked.base}`)
const settings = readProductSettings({ ...process.env, PORT: '0', DATA_DIR: folder, SEED: 'demo' })
const product = await startProduct(settings)
const { services } = product
const cast = await castOf(services)
const accounts = Number(asked.accounts)
console.log(`opening ${accounts} accounts`)
await inLanes(Array.from({ length: accounts }, (_, number) => number).values(), 8, openAccount(services, asked.base))
const before = (await services.delivery.counts()).total
console.log(`sending ${asked.deliveries} deliveries, ${before} are there`)
await inLanes(
  plannedTraffic(Number(asked.deliveries), asked.base, Number(asked.days)),
  Number(asked.lanes),
  (planned) => patiently(() => seedDelivery(services, planned, cast)),
)
const { total, byStatus } = await services.delivery.counts()
await untilCounted(services, total)
await product.close()

const engines = await openEmbedded({ folder })
for (const [topic, group] of [
  ['delivery', 'payment'],
  ['delivery', 'revenue'],
  ['delivery', 'identity'],
  ['delivery', 'notification'],
] as const) {
  console.log(`${group} has still to hear of ${await engines.of(group).bus.lag(topic, group)}`)
}
await engines.close()
console.log(`${total} deliveries ${JSON.stringify(byStatus)} in ${folder} after ${seconds(began)} s`)
