import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { getOwn, type RunningEngine, startEventStore, startMongoDb } from '@tuma/engines'
import { agents, demonstrationPassword, locations, admin as office, prices } from '@tuma/one-process/seed-plan'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GrownOnRealEngines, startGrownOnRealEngines } from '../src/grown-on-real-engines.ts'
import { type CutLine, openCutLine } from './cut-line.ts'
import { onDelivery } from './parcel.ts'
import { eventually, type Person, person } from './person.ts'
import { openReplicas, type Release, type Replica, type Replicas } from './releases/replicas.ts'

/**
 * People's answers, and the start of a process, while each engine is away; and one replica of two that alone cannot
 * reach the event store. AWAY_MS=30000 gives the figures of a longer outage.
 */

const awayMs = Number(process.env.AWAY_MS ?? 6000)
const senderPhone = '0712340000'

let folder = ''
let events: RunningEngine
let documents: RunningEngine
let product: GrownOnRealEngines
let line: CutLine
let delivery: Replicas
let today: Release
/** The first replica of delivery, which has all leases at first, on a line of its own. */
let alone: Replica
let other: Replica
let nobody: Person
let agent: Person
let admin: Person
let known = ''
const acknowledged: string[] = []

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tuma-each-engine-'))
  ;[events, documents] = await Promise.all([startEventStore(), startMongoDb()])
  line = await openCutLine(Number(/:(\d+)/.exec(events.url)?.[1]))
  // The five hundred calls of the seed are left out, because FerretDB reads whole collections.
  await writeFile(
    join(folder, 'demonstration.json'),
    JSON.stringify({ base: new Date().toISOString(), finished: true }),
  )
  const shared = {
    DATA_DIR: folder,
    EVENTSTORE_URL: events.url,
    MONGODB_URL: documents.url,
    NODE_COMPILE_CACHE: join(folder, 'compiled'),
  }
  const limits = { POSTS_PER_MINUTE: '100000', VISITOR_REQUESTS_PER_DAY: '100000' }
  product = await startGrownOnRealEngines(
    { ...shared, ...limits },
    {
      async delivery(plan) {
        today = { name: 'the release of today', entry: plan.entry }
        delivery = await openReplicas(plan, shared)
        alone = await delivery.start(today, { EVENTSTORE_URL: events.url.replace(/:\d+/, `:${line.port}`) })
        await delivery.admit(alone)
        other = await delivery.start(today)
        await delivery.admit(other)
      },
    },
  )
  console.log([events, product.kafka, documents, product.redis].map(({ found }) => found).join(' · '))
  await openNetwork(product.services)
  nobody = await person(product.url)
  agent = await person(product.url, 'agent.cbd@tuma.test')
  admin = await person(product.url, 'admin@tuma.test')
  known = (await nobody.insist('POST', '/api/doorstep/deliveries', onDelivery(senderPhone))).body.trackingId
  acknowledged.push(known)
}, 1_500_000)
/** What a replica of delivery logged as a fault, to be read where a test fails. */
const getFaults = (replica: Replica | undefined): string[] =>
  (replica?.said() ?? '').split('\n').filter((line) => /"level":[56]0/.test(line))

afterAll(async () => {
  console.log([alone, other].flatMap(getFaults).slice(0, 10).join('\n'))
  await delivery?.close()
  await product?.close()
  await line?.close()
  await events?.close()
  await documents?.close()
  await rm(folder, { recursive: true, force: true })
})

/** One shop, its agent and an admin, as in the demonstration; and the price of a parcel to Thika. */
const openNetwork = async ({ delivery, identity }: GrownOnRealEngines['services']): Promise<void> => {
  const asked = () => {
    const commandId = crypto.randomUUID()
    return { actor: { kind: 'system', name: 'test' }, commandId, correlationId: commandId, origin: 'seed' } as const
  }
  /** Repeats the same command where a process is slow to answer; it is done once. */
  const insist = async (act: (given: { asked: ReturnType<typeof asked> }) => Promise<object>) => {
    const given = { asked: asked() }
    await eventually(() => act(given), 'that the network is there')
  }
  for (const cbd of locations.slice(0, 1)) await insist((given) => delivery.addLocation({ ...given, ...cbd }))
  for (const price of prices.filter(({ place }) => place === 'THIKA'))
    await insist(async (given) => ({ set: await delivery.setPrice({ ...given, ...price }) }))
  for (const account of [office, ...agents.slice(0, 1)])
    await insist((given) => identity.openAccount({ ...given, ...account, password: demonstrationPassword }))
}

const engines = {
  eventstoredb: () => getOwn(events),
  kafka: () => getOwn(product.kafka),
  mongodb: () => getOwn(documents),
  redis: () => getOwn(product.redis),
}

/** As its server answers it, with when to come again. */
const track = () => nobody.ask('GET', `/api/agent/track/${known}`)
const list = () => agent.ask('GET', '/api/agent/dropping-deliveries?status=uncollected')
const send = () => nobody.ask('POST', '/api/doorstep/deliveries', onDelivery(senderPhone))

/** How many of delivery's messages a consumer of Kafka has received. */
const countedByRevenue = async (): Promise<number> => {
  const days: { doorstepDeliveries: number }[] = (await admin.ask('GET', '/api/admin/revenue/trends')).body.data
  return days.reduce((total, { doorstepDeliveries }) => total + doorstepDeliveries, 0)
}

