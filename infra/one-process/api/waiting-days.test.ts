import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Actor, CommandContext } from '@tuma/contracts/services'
import { openEmbedded } from '@tuma/platform/engines'
import type { Cache, ProcessEngines } from '@tuma/platform/ports'
import { openLog } from '@tuma/platform/runtime'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { getSecrets } from '../src/secret-key.ts'
import { openServices, type Parts, type Services } from '../src/services.ts'
import { readProductSettings } from '../src/settings.ts'

/**
 * Ten days of parcels that wait at a shop, hour by hour. Two replicas of every service look at their clock each minute
 * that the test lets pass; twice both are away, once over the hour of an SMS.
 */
const minuteMs = 60_000
const hourMs = 60 * minuteMs
const [cbd, thika] = [
  { location: 'NAIROBI CBD', address: 'Moi Avenue Stationers' },
  { location: 'THIKA', address: 'Thika Arcade Bookshop' },
]
const agentAt = (shop: typeof cbd): Actor => ({
  kind: 'user',
  userId: `agent of ${shop?.location}`,
  username: 'agent',
  role: 'agent',
  shop: shop ?? null,
})
const admin: Actor = { kind: 'user', userId: 'admin', username: 'admin', role: 'admin', shop: null }
const guest: Actor = { kind: 'visitor', visitorId: 'a guest' }
const phones = { guest: '0711000001', owner: '0711000002', left: '0722000001', kept: '0722000002', had: '0722000003' }
const stored = (phone: string) => `254${phone.slice(1)}`

/** A time in Nairobi on a day of the wait; the parcels arrive on Monday the 16th. */
const getMoment = (day: number, time = '00:00') => Date.parse(`2026-11-16T${time}:00+03:00`) + day * 24 * hourMs

let folder: string
let engines: ProcessEngines
let replicas: Services[]
let wall = 0
let passed = 0
let minutes: (() => unknown)[]
let commands = 0
/** The messages that were sent: when in Nairobi, to whom, and what. */
let told: string[]

const faults: string[] = []
const log = openLog('error', { write: (line: string) => void faults.push(line) })
const inNairobi = (at: number) => {
  const time = new Date(at + 3 * hourMs).toISOString()
  return `${time.slice(5, 10)} ${time.slice(11, 16)}`
}
const carried = (to: string, text: string) => {
  told.push(`${inNairobi(wall)} ${to}: ${text}`)
  return { providerId: `given ${told.length}` }
}
const providers: NonNullable<Parts['providers']> = {
  email: { name: 'post', send: async ({ to, subject }) => carried(to, `${subject}`) },
  sms: {
    name: 'mast',
    send: async ({ to, text }) => carried(to, text),
    sendToAll: async () => [],
  },
}

const openReplica = (name: string, getCache: (cache: Cache) => Cache) =>
  openServices({
    engines: {
      ...engines,
      of: (service) => {
        const own = engines.of(service)
        return { ...own, replica: name, cache: getCache(own.cache) }
      },
    },
    settings: {
      ...readProductSettings({ DATA_DIR: folder, SEED: 'none', SEND_BACKOFF_MS: '20' }),
      PUBLIC_URL: 'https://tuma.test',
    },
    secretFor: getSecrets('5e'.repeat(32)),
    environment: { now: () => new Date(wall).toISOString(), randomBytes },
    log,
    providers,
  })

const open = async (getCache: (cache: Cache) => Cache) => {
  engines = await openEmbedded({ folder })
  replicas = [await openReplica('one', getCache), await openReplica('two', getCache)]
}
const close = async () => {
  await Promise.all(replicas.map((replica) => replica.close()))
  await engines.close()
  minutes = []
}
const clients = () => (replicas[0] as Services).clients
const asked = (actor: Actor): CommandContext => {
  commands += 1
  return { actor, commandId: `command ${commands}`, correlationId: `command ${commands}` }
}

