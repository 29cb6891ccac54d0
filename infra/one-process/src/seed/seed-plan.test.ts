import { shopDescription } from '@tuma/contracts/api'
import { hasTwoNames, isInKenya, isMobile, roundPosition, sameWords } from '@tuma/contracts/vocabulary'
import { describe, expect, test } from 'vitest'
import { agents, client, locations, type PlannedDelivery, plannedDeliveries, prices } from './seed-plan.ts'
import { placedShops } from './seed-shops.ts'

const base = '2026-11-21T09:00:00.000Z'
const deliveries = plannedDeliveries(base)
const lastStep = ({ steps }: PlannedDelivery) => steps.at(-1)?.to ?? 'requested'
const cbd = agents[0]?.shop
const thika = agents[1]?.shop

test('the same base gives the same plan, and no two parcels share a payment or a key', () => {
  expect(plannedDeliveries(base)).toEqual(deliveries)
  expect(new Set(deliveries.map(({ key }) => key)).size).toBe(deliveries.length)
  expect(new Set(deliveries.map(({ paymentReference }) => paymentReference)).size).toBe(deliveries.length)
})

test('everything has happened in the last thirty days, each step after the one before', () => {
  for (const { requestedAt, steps } of deliveries) {
    const times = [requestedAt, ...steps.map(({ at }) => at)].map((at) => Date.parse(at))
    expect(times).toEqual([...times].sort((one, other) => one - other))
    expect(Math.max(...times)).toBeLessThan(Date.parse(base))
    expect(Math.min(...times)).toBeGreaterThan(Date.parse(base) - 30 * 24 * 60 * 60_000)
  }
})

test('each day of the last week has parcels, and so has today', () => {
  const days = new Set(deliveries.map(({ requestedAt }) => requestedAt.slice(0, 10)))
  expect(days.size).toBeGreaterThan(15)
  expect(days).toContain('2026-11-21')
})

test('fees are those of the prices, and the forms accept names and phones', () => {
  for (const { deliveryType, fee, place, tier, pickupShop, sender, receiver } of deliveries) {
    const price = prices.find((priced) => priced.place === place && priced.tier === tier)?.price
    const shopFee = locations.find(({ locationName }) => locationName === pickupShop.location)?.price
    expect(fee).toBe(deliveryType === 'doorstep' ? price : shopFee)
    for (const { name, phone } of [sender, receiver]) expect([hasTwoNames(name), isMobile(phone)]).toEqual([true, true])
    expect(locations.some(({ pickupPoints }) => pickupPoints.includes(sender.shop.address))).toBe(true)
    expect(sameWords(sender.shop.address)).not.toBe(sameWords(pickupShop.address))
  }
})

test('every shop says how it is found, when it is open, its phone and where it is', () => {
  const shops = locations.flatMap(({ pickupPoints }) => pickupPoints)
  expect(Object.keys(placedShops).toSorted()).toEqual(shops.toSorted())
  expect(shops).toHaveLength(12)
  for (const { described, position } of Object.values(placedShops)) {
    expect(shopDescription.safeParse({ ...described, closedDays: [] }).success).toBe(true)
    expect(isInKenya(position)).toBe(true)
    expect(roundPosition(position)).toEqual(position)
  }
  const phones = Object.values(placedShops).map(({ described }) => described.phone)
  expect(new Set([...phones, client.phone, ...agents.map(({ phone }) => phone)]).size).toBe(
    phones.length + 1 + agents.length,
  )
})

test('some parcels are being sorted', () => {
  expect(deliveries.filter((planned) => lastStep(planned) === 'sorting')).toHaveLength(3)
})

describe('each person who logs in has work to do', () => {
  test('the client has parcels of both kinds at every step', () => {
    const owned = deliveries.filter((planned) => planned.owned)
    expect(owned.every(({ sender }) => sender.name === client.name)).toBe(true)
    expect(new Set(owned.map((own) => `${own.deliveryType} ${lastStep(own)}`)).size).toBe(10)
  })

  test.each([
    ['NAIROBI CBD', cbd],
    ['THIKA', thika],
  ])('the agent at %s has parcels in every tab', (_place, shop) => {
    const sending = deliveries.filter(({ sender }) => sender.shop === shop).map(lastStep)
    for (const step of ['requested', 'rider', 'inTransit', 'delivered', 'uncollected']) expect(sending).toContain(step)
    const receiving = deliveries.filter(
      ({ deliveryType, pickupShop }) => deliveryType === 'parcelDukani' && pickupShop === shop,
    )
    for (const step of ['inTransit', 'delivered', 'picker']) expect(receiving.map(lastStep)).toContain(step)
  })
})
