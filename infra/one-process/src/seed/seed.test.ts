import type { DeliveryClient, IdentityClient, PaymentClient } from '@tuma/contracts/services'
import { destinations } from '@tuma/contracts/vocabulary'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type Mark, seedDemonstration } from './seed.ts'
import { plannedDeliveries } from './seed-plan.ts'

/** The commands of the demonstration, sent to services that answer each call after a while. */

const base = '2026-11-21T09:00:00.000Z'
/** How long each call takes, in milliseconds of a clock that only the test moves. */
const callTakesMs = 10

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

type Input = Readonly<Record<string, unknown>>
type Call = { readonly name: string; readonly input: Input; readonly from: number; readonly to: number }

/** @param takesMs how long the next call takes */
const seeded = async (takesMs: () => number) => {
  const calls: Call[] = []
  const answers: Readonly<Record<string, (input: Input) => unknown>> = {
    openAccount: ({ email }) => ({ accountId: `account of ${email}` }),
    makeStickerRoll: () => ({ roll: 1, stickers: [] }),
    addRider: ({ name }) => ({ riderId: `rider ${name}` }),
    addLocation: ({ locationName }) => ({ locationId: `location ${locationName}` }),
    sampleMessage: ({ seed }) => ({ message: `message of ${seed}` }),
    verify: () => ({ success: true }),
    requestDoorstep: ({ sender, parcelDescription, receiver }) => ({
      deliveryId: JSON.stringify([sender, parcelDescription, receiver]),
    }),
    requestDukani: () => ({ deliveryId: 'of a shop' }),
  }
  const client = new Proxy(
    {},
    {
      get: (_, name: string) => async (input: Input) => {
        const from = Date.now()
        await new Promise((resolve) => setTimeout(resolve, takesMs()))
        calls.push({ name, input, from, to: Date.now() })
        return answers[name]?.(input) ?? {}
      },
    },
  )
  const services = {
    identity: client as IdentityClient,
    delivery: client as DeliveryClient,
    payment: client as PaymentClient,
  }
  let mark: Mark | null = null
  const seeding = seedDemonstration({
    mark: {
      read: async () => mark,
      async write(next) {
        mark = next
      },
    },
    isEmpty: async () => true,
    services,
    wanted: true,
    now: base,
  })
  const began = Date.now()
  await vi.runAllTimersAsync()
  await seeding
  return { calls, tookMs: Date.now() - began }
}

/** Calls take different times, in a rhythm that shares no factor with the plan's. */
const uneven = () => {
  let count = 0
  return () => callTakesMs * (1 + ((++count * 5) % 7))
}

test('calls that do not depend on each other run at the same time', async () => {
  const { calls, tookMs } = await seeded(() => callTakesMs)
  expect(calls.length).toBeGreaterThan(300)
  // Fifteen places get their codes one after the other, then twenty-four parcels at once go on, of up to seven calls each.
  expect(tookMs).toBeLessThanOrEqual(38 * callTakesMs)
})

test('places get their codes in the order of the plan, each before the next is asked for', async () => {
  const { calls } = await seeded(uneven())
  const firsts = new Map<string, Call>()
  for (const call of calls) {
    const place =
      call.name === 'setPrice' ? call.input.place : call.name === 'addLocation' ? call.input.locationName : null
    if (typeof place === 'string' && !firsts.has(place)) firsts.set(place, call)
  }
  expect([...firsts.keys()]).toEqual([...destinations])
  const inOrder = [...firsts.values()]
  expect(inOrder.slice(1).every(({ from }, at) => from >= (inOrder[at]?.to ?? 0))).toBe(true)
})

test('parcels that are paid on delivery arrive at each shop in the order of the plan', async () => {
  const { calls } = await seeded(uneven())
  const planned = plannedDeliveries(base).filter(({ productPrice }) => productPrice !== null)
  const getKey = (deliveryId: unknown) =>
    planned.find(({ parcelDescription, receiver, sender }) =>
      [parcelDescription, receiver.phone, sender.shop.address].every((word) =>
        String(deliveryId).includes(`"${word}"`),
      ),
    )
  const arrived = calls.flatMap(({ name, input }) =>
    name === 'move' && input.to === 'delivered' ? (getKey(input.deliveryId) ?? []) : [],
  )
  const byShop = Map.groupBy(arrived, ({ sender }) => sender.shop.address)
  const inPlan = Map.groupBy(
    planned.filter(({ steps }) => steps.some(({ to }) => to === 'delivered')),
    ({ sender }) => sender.shop.address,
  )
  expect(inPlan.size).toBeGreaterThan(2)
  for (const [shop, parcels] of inPlan)
    expect(byShop.get(shop)?.map(({ key }) => key)).toEqual(parcels.map(({ key }) => key))
})