/** Waits until all events are handled and all messages sent. */
const settled = () =>
  vi.waitFor(
    async () => {
      // The replica with the lease is first; the other only checks from time to time how far that one has come.
      const [one, two] = replicas.map(({ followers }) => followers)
      await Promise.all(
        one?.map((follower, at) => Promise.race([follower, two?.[at]].map((each) => each?.caughtUp()))) ?? [],
      )
      const { bus, events } = engines.of('notification')
      const lags = ['delivery', 'identity'].map((topic) => bus.lag(topic, 'notification'))
      expect(await Promise.all(lags)).toEqual([0, 0])
      const all = await events.readAll(null, 10_000)
      const ofType = (pattern: RegExp) =>
        new Set(all.filter(({ type }) => pattern.test(type)).map(({ stream }) => stream))
      expect(ofType(/^MessageSent|^MessageParked/).size).toBe(ofType(/^MessageComposed/).size)
    },
    { timeout: 60_000, interval: 5 },
  )

/** Moves the clocks to a moment, at most an hour at a time, and lets every replica look once after each move. */
const until = async (moment: number) => {
  while (wall < moment) {
    const ms = Math.min(hourMs, moment - wall)
    wall += ms
    passed += ms
    await Promise.all(minutes.map((look) => look()))
    await settled()
  }
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tuma-days-'))
  ;[minutes, told, commands, passed, wall] = [[], [], 0, 0, getMoment(0, '09:30')]
  const [every, now] = [globalThis.setInterval, performance.now.bind(performance)]
  vi.spyOn(performance, 'now').mockImplementation(() => now() + passed)
  vi.spyOn(globalThis, 'setInterval').mockImplementation(((look: () => void, ms?: number) => {
    if (ms === minuteMs) minutes.push(look)
    return every(look, ms)
  }) as typeof setInterval)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true, force: true })
})

const openShopsAndOwner = async () => {
  const { delivery } = clients()
  for (const { location, address } of [cbd, thika] as (typeof cbd)[])
    await delivery.addLocation({ asked: asked(admin), locationName: location, pickupPoints: [address], price: 150 })
  const { accountId } = await clients().identity.openAccount({
    asked: asked({ kind: 'system', name: 'test' }),
    ...{ name: 'Wanjiku Kamau', username: 'wanjiku', email: 'wanjiku@tuma.test', phone: stored(phones.owner) },
    ...{ password: 'not a common one', role: 'user', shop: null },
  })
  const owner: Actor = { kind: 'user', userId: accountId, username: 'wanjiku', role: 'user', shop: null }
  return owner
}

const arrived = async (sender: Actor, from: string, to: string) => {
  const { delivery, payment } = clients()
  const reference = `PAY-${commands}`
  const at = new Date(wall).toISOString()
  const { message } = await payment.sampleMessage({ amount: 150, at, seed: reference })
  await payment.verify({ asked: asked(sender), reference, senderName: 'Wanjiku Kamau', message })
  const { deliveryId, trackingId } = await delivery.requestDukani({
    asked: asked(sender),
    sender: {
      name: 'Wanjiku Kamau',
      phone: stored(from),
      location: cbd?.location ?? '',
      dropoffAgent: cbd?.address ?? '',
    },
    receiver: {
      name: 'Otieno Ouma',
      phone: stored(to),
      location: thika?.location ?? '',
      pickupAgent: thika?.address ?? '',
    },
    ...{ parcelDescription: 'A blue suitcase', deliveryFee: null, paymentReference: reference },
  })
  for (const [by, status] of [
    [cbd, 'uncollected'],
    [cbd, 'inTransit'],
    [thika, 'delivered'],
  ] as const) {
    await delivery.move({ asked: asked(agentAt(by as typeof cbd)), deliveryId, to: status, revision: null })
    await settled()
  }
  return { deliveryId, trackingId, code: await getCode(deliveryId) }
}
const getCode = async (deliveryId: string) => (await clients().delivery.collectionCode({ deliveryId })).code ?? ''
type Arrived = Awaited<ReturnType<typeof arrived>>

const shared = (cache: Cache) => cache
/** As when the cache is lost: each replica takes itself for the one that has the lease. */
const ofBoth = (cache: Cache): Cache => ({ ...cache, lease: async () => true })

