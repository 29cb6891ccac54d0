import { implement } from '@orpc/server'
import { revenueContract, type ShopFigures } from '@tuma/contracts/services'
import { addDays, daysBetween, shopKey } from '@tuma/contracts/vocabulary'
import type { Listening, Streams } from '@tuma/platform/event-sourcing'
import { type Collection, everyDocument, type MessageBus } from '@tuma/platform/ports'
import { parkedHandlers } from '@tuma/platform/runtime'
import { cashCalls, explainingCalls, owedCalls, payeeCalls } from './book-handlers.ts'
import { bookReading } from './book-reading.ts'
import type { BookEvent } from './domain/books-views.ts'
import { type DayRow, quietDay } from './domain/days-view.ts'
import type { ShopDayRow } from './domain/shop-days-view.ts'
import { offerCalls } from './offer-handlers.ts'
import type { PayTos } from './pay-to.ts'
import type { Payees } from './payees.ts'
import type { OutgoingReceipts } from './paying-out.ts'
import { payToCalls } from './payto-handlers.ts'
import type { RevenueSettings } from './settings.ts'
import type { SnapshotCaches } from './snapshot-cache.ts'

export const revenueHandlers = async (deps: {
  readonly days: Collection<DayRow>
  readonly shopDays: Collection<ShopDayRow>
  readonly streams: Streams<BookEvent>
  readonly snapshots: SnapshotCaches
  readonly payees: Payees
  readonly payTos: PayTos
  readonly payment: OutgoingReceipts
  readonly settings: Pick<RevenueSettings, 'DRAWER_WARN'>
  readonly now: () => string
  readonly bus: MessageBus
  /** Subscriptions of other services. */
  readonly listening: readonly Listening[]
}) => {
  const { days, shopDays, streams, bus, listening } = deps
  const contract = implement(revenueContract)
  const { parked, replay, lagging } = parkedHandlers(bus, listening)
  return contract.router({
    days: contract.days.handler(({ input: { from, to } }) =>
      Promise.all(daysBetween(from, to).map(async (day) => (await days.get(day)) ?? quietDay(day))),
    ),
    byShop: contract.byShop.handler(async ({ input: { from, to } }) => {
      const between = { from, to: addDays(to, 1) }
      return sumsByShop(await Array.fromAsync(everyDocument(shopDays, { between })))
    }),
    ...(await bookReading(deps)),
    ...(await cashCalls(deps)),
    ...(await offerCalls(deps)),
    ...(await explainingCalls(deps)),
    ...(await owedCalls(deps)),
    ...payeeCalls(deps),
    ...payToCalls(deps),
    parked: contract.parked.handler(parked),
    replay: contract.replay.handler(replay),
    lagging: contract.lagging.handler(lagging),
    behind: contract.behind.handler(() => streams.projector.behind()),
    damaged: contract.damaged.handler(() => streams.damaged()),
    damagedCollections: contract.damagedCollections.handler(() => streams.damagedCollections()),
    audited: contract.audited.handler(() => streams.audited()),
    publishedAgain: contract.publishedAgain.handler(() => streams.publishedAgain()),
    degraded: contract.degraded.handler(() => streams.degraded()),
  })
}

/** Sums by shop, the highest first. */
const sumsByShop = (days: readonly ShopDayRow[]): ShopFigures[] => {
  const sums = new Map<string, ShopFigures>()
  for (const { day: _, shop, ...figures } of days) {
    const key = shop ? shopKey(shop) : ''
    const before = sums.get(key)
    sums.set(key, {
      shop,
      doorstepRevenue: (before?.doorstepRevenue ?? 0) + figures.doorstepRevenue,
      parcelDukaniRevenue: (before?.parcelDukaniRevenue ?? 0) + figures.parcelDukaniRevenue,
      doorstepDeliveries: (before?.doorstepDeliveries ?? 0) + figures.doorstepDeliveries,
      parcelDukaniDeliveries: (before?.parcelDukaniDeliveries ?? 0) + figures.parcelDukaniDeliveries,
    })
  }
  return [...sums.values()].sort((one, other) => getRevenue(other) - getRevenue(one))
}

const getRevenue = ({ doorstepRevenue, parcelDukaniRevenue }: ShopFigures) => doorstepRevenue + parcelDukaniRevenue
