import { setTimeout as pause } from 'node:timers/promises'
import type { Actor, CommandContext, DeliveryClient, IdentityClient, PaymentClient } from '@tuma/contracts/services'
import { getContents } from '@tuma/contracts/vocabulary'
import { derivedId } from '@tuma/platform/event-sourcing'
import type { ProcessEngines } from '@tuma/platform/ports'
import { CannotStart, isRetried } from '@tuma/platform/runtime'
import {
  admin,
  agents,
  client,
  demonstrationPassword,
  locations,
  type PlannedAccount,
  type PlannedDelivery,
  type PlannedStep,
  plannedDeliveries,
  prices,
  riders,
} from './seed-plan.ts'
import { placedShops } from './seed-shops.ts'

type Clients = {
  readonly identity: IdentityClient
  readonly delivery: DeliveryClient
  readonly payment: PaymentClient
}
/** When the network's month ends, and whether all of it is stored. */
export type Mark = { readonly base: string; readonly finished: boolean }

/** Stores the mark beside the services' data. */
export type MarkKeeper = {
  /** Null if the seed was never begun. */
  read(): Promise<Mark | null>
  write(mark: Mark): Promise<void>
}

const collection = 'demonstration-v1'
const markId = 'network'
/** This many parcels at once: each waits for its own appends, and more of them would only wait for each other. */
const lanes = 24
const networkAgeMs = 31 * 24 * 60 * 60_000

/** The mark of a product in one process, in its data file. */
export const markIn = (engines: ProcessEngines): MarkKeeper => {
  const { documents } = engines.of('demonstration')
  const spec = { name: collection, fields: { base: 'text' }, indexes: [], sortBy: 'base' } as const
  return {
    read: async () => (await documents.collection<Mark>(spec)).get(markId),
    async write(document) {
      await documents.write([{ collection, id: markId, document, version: document.finished ? 2 : 1 }])
    },
  }
}

/** @returns whether a start finds a demonstration here or may make one; data of a real installation get none */
export const holdsDemonstration = async (mark: MarkKeeper, isEmpty: () => Promise<boolean>): Promise<boolean> =>
  (await mark.read()) !== null || isEmpty()

/**
 * Fills an empty data folder with the demonstration network, by the same commands that people send. After a kill the
 * next start continues: every command's id comes from the plan, so a command that is stored already has no effect.
 * @returns whether the folder holds the demonstration. @throws CannotStart when it does and was not asked for
 */
export const seedDemonstration = async (options: {
  readonly mark: MarkKeeper
  /** Nothing has ever happened here. */
  readonly isEmpty: () => Promise<boolean>
  readonly services: Clients
  readonly wanted: boolean
  readonly now: string
  /** Called before anything is added. */
  readonly onSeeding?: () => void
}): Promise<boolean> => {
  const { isEmpty, services, wanted, now, onSeeding } = options
  const mark = await options.mark.read()
  if (mark && !wanted) {
    throw new CannotStart(
      'DATA_DIR holds the demonstration, whose passwords everybody knows. Choose another folder, or start with SEED=demo.',
    )
  }
  if (!wanted || mark?.finished) return wanted
  if (!mark && !(await isEmpty())) return false

  onSeeding?.()
  const base = mark?.base ?? now
  await options.mark.write({ base, finished: false })
  await seed(services, base)
  await options.mark.write({ base, finished: true })
  return true
}

const seeder: Actor = { kind: 'system', name: 'demonstration' }

/** One sheet of stickers. */
const rollLength = 40

const maxTries = 60
const pauseMs = 500

/**
 * Slow servers refuse some of many parcels at once, and hash the passwords of several accounts for longer than a call
 * waits. Commands have fixed ids, so sending one again has no second effect.
 */
const repeatWhileBusy = async <T>(act: () => Promise<T>): Promise<T> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await act()
    } catch (error) {
      if (!isRetried(error) || tries === maxTries) throw error
      await pause(pauseMs)
    }
  }
}