test.each([
  ['of whom one has the lease', shared],
  ['both of whom take themselves for the one', ofBoth],
])(
  'over ten days each person gets exactly these messages, once, from two replicas %s',
  async (_which, getCache) => {
    await open(getCache)
    const owner = await openShopsAndOwner()
    const left = await arrived(guest, phones.guest, phones.left)
    const kept = await arrived(owner, phones.owner, phones.kept)
    const had = await arrived(guest, phones.guest, phones.had)
    const beforehand = told.splice(0)

    await until(getMoment(3, '10:00'))
    const { delivery } = clients()
    await delivery.collect({
      asked: asked(agentAt(thika as typeof cbd)),
      ...{ deliveryId: had.deliveryId, code: had.code, also: [], revision: null },
    })
    await settled()
    await until(getMoment(3, '19:00'))
    // Both are away at nine on the fourth day.
    await close()
    wall = getMoment(4, '11:20')
    await open(getCache)
    await settled()
    await until(getMoment(7, '12:00'))
    await clients().delivery.decideWait({ asked: asked(owner), deliveryId: kept.deliveryId, decision: 'wait' })
    await until(getMoment(8, '23:00'))
    await close()
    await open(getCache)
    await until(getMoment(10, '12:00'))
    const comeBack = async (by: typeof cbd, to: 'inTransit' | 'delivered') => {
      await clients().delivery.move({ asked: asked(agentAt(by)), deliveryId: left.deliveryId, to, revision: null })
      await settled()
    }
    await comeBack(thika as typeof cbd, 'inTransit')
    await comeBack(cbd as typeof cbd, 'delivered')
    const codeBack = await getCode(left.deliveryId)
    await clients().delivery.collect({
      asked: asked(agentAt(cbd as typeof cbd)),
      ...{ deliveryId: left.deliveryId, code: codeBack, also: [], revision: null },
    })
    await settled()
    await until(getMoment(10, '19:00'))

    const shop = 'Thika Arcade Bookshop, THIKA'
    const still = ({ trackingId, code }: Arrived) =>
      `Tuma: parcel ${trackingId} is still waiting for you at ${shop}. Collect it before 26 Nov. Your code: ${code}.`
    const link = told.find((line) => line.includes(phones.guest) && line.includes('Decide here: '))?.slice(-10) ?? ''
    const ownersLink =
      told.find((line) => line.includes(phones.owner) && line.includes('Decide here: '))?.slice(-10) ?? ''
    const undecided = ({ trackingId }: Arrived, key: string) =>
      `Tuma: parcel ${trackingId} has not been collected. It comes back to you on 26 Nov. Decide here: https://tuma.test/t/${trackingId}/${key}`
    const back = 'Moi Avenue Stationers, NAIROBI CBD'
    expect(beforehand).toHaveLength(12)
    expect(told.toSorted()).toEqual(
      [
        `11-18 09:30 ${phones.left}: ${still(left)}`,
        `11-18 09:30 ${phones.kept}: ${still(kept)}`,
        `11-18 09:30 ${phones.had}: ${still(had)}`,
        `11-19 10:00 ${phones.had}: Tuma: parcel ${had.trackingId} has been collected. Thank you for using Tuma.`,
        `11-20 11:20 ${phones.left}: ${still(left)}`,
        `11-20 11:20 ${phones.kept}: ${still(kept)}`,
        `11-23 09:20 ${phones.guest}: ${undecided(left, link)}`,
        `11-23 09:20 ${phones.owner}: ${undecided(kept, ownersLink)}`,
        '11-23 09:20 wanjiku@tuma.test: Your parcel has not been collected',
        `11-26 09:00 ${phones.left}: Tuma: parcel ${left.trackingId} goes back to the sender. The old code no longer works.`,
        `11-26 09:00 ${phones.guest}: Tuma: parcel ${left.trackingId} was not collected. It is coming back to ${back}. We SMS you when it arrives.`,
        `11-26 12:00 ${phones.guest}: Tuma: parcel ${left.trackingId} is back at ${back}. Your code: ${codeBack}. Do not share it.`,
        `11-26 12:00 ${phones.guest}: Tuma: parcel ${left.trackingId} is back with you. Thank you for using Tuma.`,
      ].toSorted(),
    )
    expect(faults).toEqual([])
    await close()
  },
  300_000,
)
