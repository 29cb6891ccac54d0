import type { Actor } from '@tuma/contracts/services'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dukaniForm, openNetwork, openWorld, people, type World } from '../testing/world.ts'

const { visitor, admin, cbdAgent, thikaAgent, thikaMarketAgent } = people
const hourMs = 3_600_000

let world: World
beforeAll(async () => {
  world = await openWorld()
  await openNetwork(world)
})
afterAll(async () => {
  await world.close()
  expect(world.faults).toEqual([])
})

let agents = 0
const agent = (userId: string): Actor => ({ ...(thikaAgent as Extract<Actor, { kind: 'user' }>), userId })
const someAgent = (): Actor => {
  agents += 1
  return agent(`agent-${agents}`)
}
/** Guesses in the last hour, of agents and of the shop, no longer count. */
beforeEach(() => {
  world.world.now = new Date(Date.parse(world.world.now) + 2 * hourMs).toISOString()
})

let phones = 254_700_000_000
const theirPhone = () => {
  phones += 1
  return `${phones}`
}
const sent = async (phone: string) => {
  const { delivery, asked, pay } = world
  const form = dukaniForm(pay(visitor, 200))
  const { deliveryId } = await delivery().requestDukani({
    ...{ asked: asked(visitor), ...form, receiver: { ...form.receiver, phone } },
  })
  return { deliveryId, paymentId: `payment of ${form.paymentReference}` }
}
const waits = async (phone: string): Promise<string> => {
  const { deliveryId } = await sent(phone)
  const press = { deliveryId, revision: null }
  for (const to of ['uncollected', 'inTransit'] as const)
    await world.delivery().move({ asked: world.asked(cbdAgent), ...press, to })
  await world.delivery().move({ asked: world.asked(thikaAgent), ...press, to: 'delivered' })
  return deliveryId
}
const threeFor = async (phone = theirPhone()) =>
  [await waits(phone), await waits(phone), await waits(phone)] as [string, string, string]
const getCode = async (deliveryId: string) => (await world.delivery().collectionCode({ deliveryId })).code ?? ''
const other = (code: string) => `${(Number(code) + 1) % 1_000_000}`.padStart(6, '0')
type Press = { by?: Actor; commandId?: string }
const collect = (deliveryId: string, code: string, also: string[] = [], { by = someAgent(), ...more }: Press = {}) =>
  world.delivery().collect({ asked: world.asked(by, more), deliveryId, code, also, revision: null })
const refused = (code: string) => expect.objectContaining({ name: 'Refused', code })
const readMisses = async (deliveryId: string) => {
  const past = (await world.delivery().history({ deliveryId })) ?? []
  return past.filter(({ type }) => type === 'CollectionCodeMissed').length
}
const getStatus = async (deliveryId: string) =>
  (await world.delivery().get({ viewer: admin, deliveryId }))?.status ?? null

describe('a wrong code with other parcels', () => {
  test('is one miss for each of them, also for a repeated press', async () => {
    const [decoy, target, third] = await threeFor()
    const wrong = other(await getCode(decoy))
    const pressed = { by: someAgent(), commandId: 'the same press' }
    for (const _ of ['sent', 'sent again'])
      await expect(collect(decoy, wrong, [target, third], pressed)).rejects.toMatchObject({
        ...{ code: 'collection_code_wrong', details: { left: 4 } },
      })
    expect(await Promise.all([decoy, target, third].map(readMisses))).toEqual([1, 1, 1])
  })

  test('locks what it could have opened: the right code comes too late (A7)', async () => {
    const [first, second, target] = await threeFor()
    for (let guess = 0; guess < 5; guess += 1)
      await expect(collect(first, `00000${guess}`, [target])).rejects.toEqual(refused('collection_code_wrong'))
    await expect(collect(second, await getCode(target), [target])).rejects.toEqual(refused('collection_code_wrong'))
    await expect(collect(target, await getCode(target))).rejects.toEqual(refused('collection_code_locked'))
    expect(await readMisses(target)).toBe(5)
  })

  test('is no miss for parcels of another phone, shop or status, which it could not open', async () => {
    const [first] = await threeFor()
    const foreign = await waits(theirPhone())
    const { deliveryId: coming } = await sent(theirPhone())
    await expect(collect(first, other(await getCode(first)), [foreign, coming, 'none'])).rejects.toThrow()
    expect(await Promise.all([foreign, coming].map(readMisses))).toEqual([0, 0])
  })

  test('is no miss at all if this agent may not hand over the first parcel', async () => {
    const [first, second] = await threeFor()
    const by = thikaMarketAgent
    await expect(collect(first, '000000', [second], { by })).rejects.toThrow()
    expect(await Promise.all([first, second].map(readMisses))).toEqual([0, 0])
  })
})