/** Every status that was seen, asked again and again. */
const readSeen = async (ask: () => Promise<{ status: number }>, forMs: number): Promise<number[]> => {
  const seen = new Set<number>()
  for (const begun = performance.now(); performance.now() - begun < forMs; await pause(300))
    seen.add((await ask()).status)
  return [...seen]
}

/** Remembers each 201, which must be stored exactly once. */
const sendAndNote = async () => {
  const answer = await send()
  if (answer.status === 201) acknowledged.push(answer.body.trackingId)
  return answer
}

test.each([
  { engine: 'eventstoredb', read: 200, signedIn: 200, change: 503, starts: false },
  { engine: 'kafka', read: 200, signedIn: 200, change: 201, starts: true },
  { engine: 'mongodb', read: 503, signedIn: 503, change: 503, starts: false },
  { engine: 'redis', read: 200, signedIn: 200, change: 201, starts: true },
] as const)(
  'while $engine is away a public read is answered $read, a signed-in read $signedIn, a change $change, and a start is ready: $starts',
  async ({ engine, read, signedIn, change, starts }) => {
    const degraded = { engine, state: 'away' }
    await engines[engine]().kill()
    // Each process notices the outage by its own next call.
    await eventually(async () => {
      await Promise.all([track(), list(), sendAndNote()])
      return (await Promise.all([alone, other].map(({ readiness }) => readiness()))).every((one) =>
        one.degraded?.some(({ engine: away }) => away === engine),
      )
    }, `that delivery says that ${engine} is away`)
    const begun = performance.now()
    const starting = await delivery.start(today)
    const [reads, signedInReads, changes] = await Promise.all([
      readSeen(track, awayMs),
      readSeen(list, awayMs),
      readSeen(sendAndNote, awayMs),
    ])
    const running = await Promise.all([alone, other].map(({ readiness }) => readiness()))
    if (starts) await eventually(async () => (await starting.readiness()).ready, 'that a process starts')
    const started = await starting.readiness()

    await engines[engine]().start()
    const backAt = performance.now()
    const msUntil = async (look: () => Promise<boolean>, what: string): Promise<number> => {
      await eventually(look, what)
      return Math.round(performance.now() - backAt)
    }
    const goesOnMs = await msUntil(async () => (await sendAndNote()).status === 201, 'that changes go on')
    const [readyMs, wellMs, heardMs] = await Promise.all([
      msUntil(async () => (await starting.readiness()).ready, 'that what was started is ready'),
      msUntil(
        async () =>
          (await Promise.all([alone, other].map(({ readiness }) => readiness()))).every((one) => !one.degraded),
        'that all is well again',
      ),
      msUntil(async () => (await countedByRevenue()) >= acknowledged.length, 'that revenue hears of every parcel'),
    ])
    await delivery.withdraw(starting)
    const after = { goesOnMs, readyMs, wellMs, heardMs }
    const row = { read: reads, signedIn: signedInReads, change: changes, start: started.ready, ...after }
    console.log(engine, JSON.stringify({ awayMs: Math.round(backAt - begun), ...row }))
    expect({ reads, signedInReads, changes }).toEqual({ reads: [read], signedInReads: [signedIn], changes: [change] })
    expect(running).toEqual([
      expect.objectContaining({ ready: true, degraded: [degraded] }),
      expect.objectContaining({ ready: true, degraded: [degraded] }),
    ])
    expect(started.ready).toBe(starts)
  },
  400_000,
)

test('a replica that alone cannot reach the event store is not ready, and the other one goes on with its work', async () => {
  line.cut()
  const cutAt = performance.now()
  await eventually(async () => {
    await Promise.all([track(), send()])
    return !(await alone.readiness()).ready
  }, 'that the replica which is cut off is not ready')
  const notReadyMs = Math.round(performance.now() - cutAt)
  expect(await alone.readiness()).toMatchObject({ degraded: [{ engine: 'eventstoredb', state: 'away' }] })
  expect(await other.readiness()).toEqual({ ready: true })
  // As a cluster does, nothing is sent to it from here on. A new parcel shows once the other replica has the lease of
  // the read models.
  delivery.ignore(alone)
  const { trackingId } = (await nobody.insist('POST', '/api/doorstep/deliveries', onDelivery('0712349999'))).body
  await eventually(
    async () => (await nobody.ask('GET', `/api/agent/track/${trackingId}`)).status === 200,
    'that the other replica shows what was sent',
  )
  console.log('cut off:', JSON.stringify({ notReadyMs, shownMs: Math.round(performance.now() - cutAt) }))

  line.mend()
  await eventually(async () => JSON.stringify(await alone.readiness()) === '{"ready":true}', 'that it is well again')
  await delivery.admit(alone)
}, 400_000)

test('nothing that was acknowledged is lost or stored twice, and no process has died', async () => {
  const rows: { trackingId: string; senderPhone?: string }[] = (
    await admin.insist('GET', '/api/admin/deliveries?limit=500')
  ).body
  const counts = acknowledged.map((id) => rows.filter(({ trackingId }) => trackingId === id).length)
  expect(counts).toEqual(acknowledged.map(() => 1))
  expect(product.said.filter((line) => !line.startsWith('Still waiting'))).toEqual([])
  expect(delivery.died()).toEqual([])
}, 400_000)
