import { type Contents, type DeliveryType, destinations, type PricingTier, type Shop } from '@tuma/contracts/vocabulary'

/** The demonstration network. The same `base` gives the same plan, so that a killed seed can continue with it. */

export const demonstrationPassword = 'tuma-demo'

export type PlannedAccount = {
  readonly name: string
  readonly username: string
  readonly email: string
  readonly phone: string
  readonly role: 'user' | 'agent' | 'admin'
  readonly shop: Shop | null
}

const shop = (location: string, address: string): Shop => ({ location, address })
const cbd = shop('NAIROBI CBD', 'Moi Avenue Stationers')
const thika = shop('THIKA', 'Thika Arcade Bookshop')
const roysambu = shop('ROYSAMBU', 'TRM Drive Chemist')
const kitengela = shop('KITENGELA', 'Namanga Road Electronics')
const zimmerman = shop('ZIMMERMAN', 'Base Stage Phones')
/** The shops with an agent; the first two are those of the demonstration logins. */
const staffed = [cbd, thika, roysambu, kitengela, zimmerman]

export const client: PlannedAccount = {
  name: 'Wanjiku Kamau',
  username: 'wanjiku',
  email: 'client@tuma.test',
  phone: '254700100001',
  role: 'user',
  shop: null,
}

const agent = (name: string, username: string, number: number, shop: Shop): PlannedAccount => ({
  name,
  username,
  email: `${username}@tuma.test`,
  phone: `2547001000${number}`,
  role: 'agent',
  shop,
})

export const agents: readonly PlannedAccount[] = [
  agent('Achieng Otieno', 'agent.cbd', 11, cbd),
  agent('Mwangi Njoroge', 'agent.thika', 12, thika),
  agent('Fatuma Hassan', 'agent.roysambu', 13, roysambu),
  agent('Brian Kiprotich', 'agent.kitengela', 14, kitengela),
  agent('Mercy Mutua', 'agent.zimmerman', 15, zimmerman),
]

export const admin: PlannedAccount = {
  name: 'Njeri Wairimu',
  username: 'njeri.admin',
  email: 'admin@tuma.test',
  phone: '254700100002',
  role: 'admin',
  shop: null,
}

/** Same-day prices in the order of `destinations`; express costs more than half as much again. */
const sameDayPrices = [150, 350, 250, 200, 350, 400, 250, 300, 320, 250, 380, 220, 240, 260, 270]
const getPrice = (place: number, tier: PricingTier): number => {
  const sameDay = sameDayPrices[place] ?? 0
  return tier === 'same-day' ? sameDay : Math.ceil((sameDay * 1.6) / 10) * 10
}

export const prices = destinations.flatMap((place, index) =>
  (['same-day', 'express'] as const).map((tier) => ({ place, tier, price: getPrice(index, tier) })),
)

/** `price`: the fee of a parcel that is received there. */
export const locations = [
  { locationName: 'NAIROBI CBD', pickupPoints: [cbd.address, 'Bazaar Plaza Kiosk', 'River Road Cyber'], price: 150 },
  { locationName: 'THIKA', pickupPoints: [thika.address, 'Ananas Mall Desk'], price: 250 },
  { locationName: 'ROYSAMBU', pickupPoints: [roysambu.address, 'Lumumba Drive Minimart'], price: 180 },
  { locationName: 'KITENGELA', pickupPoints: [kitengela.address], price: 300 },
  { locationName: 'ZIMMERMAN', pickupPoints: [zimmerman.address, 'Kamiti Road Hardware'], price: 180 },
  { locationName: 'GITHURAI 44', pickupPoints: ['Kwa Maji Boutique'], price: 200 },
  { locationName: 'KAHAWA SUKARI', pickupPoints: ['Sukari Centre Supermarket'], price: 220 },
]

export const riders = [
  { name: 'Kevin Omondi', phone: '254700100021' },
  { name: 'Peter Mwangi', phone: '254700100022' },
  { name: 'Salim Juma', phone: '254700100023' },
  { name: 'Dennis Kipchumba', phone: '254700100024' },
  { name: 'Grace Nyambura', phone: '254700100025' },
]

const people = [
  'Otieno Odhiambo',
  'Amina Yusuf',
  'Samuel Kariuki',
  'Esther Chebet',
  'Joseph Musyoka',
  'Lilian Akinyi',
  'Hassan Abdi',
  'Caroline Wangari',
  'Victor Wekesa',
  'Naomi Jepkosgei',
  'Daniel Mutiso',
  'Beatrice Moraa',
  'George Ochieng',
]
const contents = [
  'Two pairs of shoes',
  'Birthday cake in a box',
  'Phone with charger',
  'School books',
  'Blender and spare jar',
  'Curtains, three metres',
  'Envelope with documents',
  'Spare parts for a motorcycle',
  'Baby clothes',
  'Laptop in a padded bag',
  'Samosas for twenty',
]
const addresses = [
  'House 14, behind the chief’s camp',
  'Sunrise Apartments, B7',
  'Opposite the Catholic church, blue gate',
  'Greenpark Estate, court 3',
  'Stage Mpya, second floor above the bank',
]

export type PlannedStep = {
  /** Only an admin sets `sorting`, wherever the parcel is. */
  readonly to: 'uncollected' | 'sorting' | 'rider' | 'inTransit' | 'delivered' | 'collected' | 'picker'
  readonly at: string
  readonly shop: Shop
}