describe('the first parcel', () => {
  test('that is locked opens by no code, and opens no other parcel', async () => {
    const [locked, second] = await threeFor()
    for (let guess = 0; guess < 5; guess += 1) await expect(collect(locked, `00000${guess}`)).rejects.toThrow()
    for (const code of [await getCode(second), await getCode(locked)])
      await expect(collect(locked, code, [second])).rejects.toEqual(refused('collection_code_locked'))
    expect(await Promise.all([locked, second].map(getStatus))).toEqual(['delivered', 'delivered'])
  })

  test('that was collected before opens no other parcel, whatever the code', async () => {
    const [had, waiting] = await threeFor()
    await collect(had, await getCode(had))
    const { others } = await collect(had, '000000', [waiting])
    expect(others).toEqual([{ deliveryId: waiting, outcome: 'step_not_allowed' }])
    expect(await getStatus(waiting)).toBe('delivered')
  })

  test('opens the others when the same press is repeated after a crash', async () => {
    const [first, second, third] = await threeFor()
    const by = someAgent()
    const code = await getCode(first)
    // The first one was recorded, but its answer and the others were lost.
    await collect(first, code, [], { by, commandId: 'press' })
    const { others } = await collect(first, code, [second, third], { by, commandId: 'press' })
    expect(others.map(({ outcome }) => outcome)).toEqual(['collected', 'collected'])
  })
})

test('a code that is replaced during the press still opens its parcel', async () => {
  const deliveryId = await waits(theirPhone())
  const code = await getCode(deliveryId)
  const { events } = world.engines()
  const read = events.read.bind(events)
  let isReplaced = false
  events.read = async (stream, from) => {
    const past = await read(stream, from)
    if (stream !== `delivery-${deliveryId}` || isReplaced) return past
    isReplaced = true
    await world.delivery().issueCode({ asked: world.asked(admin), deliveryId, by: 'follower' })
    return past
  }
  await collect(deliveryId, code)
  events.read = read
  expect([isReplaced, await getStatus(deliveryId)]).toEqual([true, 'collected'])
})

test('every parcel of a press counts towards an agent’s twenty guesses an hour', async () => {
  const by = agent('counted')
  const phone = theirPhone()
  const eleven = []
  for (let n = 0; n < 11; n += 1) eleven.push(await waits(phone))
  const [first = '', ...also] = eleven
  await expect(collect(first, '000000', also, { by })).rejects.toEqual(refused('collection_code_wrong'))
  await expect(collect(first, '000001', also, { by })).rejects.toEqual(refused('too_many'))
  expect(await readMisses(first)).toBe(1)
})

describe('twenty guesses of an hour', () => {
  /** Five wrong codes at each of two parcels. */
  const tenMisses = async (by?: Actor) => {
    for (const parcel of [await waits(theirPhone()), await waits(theirPhone())])
      for (let guess = 0; guess < 5; guess += 1)
        await expect(collect(parcel, `00000${guess}`, [], by && { by })).rejects.toEqual(
          refused('collection_code_wrong'),
        )
  }
  const oneMore = async (by?: Actor) => collect(await waits(theirPhone()), '000000', [], by && { by })

  test.each([
    ['one agent', agent('restarted')],
    ['many agents of one shop', undefined],
  ])('by %s are still counted after a restart in the middle', async (_, by) => {
    await tenMisses(by)
    await world.restart()
    await tenMisses(by)
    await world.restart()
    await expect(oneMore(by)).rejects.toEqual(refused('too_many'))
  })
})

test('in every order of presses, a parcel gets five wrong codes at most, and an agent twenty an hour', async () => {
  const place = fc.integer({ min: 0, max: 2 })
  const press = fc.record({ first: place, also: fc.uniqueArray(place), isAtOnce: fc.boolean() })
  await fc.assert(
    fc.asyncProperty(fc.array(press, { minLength: 3, maxLength: 14 }), async (presses) => {
      world.world.now = new Date(Date.parse(world.world.now) + 2 * hourMs).toISOString()
      const [parcels, by] = [await threeFor(), someAgent()]
      const wrongAt = parcels.map(() => 0)
      const pressOnce = async ({ first, also }: { first: number; also: number[] }, guess: number) => {
        const named = also.map((at) => parcels[at] ?? '')
        const code = await collect(parcels[first] ?? '', `00${guess}`.padEnd(6, '0'), named, { by }).catch(codeOfError)
        if (code === 'collection_code_wrong')
          for (const at of new Set([first, ...also])) wrongAt[at] = (wrongAt[at] ?? 0) + 1
      }
      const all = presses.map((one, guess) => () => pressOnce(one, guess))
      for (const [at, act] of all.entries()) await (presses[at]?.isAtOnce ? Promise.all([act(), act()]) : act())
      const misses = await Promise.all(parcels.map(readMisses))
      expect(misses.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(20)

      world.world.now = new Date(Date.parse(world.world.now) + 2 * hourMs).toISOString()
      for (const [at, deliveryId] of parcels.entries()) {
        const isOpen = await collect(deliveryId, await getCode(deliveryId), [], { by }).then(
          () => true,
          () => false,
        )
        expect(isOpen).toBe((misses[at] ?? 0) < 5)
        expect(misses[at]).toBeGreaterThanOrEqual(Math.min(5, wrongAt[at] ?? 0))
      }
    }),
    { numRuns: 12 },
  )
})
const codeOfError = (error: { code?: string }) => error.code
