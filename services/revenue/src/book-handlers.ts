import { implement } from '@orpc/server'
import { type CommandContext, getTrace, type HandOverRecord, revenueContract } from '@tuma/contracts/services'
import { type Handled, metadataFrom, type Recorded, type Streams, unlessDamaged } from '@tuma/platform/event-sourcing'
import type { BookEvent } from './domain/books-views.ts'
import { type Drawer, type DrawerEvent, drawer, drawerStream } from './domain/drawer.ts'
import { type DrawerRow, drawersView, type HandOverRow, handOversView, toDrawerParcels } from './domain/drawer-views.ts'
import { owedView } from './domain/owed-views.ts'
import { sale, saleStream } from './domain/sale.ts'
import { shortagesView } from './domain/shortages-view.ts'
import { unexplainedView } from './domain/unexplained-view.ts'
import { readNotePerson } from './note-person.ts'
import { owedReading, shownOwed } from './owed-reading.ts'
import type { PayTos } from './pay-to.ts'
import type { Payees } from './payees.ts'
import { type OutgoingReceipts, payingOut } from './paying-out.ts'
import type { RevenueSettings } from './settings.ts'
import { type SnapshotCaches, withSnapshots } from './snapshot-cache.ts'
import { takingIn } from './taking-in.ts'

const maxCounted = 1000
const maxPayIns = 20

type Deps = {
  readonly streams: Streams<BookEvent>
  readonly snapshots: SnapshotCaches
  readonly payTos: PayTos
  readonly now: () => string
}
type CashDeps = Omit<Deps, 'payTos'> & { readonly settings: Pick<RevenueSettings, 'DRAWER_WARN'> }
type PageAsked = { readonly limit: number; readonly cursor: string | null }

const contract = implement(revenueContract)
const pageAt = ({ limit, cursor }: PageAsked) => ({ limit, after: cursor })

export const buildMetadata = (asked: CommandContext, now: string) =>
  metadataFrom({ ...asked, actor: getTrace(asked.actor) }, now)

/** @param warnAbove in shillings; 0: never */
const showingDrawers =
  (warnAbove: number) =>
  ({ agentId, cents, awaiting, since, parcels }: DrawerRow) => ({
    ...{ agentId, cents, awaiting, since: since || null, parcels: toDrawerParcels(parcels) },
    tooFull: warnAbove > 0 && cents > 100 * warnAbove,
  })

/** Cash on its way from the agents who took it to the office. */
export const cashCalls = async ({ streams, snapshots, settings, now }: CashDeps) => {
  const shownDrawer = showingDrawers(settings.DRAWER_WARN)
  const drawers = await streams.readModel(drawersView)
  const handOvers = await streams.readModel(handOversView)
  const unexplained = await streams.readModel(unexplainedView)
  const senders = await streams.readModel(owedView)
  const shortages = await streams.readModel(shortagesView)
  const handle = withSnapshots(streams.getHandler(drawer), snapshots.drawers)
  const takeIn = takingIn({ streams, handle, handOvers, shortages, now })

  /**
   * The reason is personal data: it is sealed in the agent's stream and is in no row. One event is read for each
   * reason.
   */
  const withReason = async ({ state: _, reasonIn, parcels, ...handOver }: HandOverRow): Promise<HandOverRecord> => {
    const { agentId, handOverId } = handOver
    const read = reasonIn === null ? [] : await unlessDamaged(streams.read(drawerStream(agentId), reasonIn, 1), [])
    return { ...handOver, parcels: [...parcels], reason: getReason(handOverId, read as Recorded<DrawerEvent>[]) }
  }
  const counts = async (before: string) => ({
    drawers: await drawers.countUpTo(maxCounted, { standing: 'cash' }, { between: { to: before } }),
    handOvers: await handOvers.countUpTo(maxCounted, { state: 'waiting' }),
    unexplained: await unexplained.countUpTo(maxCounted, {}, { between: { to: now() } }),
    ready: await senders.countUpTo(maxCounted, { standing: 'ready' }),
  })
  const listPayIns = async (agentId: string): Promise<HandOverRecord[]> => {
    const { documents } = await handOvers.find({ where: { agentId, way: 'mpesa' }, limit: maxPayIns })
    return Promise.all(documents.map(withReason))
  }
  const recorded = (agentId: string, handOverId: string, handled: Handled<Drawer, DrawerEvent>): HandOverRecord => {
    const handOver = handled.state.handOvers.get(handOverId)
    if (!handOver) throw new Error(`hand-over ${handOverId} of ${agentId} was not recorded`)
    const { received, parcels, ...rest } = handOver
    return {
      ...{ handOverId, agentId, ...rest, parcels: [...parcels] },
      ...{ counted: received?.counted ?? null, receivedAt: received?.at ?? null },
      ...{ way: 'office', reversedAt: null, reason: getReason(handOverId, handled.past ?? handled.events) },
    }
  }

  return {
    moneyCounts: contract.moneyCounts.handler(({ input: { before } }) => counts(before)),
    drawers: contract.drawers.handler(async ({ input }) => {
      const { documents, next } = await drawers.find({ where: { standing: 'cash' }, upwards: true, ...pageAt(input) })
      return { rows: documents.map(shownDrawer), next }
    }),
    drawer: contract.drawer.handler(async ({ input: { agentId } }) => {
      const row = await drawers.get(agentId)
      return row ? shownDrawer(row) : { agentId, cents: 0, awaiting: 0, since: null, tooFull: false, parcels: [] }
    }),
    handOvers: contract.handOvers.handler(async ({ input: { agentId, waiting, ...page } }) => {
      const where = { ...(agentId === null ? {} : { agentId }), ...(waiting ? { state: 'waiting' } : {}) }
      const { documents, next } = await handOvers.find({ where, ...pageAt(page) })
      return { rows: await Promise.all(documents.map(withReason)), next }
    }),
    payIns: contract.payIns.handler(({ input: { agentId } }) => listPayIns(agentId)),
    handOverCash: contract.handOverCash.handler(async ({ input: { asked, ...said } }) => {
      const handOverId = asked.commandId
      const { agentId } = said
      const command = { type: 'HandOverCash', handOverId, ...said, at: asked.at ?? now() } as const
      return recorded(agentId, handOverId, await handle(drawerStream(agentId), command, buildMetadata(asked, now())))
    }),
    takeIn: contract.takeIn.handler(async ({ input }) =>
      recorded(input.agentId, input.asked.commandId, await takeIn(input)),
    ),
    receiveCash: contract.receiveCash.handler(async ({ input: { asked, reason, ...counted } }) => {
      const { agentId, handOverId } = counted
      const note = reason === null ? null : { personId: agentId, reason }
      const command = { type: 'ReceiveCash', ...counted, note, at: asked.at ?? now() } as const
      return recorded(agentId, handOverId, await handle(drawerStream(agentId), command, buildMetadata(asked, now())))
    }),
  }
}