export type PlannedDelivery = Contents & {
  readonly key: string
  readonly deliveryType: DeliveryType
  /** Sent by the client; the others were sent by people without an account. */
  readonly owned: boolean
  readonly tier: PricingTier
  readonly fee: number
  readonly sender: { readonly name: string; readonly phone: string; readonly shop: Shop }
  readonly receiver: { readonly name: string; readonly phone: string; readonly address: string }
  /** Where a doorstep parcel goes. */
  readonly place: string
  /** Where a dukani parcel goes. */
  readonly pickupShop: Shop
  /** Null: paid beforehand. Otherwise what the rider also collects for the product. */
  readonly productPrice: number | null
  readonly paymentReference: string
  readonly requestedAt: string
  readonly steps: readonly PlannedStep[]
  readonly rider: number
  readonly pickerNationalId: string
}

const deliveryCount = 54
/** The first parcels are of today, the others of the days before; today's are spread over all steps. */
const freshCount = 30
const todaysCount = 10
/** An admin has set these to sorting: some before, some after a rider was assigned. */
const sorted = [10, 16, 20]
const minuteMs = 60_000
const dayMinutes = 24 * 60

const minutesAgo = (index: number): number => {
  if (index < todaysCount) return 45 + index * 50
  if (index < freshCount) return 12 * 60 + (index - todaysCount) * 4 * 60
  const oldest = 29 * dayMinutes
  const youngest = 5 * dayMinutes
  return (
    youngest +
    Math.round(((index - freshCount) * (oldest - youngest)) / (deliveryCount - freshCount)) +
    37 * (index % 7)
  )
}

/** Two in three are from the shops of the demonstration logins. The length shares no factor with the rhythms below. */
const senderShops = [cbd, thika, thika, kitengela, thika, cbd, cbd, roysambu, cbd, thika, zimmerman]

/** Which of the other shops a parcel goes to. */
const pickupShops = [0, 3, 0, 1, 3, 1, 0]

const at = <T>(list: readonly T[], index: number): T => list[index % list.length] as T
const getPhone = (index: number): string => `2547002${String(10_000 + index * 37).padStart(5, '0')}`

export const plannedDeliveries = (base: string): readonly PlannedDelivery[] =>
  Array.from({ length: deliveryCount }, (_, index) => plannedDelivery(index, base))

const plannedDelivery = (index: number, base: string): PlannedDelivery => {
  const deliveryType = index % 2 === 0 ? 'doorstep' : 'parcelDukani'
  const owned = index % 3 === 0
  const tier = index % 4 === 0 ? 'express' : 'same-day'
  const senderShop = at(senderShops, index)
  const pickupShop = at(
    staffed.filter((shop) => shop !== senderShop),
    at(pickupShops, index),
  )
  const place = (index * 4 + 3) % destinations.length
  const requestedAt = new Date(Date.parse(base) - minutesAgo(index) * minuteMs).toISOString()
  const doorstep = deliveryType === 'doorstep'
  return {
    key: `delivery ${index}`,
    deliveryType,
    owned,
    tier,
    fee: doorstep
      ? getPrice(place, tier)
      : (locations.find(({ locationName }) => locationName === pickupShop.location)?.price ?? 0),
    sender: {
      name: owned ? client.name : at(people, index),
      phone: owned ? client.phone : getPhone(index),
      shop: senderShop,
    },
    receiver: { name: at(people, index + 5), phone: getPhone(index + 100), address: at(addresses, index) },
    place: destinations[place] ?? '',
    pickupShop,
    parcelDescription: at(contents, index),
    productPrice: doorstep && index % 4 === 2 ? (index % 8 === 2 ? 0 : 500 + index * 50) : null,
    paymentReference: `PAY-${100_000 + ((index * 7919) % 900_000)}`,
    requestedAt,
    steps: toSteps(index, doorstep, senderShop, pickupShop, requestedAt, base),
    rider: index % riders.length,
    pickerNationalId: String(20_000_000 + index * 31_337),
  }
}

/** Its steps to the end, and the shop that takes each. */
export const wayOf = (doorstep: boolean, from: Shop, to: Shop): Omit<PlannedStep, 'at'>[] =>
  doorstep
    ? [
        { to: 'rider', shop: from },
        { to: 'inTransit', shop: from },
        { to: 'delivered', shop: from },
        { to: 'collected', shop: from },
      ]
    : [
        { to: 'uncollected', shop: from },
        { to: 'inTransit', shop: from },
        { to: 'delivered', shop: to },
        { to: 'picker', shop: to },
      ]

/** How far a parcel has come: today's are spread over all steps, and a few of the old ones still wait at a shop. */
const toSteps = (
  index: number,
  doorstep: boolean,
  from: Shop,
  to: Shop,
  requestedAt: string,
  base: string,
): PlannedStep[] => {
  const way = wayOf(doorstep, from, to)
  const taken = index < freshCount ? index % (way.length + 1) : index % 9 === 0 ? 3 : way.length
  const spanMs = Math.min(Date.parse(base) - Date.parse(requestedAt), 30 * 60 * minuteMs)
  const sorting: typeof way = sorted.includes(index) ? [{ to: 'sorting', shop: from }] : []
  return [...way.slice(0, taken), ...sorting].map((step, number) => ({
    ...step,
    at: new Date(Date.parse(requestedAt) + Math.round((spanMs * (number + 1)) / (way.length + 1))).toISOString(),
  }))
}
