import { implement } from '@orpc/server'
import { deliveryContract } from '@tuma/contracts/services'
import { dueAtHandOver, owedToPhone, type Shop, shopToGoTo } from '@tuma/contracts/vocabulary'
import { erased } from '@tuma/platform/domain'
import { EngineAway } from '@tuma/platform/ports'
import { asBuilt, parkedHandlers } from '@tuma/platform/runtime'
import { getPast } from '../delivery-stream.ts'
import type { Dependencies } from '../dependencies.ts'
import type { Asker } from '../domain/asker.ts'
import { type DeliveryRow, deliveriesView, maySee } from '../domain/delivery-views.ts'
import { type ShownRow, toShownRow } from '../domain/shown-row.ts'
import { holding } from '../domain/trouble/holds.ts'
import { senderKeyOfPhone } from '../ids.ts'
import { getEntry } from '../lists/history.ts'
import { aboutIfKnown } from './about-shop.ts'
import { toAsker } from './askers.ts'
import { bookingHandlers } from './booking-handlers.ts'
import { counterHandlers } from './counter-handlers.ts'
import { asItWas, readCancelled, readToldRow } from './ended-rows.ts'
import { knownPeopleHandlers } from './known-people-handlers.ts'
import { networkHandlers } from './network-handlers.ts'
import { officeHandlers } from './office-handlers.ts'
import { ownTodayHandlers } from './own-today-handlers.ts'
import { phoneErasureHandlers } from './phone-erasure-handlers.ts'
import { placeCodeHandlers } from './place-code-handlers.ts'
import { requestHandlers } from './request-handlers.ts'
import { scanHandlers } from './scan-in.ts'
import { shopHandlers } from './shop-handlers.ts'
import { stepHandlers } from './step-handlers.ts'
import { bindDays } from './waiting-days.ts'

export const deliveryRouter = (dependencies: Dependencies) => {
  const os = implement(deliveryContract)
  const { parked, replay, lagging } = parkedHandlers(dependencies.bus, dependencies.listening)
  return os.router({
    ...requestHandlers(dependencies),
    ...counterHandlers(dependencies),
    ...bookingHandlers(dependencies),
    ...stepHandlers(dependencies),
    ...scanHandlers(dependencies),
    ...officeHandlers(dependencies),
    ...readHandlers(dependencies),
    ...ownTodayHandlers(dependencies),
    ...adminHandlers(dependencies),
    ...networkHandlers(dependencies),
    ...placeCodeHandlers(dependencies),
    ...shopHandlers(dependencies),
    ...knownPeopleHandlers(dependencies),
    parked: os.parked.handler(parked),
    replay: os.replay.handler(replay),
    lagging: os.lagging.handler(lagging),
    behind: os.behind.handler(() => dependencies.streams.projector.behind()),
    damaged: os.damaged.handler(() => dependencies.streams.damaged()),
    damagedCollections: os.damagedCollections.handler(() => dependencies.streams.damagedCollections()),
    audited: os.audited.handler(() => dependencies.streams.audited()),
    publishedAgain: os.publishedAgain.handler(() => dependencies.streams.publishedAgain()),
    degraded: os.degraded.handler(() => dependencies.streams.degraded()),
  })
}