const seed = async (services: Clients, base: string): Promise<void> => {
  const opening = askedFor(seeder, new Date(Date.parse(base) - networkAgeMs).toISOString())
  const [actors, riderIds] = await Promise.all([
    openAccounts(services.identity, opening),
    addRiders(services.delivery, opening),
    addPlaces(services.delivery, opening),
    services.delivery.makeStickerRoll({ asked: opening('sticker roll'), count: rollLength, shop: null }),
  ])
  const waiting = [...plannedDeliveries(base)]
  const turnAt = openCashTurns()
  const lane = async () => {
    for (let planned = waiting.shift(); planned; planned = waiting.shift()) {
      const turn = planned.productPrice === null ? null : turnAt(planned.sender.shop.address)
      const act = () => seedDelivery(services, planned, { actors, riderIds }, turn?.come)
      await repeatWhileBusy(act).finally(() => turn?.end())
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}

/**
 * Lets the parcels that are paid on delivery arrive one after the other at each shop, in the order of their turns,
 * because the list of an agent's cash shows them in the order of arrival.
 */
const openCashTurns = () => {
  const lastAt = new Map<string, Promise<void>>()
  return (shop: string) => {
    const before = lastAt.get(shop) ?? Promise.resolve()
    const { promise, resolve } = Promise.withResolvers<void>()
    lastAt.set(shop, promise)
    return { come: () => before, end: resolve }
  }
}

type Opening = ReturnType<typeof askedFor>

const openAccounts = async (identity: IdentityClient, opening: Opening): Promise<DemoPeople['actors']> => {
  const open = async (account: PlannedAccount): Promise<[PlannedAccount, Actor]> => {
    const asked = opening(account.email)
    const opened = { asked, ...account, password: demonstrationPassword }
    const { accountId } = await repeatWhileBusy(() => identity.openAccount(opened))
    return [account, actorFor(accountId, account)]
  }
  return new Map(await Promise.all([admin, client, ...agents].map(open)))
}

const addRiders = (delivery: DeliveryClient, opening: Opening): Promise<DemoPeople['riderIds']> =>
  Promise.all(riders.map(async (rider) => (await delivery.addRider({ asked: opening(rider.name), ...rider })).riderId))

/**
 * Adds prices and locations. The first addition at each place gives the place its code, which depends on the codes
 * given before. So these run one after the other, in the order of the plan, and only the rest run at the same time.
 */
const addPlaces = async (delivery: DeliveryClient, opening: Opening): Promise<void> => {
  const ofPrices = prices.map((price) => ({
    place: price.place,
    add: () => delivery.setPrice({ asked: opening(`price ${price.place} ${price.tier}`), ...price }),
  }))
  const ofLocations = locations.map((location) => ({
    place: location.locationName,
    add: () => addLocation(delivery, opening, location),
  }))
  const byPlace = [...Map.groupBy([...ofPrices, ...ofLocations], ({ place }) => place).values()]
  for (const [first] of byPlace) await first?.add()
  await Promise.all(byPlace.flatMap(([, ...others]) => others).map(({ add }) => add()))
}

/** The shops of a location are one stream, so they are described one after the other. */
const addLocation = async (
  delivery: DeliveryClient,
  opening: Opening,
  location: (typeof locations)[number],
): Promise<void> => {
  const { locationId } = await delivery.addLocation({ asked: opening(location.locationName), ...location })
  for (const pickupPoint of location.pickupPoints) {
    const placed = placedShops[pickupPoint]
    if (!placed) continue
    const [shop, open] = [
      { locationId, pickupPoint },
      { closedDays: [], closedToday: null },
    ]
    await delivery.describeShop({ asked: opening(`shop ${pickupPoint}`), ...shop, ...open, ...placed.described })
    await delivery.setShopPosition({ asked: opening(`position of ${pickupPoint}`), ...shop, ...placed.position })
  }
}

const askedFor =
  (actor: Actor, at: string) =>
  (command: string): CommandContext => {
    const commandId = derivedId('demonstration', command)
    return { actor, commandId, correlationId: commandId, origin: 'seed', at }
  }

export const actorFor = (userId: string, { username, role, shop }: PlannedAccount): Actor => ({
  kind: 'user',
  userId,
  username,
  role,
  shop,
})

/** The ids of the plan's accounts and riders in a data folder. */
export type DemoPeople = { readonly actors: ReadonlyMap<PlannedAccount, Actor>; readonly riderIds: readonly string[] }

/**
 * Sends one planned delivery with its payment and its steps, in order, by the commands that people would send.
 * @param mayArrive awaited before the parcel is delivered, when its cash is taken
 */
export const seedDelivery = async (
  services: Pick<Clients, 'delivery' | 'payment'>,
  planned: PlannedDelivery,
  demoPeople: DemoPeople,
  mayArrive = async (): Promise<void> => {},
): Promise<void> => {
  const { key, owned, requestedAt, productPrice, steps } = planned
  const visitor: Actor = { kind: 'visitor', visitorId: `demonstration ${key}` }
  const asking = askedFor((owned && demoPeople.actors.get(client)) || visitor, requestedAt)
  if (productPrice === null) await pay(services.payment, planned, asking(`${key} payment`))
  const deliveryId = await request(services.delivery, planned, asking(`${key} request`))
  for (const step of steps) {
    if (step.to === 'delivered') await mayArrive()
    await take(services.delivery, planned, deliveryId, step, demoPeople)
  }
}

const pay = async (payment: PaymentClient, planned: PlannedDelivery, asked: CommandContext): Promise<void> => {
  const { key, fee: amount, requestedAt: at, paymentReference: reference, sender } = planned
  const { message } = await payment.sampleMessage({ amount, at, seed: key })
  const verified = await payment.verify({ asked, reference, senderName: sender.name, message })
  if (!verified.success) throw new Error(`the payment of ${key} was refused: ${verified.code}`)
}

const request = async (delivery: DeliveryClient, planned: PlannedDelivery, asked: CommandContext): Promise<string> => {
  const { deliveryType, tier, fee, place, pickupShop, productPrice } = planned
  const { address, ...receiver } = planned.receiver
  const { shop, ...sender } = planned.sender
  const parcel = {
    asked,
    sender: { ...sender, location: shop.location, dropoffAgent: shop.address },
    ...getContents(planned),
    deliveryFee: fee,
    paymentReference: productPrice === null ? planned.paymentReference : '',
  }
  if (deliveryType === 'parcelDukani') {
    const { location, address: pickupAgent } = pickupShop
    return (await delivery.requestDukani({ ...parcel, receiver: { ...receiver, location, pickupAgent } })).deliveryId
  }
  const doorstep = { pickupLocation: place, pickupAddress: address, moreDetails: 'Please call on arrival.' }
  const paymentMethod = productPrice === null ? 'payNow' : 'payOnDelivery'
  const paying = { tier, paymentMethod, productPrice: productPrice ?? 0 } as const
  return (await delivery.requestDoorstep({ ...parcel, ...paying, receiver: { ...receiver, ...doorstep } })).deliveryId
}

const take = async (
  delivery: DeliveryClient,
  { key, rider, receiver, pickerNationalId }: PlannedDelivery,
  deliveryId: string,
  { to, at, shop }: PlannedStep,
  { actors, riderIds }: DemoPeople,
): Promise<void> => {
  const account = to === 'sorting' ? admin : agents.find((agent) => agent.shop === shop)
  const actor = account && actors.get(account)
  if (!actor) throw new Error(`${key} passes a shop without an agent`)
  const asked = askedFor(actor, at)(`${key} ${to}`)
  switch (to) {
    case 'rider':
      return void (await delivery.assignRider({ asked, deliveryId, riderId: riderIds[rider] ?? '', revision: null }))
    case 'picker': {
      const { name, phone } = receiver
      const picker = { name, phone, nationalId: pickerNationalId }
      return void (await delivery.assignPicker({ asked, deliveryId, ...picker, revision: null }))
    }
    case 'sorting':
      return void (await delivery.overrideStatus({ asked, deliveryId, status: to, trackingId: null }))
    case 'uncollected':
    case 'inTransit':
    case 'delivered':
    case 'collected':
      return void (await delivery.move({ asked, deliveryId, to, revision: null }))
  }
}
