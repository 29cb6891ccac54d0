import type { PlannedDelivery, PlannedStep } from '@tuma/one-process/seed-plan'
import { agents, client, locations, prices, riders, wayOf } from '@tuma/one-process/seed-plan'

/**
 * A network with much traffic: one shop sends a third of all parcels, a few senders send most of them, one client owns
 * one parcel in fifty. Parcels older than three days have been collected, except one in twenty that waits in its shop.
 */
const shares = [0.32, 0.52, 0.7, 0.85, 1]
const senderCount = 8000
const receiverCount = 30_000
const dayMs = 24 * 60 * 60_000

const shops = agents.map(({ shop }) => shop).filter((shop) => shop !== null)
const firstNames =
  'Achieng Amina Brian Caroline Daniel Esther Faith George Hassan Irene James Kevin Lilian Mary Naomi Otieno Peter Rose Samuel Tabitha Victor Wambui Yusuf Zawadi'.split(
    ' ',
  )
const lastNames =
  'Abdi Akinyi Barasa Chebet Cheruiyot Gathoni Jepkosgei Kamau Kariuki Kimani Kiprotich Maina Moraa Muthoni Mutiso Mwangi Njeri Njoroge Ochieng Odhiambo Omondi Wairimu Wanjala Wekesa'.split(
    ' ',
  )
const contents = ['Two pairs of shoes', 'School books', 'Phone with charger', 'Envelope with documents', 'Baby clothes']

/** Oldest first. The same arguments give the same plan. @param base the end of the time, ISO @param days its length */
export function* plannedTraffic(count: number, base: string, days: number): Generator<PlannedDelivery> {
  for (let index = 0; index < count; index += 1) {
    const age = Math.round(((count - index) / count) * days * dayMs)
    yield plannedDelivery(index, age, base)
  }
}

const plannedDelivery = (index: number, ageMs: number, base: string): PlannedDelivery => {
  const random = randomFrom(index)
  const doorstep = random() < 0.5
  const tier = random() < 0.3 ? 'express' : 'same-day'
  const owned = random() < 0.02
  const from = shopAt(random())
  const others = shops.filter((shop) => shop !== from)
  const pickupShop = others[Math.floor(random() * others.length)] as (typeof shops)[number]
  const price = pick(
    prices.filter((one) => one.tier === tier),
    random(),
  )
  const sender = person(Math.floor(senderCount * random() ** 2.5), 1)
  const receiver = person(Math.floor(receiverCount * random()), 3)
  const requestedAt = new Date(Date.parse(base) - ageMs).toISOString()
  return {
    key: `traffic ${index}`,
    deliveryType: doorstep ? 'doorstep' : 'parcelDukani',
    owned,
    tier,
    fee: doorstep ? price.price : (locations.find((one) => one.locationName === pickupShop.location)?.price ?? 0),
    sender: { ...(owned ? { name: client.name, phone: client.phone } : sender), shop: from },
    receiver: { ...receiver, address: `House ${1 + Math.floor(random() * 400)}, blue gate` },
    place: price.place,
    pickupShop,
    parcelDescription: pick(contents, random()),
    productPrice: doorstep && random() < 0.4 ? Math.round(random() * 40) * 50 : null,
    paymentReference: `PAY-${String(100_000 + ((index * 7919) % 900_000))}`,
    requestedAt,
    steps: toSteps(doorstep, from, pickupShop, ageMs, requestedAt, random),
    rider: index % riders.length,
    pickerNationalId: String(20_000_000 + index),
  }
}

const toSteps = (
  doorstep: boolean,
  from: PlannedStep['shop'],
  to: PlannedStep['shop'],
  ageMs: number,
  requestedAt: string,
  random: () => number,
): PlannedStep[] => {
  const way = wayOf(doorstep, from, to)
  const old = ageMs > 3 * dayMs
  const taken = old ? (random() < 0.05 ? 3 : way.length) : Math.floor(random() * (way.length + 1))
  const sorted: typeof way = taken === 1 && random() < 0.1 ? [{ to: 'sorting', shop: from }] : []
  const spanMs = Math.min(ageMs, 2 * dayMs)
  return [...way.slice(0, taken), ...sorted].map((step, number) => ({
    ...step,
    at: new Date(Date.parse(requestedAt) + Math.round((spanMs * (number + 1)) / (way.length + 2))).toISOString(),
  }))
}

const shopAt = (chance: number) => shops[shares.findIndex((below) => chance < below)] as PlannedStep['shop']

/** A person has one name and one phone. @param series separates senders' phones from receivers' */
export const person = (number: number, series: number) => ({
  name: `${firstNames[number % firstNames.length]} ${lastNames[Math.floor(number / firstNames.length) % lastNames.length]}`,
  phone: `2547${series}${String(1_000_000 + number)}`,
})

const pick = <T>(list: readonly T[], chance: number): T => list[Math.floor(chance * list.length)] as T

/** Mulberry32: the same numbers for the same seed. */
const randomFrom = (seed: number) => {
  let state = (seed * 2_654_435_761) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