const readHandlers = (dependencies: Dependencies) => {
  const { lists, allDeliveries, promises, people, network, streams, settings } = dependencies
  const os = implement(deliveryContract)
  const withDays = bindDays(settings)
  const built = implement(deliveryContract).$config(asBuilt)
  return {
    get: built.get.handler(async ({ input: { viewer, deliveryId } }) => {
      const asker = toAsker(viewer)
      const row = await lists.get(deliveryId)
      return row && maySee(asker, row) ? { ...withDays(toShownRow(asker, row)), paymentId: row.paymentId } : null
    }),
    named: os.named.handler(async ({ input: { deliveryIds } }) => {
      const rows = await Promise.all(deliveryIds.map((deliveryId) => lists.get(deliveryId)))
      return rows.flatMap((row) =>
        row ? [{ deliveryId: row._id, trackingId: row.trackingId, deliveryType: row.deliveryType }] : [],
      )
    }),
    ofStatement: os.ofStatement.handler(async ({ input: { ownerId, deliveryIds } }) => {
      const rows = await Promise.all(deliveryIds.map((deliveryId) => lists.get(deliveryId)))
      return rows.filter((row) => row?.ownerId === ownerId).flatMap((row) => (row ? [toStatement(row)] : []))
    }),
    concernedAmong: os.concernedAmong.handler(async ({ input: { deliveryId, viewers } }) => {
      await caughtUp(streams)
      const row = (await lists.get(deliveryId)) ?? (await asItWas(dependencies, deliveryId))
      return { concerned: viewers.map((viewer) => row !== null && maySee(viewer, row)) }
    }),
    track: built.track.handler(async ({ input: { viewer, trackingId } }) => {
      const asker = toAsker(viewer)
      const row = (await lists.tracked(trackingId)) ?? (await readCancelled(dependencies, trackingId))
      if (!row) return null
      const about = await aboutIfKnown(dependencies, shopToGoTo(row))
      return { delivery: toShownRow(asker, row), inFull: maySee(asker, row), paymentId: row.paymentId, ...about }
    }),
    owned: built.owned.handler(async ({ input }) => {
      const { rows, ...others } = listedFor(toAsker(input.viewer), await lists.owned(input))
      return { rows: rows.map(withDays), ...others }
    }),
    countOwned: os.countOwned.handler(async ({ input }) => ({ count: await lists.countOwned(input) })),
    sending: built.sending.handler(async ({ input }) => listedFor(toAgent(input.shop), await lists.sending(input))),
    receiving: built.receiving.handler(async ({ input }) =>
      listedFor(toAgent(input.shop), await lists.receiving(input)),
    ),
    ofShop: built.ofShop.handler(async ({ input }) => {
      const destinations = input.search === null ? [] : await network.destinations()
      const { rows, next } = await lists.ofShop({ ...input, destinations })
      return { rows: rows.map((row) => toShownRow(toAgent(input.shop), row)), next }
    }),
    lying: built.lying.handler(async ({ input }) => {
      const { rows, ...others } = await lists.listShelf(input)
      const shown = rows.map(({ row, arrivedAt }) => ({ delivery: toShownRow(toAgent(input.shop), row), arrivedAt }))
      return { rows: shown, ...others }
    }),
    toDo: built.toDo.handler(async ({ input }) => listedFor(toAgent(input.shop), await promises.toDo(input))),
    tabCounts: os.tabCounts.handler(async ({ input: { shop } }) => {
      const [{ sending, receiving }, waiting] = await Promise.all([lists.tabCounts(shop), lists.countShelf(shop)])
      return { sending, receiving: { ...receiving, waiting } }
    }),
    countsOfShop: os.countsOfShop.handler(({ input: { shop } }) => lists.countsOfShop(shop)),

    customers: os.customers.handler(({ input }) => people.customers(input)),
    paid: built.paid.handler(async ({ input }) => {
      const asker = input.shop === null ? anAdmin : toAgent(input.shop)
      const { rows, ...others } = await allDeliveries.paid(input)
      const shown = rows.map(({ delivery, paymentId }) => ({ delivery: toShownRow(asker, delivery), paymentId }))
      return { rows: shown, ...others }
    }),

    parties: os.parties.handler(async ({ input: { deliveryId } }) => {
      const row = await readToldRow(dependencies, deliveryId)
      return row && readParties(dependencies, row)
    }),
  }
}