/** Cash that an admin must explain: what it is, or what became of it. */
export const explainingCalls = async ({ streams, now }: Omit<Deps, 'snapshots' | 'payTos'>) => {
  const unexplained = await streams.readModel(unexplainedView)
  const sales = streams.getHandler(sale)
  return {
    unexplained: contract.unexplained.handler(async ({ input }) => {
      const { documents, next } = await unexplained.find({ between: { to: now() }, ...pageAt(input) })
      return { rows: documents.map(({ from: _, ...row }) => row), next }
    }),
    giveBack: contract.giveBack.handler(async ({ input: { asked, deliveryId, as, reason } }) => {
      const note = { personId: await readNotePerson(streams.keys, deliveryId), reason }
      const command = { type: 'GiveBack', as, note, at: asked.at ?? now() } as const
      await sales(saleStream(deliveryId), command, buildMetadata(asked, now()))
      return {}
    }),
    explainTaking: contract.explainTaking.handler(async ({ input: { asked, deliveryId, reason, ...explained } }) => {
      const note = { personId: await readNotePerson(streams.keys, deliveryId), reason }
      const command = { type: 'ExplainTaking', ...explained, note, at: asked.at ?? now() } as const
      await sales(saleStream(deliveryId), command, buildMetadata(asked, now()))
      return {}
    }),
  }
}

const getReason = (handOverId: string, events: readonly DrawerEvent[]): string | null => {
  const received = events.find(({ type, data }) => type === 'CashReceived' && data.handOverId === handOverId)
  return received?.type === 'CashReceived' ? (received.data.note?.reason ?? null) : null
}

/** What Tuma holds for senders, and its payouts. */
export const owedCalls = async (deps: Deps & { readonly payees: Payees; readonly payment: OutgoingReceipts }) => {
  const { streams } = deps
  const senders = await streams.readModel(owedView)
  const payOut = payingOut({ ...deps, senders })

  return {
    ...(await owedReading(deps)),
    ready: contract.ready.handler(async ({ input }) => {
      const { documents, next } = await senders.find({ where: { standing: 'ready' }, upwards: true, ...pageAt(input) })
      return { rows: documents.map(shownOwed), next }
    }),
    payOut: contract.payOut.handler(({ input: { payee, approval = null, ...paying } }) =>
      payOut({ ...paying, payee: payee ?? { name: null, phone: null }, approval }),
    ),
  }
}

/** People who deleted their account while money was open. */
export const payeeCalls = ({ payees, now }: { readonly payees: Payees; readonly now: () => string }) => ({
  keepPayee: contract.keepPayee.handler(async ({ input: { asked, ...payee } }) => {
    await payees.keep(payee, buildMetadata(asked, now()))
    return {}
  }),
  payees: contract.payees.handler(async ({ input: { accountIds } }) => {
    const found = await Promise.all(
      accountIds.map(async (accountId) => [accountId, await payees.of(accountId)] as const),
    )
    return Object.fromEntries(found.flatMap(([accountId, payee]) => (payee ? [[accountId, payee]] : [])))
  }),
})