const readParties = async (dependencies: Dependencies, row: DeliveryRow) => {
  const { trackingId, ownerId, deliveryType, receiver, leg, waiting, knownSender } = row
  const { location: receiverPlace, pickupAgent } = receiver
  const due = dueAtHandOver(row)
  const first = { name: row.sender.dropoffAgent, place: row.sender.location }
  const shop = leg === 'back' ? first : { name: pickupAgent, place: receiverPlace }
  const handled = isHandled(row)
  const [about, ofSender] = await Promise.all([
    aboutIfKnown(dependencies, shop),
    handled ? {} : aboutIfKnown(dependencies, first),
  ])
  const sender = { ...row.sender, ...ofSender }
  const cancelled = row.outcome === 'cancelled' && { cancelled: true as const }
  const way = { ...(leg === 'back' && { leg }), ...(waiting && { waiting }), ...cancelled }
  const where = { sender, receiver, receiverPlace, pickupAgent }
  const facts = { handled, knownSender, due, ...paidIn(row), ...(holding(row).length > 0 && { held: true as const }) }
  return { trackingId, ownerId, deliveryType, ...facts, ...where, ...way, ...about }
}

const paidIn = (row: DeliveryRow) => {
  const isDoubted = holding(row).includes('payment_doubted')
  return row.paid && row.paymentMethod === 'payNow' && !isDoubted ? { paid: row.totalAmount } : {}
}

/** Staff have handled the parcel, so it is more than a form that a visitor filled in. */
const isHandled = ({ history, rider, picker }: DeliveryRow): boolean =>
  history.length > 1 || rider !== null || picker !== null

/**
 * Only open screens wait for this, and one that is not told shows the past until it is read again. So it waits longer
 * than another replica needs to take over the view, and less long than the caller waits for the answer.
 */
const patienceMs = 5000

/** @throws EngineAway */
const caughtUp = async ({ projector }: Dependencies['streams']): Promise<void> => {
  if (!(await projector.caughtUp({ view: deliveriesView.collection.name, patienceMs })))
    throw new EngineAway('the deliveries do not show all that is recorded')
}

const toStatement = ({
  _id: deliveryId,
  trackingId,
  deliveryType,
  receiver,
  productPrice,
  deliveryFee,
}: DeliveryRow) => ({
  ...{ deliveryId, trackingId, deliveryType, productPrice, deliveryFee },
  receiver: receiver.name === erased ? null : receiver.name,
})

const toAgent = (shop: Shop): Asker => ({ userId: null, role: 'agent', shop })
const anAdmin: Asker = { userId: null, role: 'admin', shop: null }

type Listed<Row> = {
  readonly rows: Row[]
  readonly next: string | null
  readonly total: number
  readonly more: boolean
}
const listedFor = (asker: Asker, { rows, next, total, more }: Listed<DeliveryRow>): Listed<ShownRow> => ({
  rows: rows.map((row) => toShownRow(asker, row)),
  next,
  total,
  more,
})

const adminHandlers = (dependencies: Dependencies) => {
  const { allDeliveries, people, problems, environment } = dependencies
  const os = implement(deliveryContract)
  const built = implement(deliveryContract).$config(asBuilt)
  return {
    all: built.all.handler(
      async ({
        input: { needs = null, outcome = null, held = false, waits = null, shop = null, rider = null, ...input },
      }) => {
        const beside = { needs, outcome, held, waits, shop, rider, now: environment.now() }
        return listedFor(anAdmin, await allDeliveries.all({ ...input, ...beside }))
      },
    ),
    needing: os.needing.handler(({ input: { needs } }) => allDeliveries.needing(needs, environment.now())),
    counts: os.counts.handler(() => allDeliveries.counts()),
    problems: os.problems.handler(() => problems(environment.now())),
    owedTo: os.owedTo.handler(({ input: { phone } }) => ({
      owedTo: owedToPhone(senderKeyOfPhone(dependencies.hash, phone)),
    })),
    ...phoneErasureHandlers(dependencies),
    contacts: os.contacts.handler(({ input }) => people.contacts(input)),
    history: os.history.handler(async ({ input: { deliveryId } }) => {
      const past = await getPast(dependencies, deliveryId)
      return past.length === 0 ? null : past.map(getEntry)
    }),
  }
}
