import { deliveryEvents } from '@tuma/contracts/events'
import {
  checkStreams,
  type Follower,
  keyedHash,
  on,
  openStreams,
  reactionMetadata,
  reactor,
  type Streams,
} from '@tuma/platform/event-sourcing'
import { type Collection, type Engines, everyDocument } from '@tuma/platform/ports'
import type { Environment, Log, Service } from '@tuma/platform/runtime'
import { adminPayments } from './admin-payments.ts'
import { readingCallbacks, takingCallbacks } from './callbacks/callbacks.ts'
import { atTheDoor } from './claims/at-the-door.ts'
import { claimingReceipts } from './claims/claiming-receipts.ts'
import { claims } from './claims/claims.ts'
import { forBookings } from './claims/for-bookings.ts'
import { openingLinks } from './claims/opening-links.ts'
import { receiptsAtTheDoor } from './claims/receipts-at-the-door.ts'
import { receiptsOfCash } from './claims/receipts-of-cash.ts'
import { finishingTopUps, openTopUps } from './claims/topping-up.ts'
import { callbackSealKey, type Daraja, endsSoon, openDaraja, warningDaily } from './daraja/index.ts'
import { auditChecks } from './domain/audit-checks.ts'
import { shapesView } from './domain/message/unread-shapes.ts'
import { payeeOfDelivery } from './domain/outgoing/outgoing.ts'
import { outgoingStatedView } from './domain/outgoing/outgoing-stated.ts'
import { outgoingView, paidForView } from './domain/outgoing/outgoing-views.ts'
import { paymentStream } from './domain/payment.ts'
import { payment } from './domain/payment-decisions.ts'
import { type HeldRow, heldView, paymentsView } from './domain/payment-views.ts'
import { promptsView } from './domain/prompt/prompts-view.ts'
import { rowKindsView } from './domain/statement/row-kind.ts'
import { statedView, statementsView } from './domain/statement/statement-views.ts'
import { tillRowsView } from './domain/statement/till-rows-view.ts'
import { openDoubtChecks } from './doubt-checks.ts'
import { type Forgetting, forgetting } from './forgetting.ts'
import { paymentHandlers } from './handlers.ts'
import { outgoingReceipts } from './outgoing/outgoing.ts'
import { outgoingLists } from './outgoing/outgoing-lists.ts'
import { finishingRefunds, refunds } from './outgoing/refunds.ts'
import { ownPayments } from './own-payment.ts'
import { askingPrompts } from './prompts/asking-prompts.ts'
import { payIns } from './prompts/pay-ins.ts'
import { payingPrompts } from './prompts/paying-phones.ts'
import { sendingPrompts } from './prompts/sending-prompts.ts'
import { announced } from './published-events.ts'
import { readModels } from './read-models.ts'
import { openRejectedCallbacks } from './rejected-callbacks.ts'
import { remindingPayers } from './reminding-payers.ts'
import type { PaymentSettings } from './settings.ts'
import { applyingStatements } from './statements/applying-statements.ts'
import { paidOutDifferences } from './statements/paid-out-differences.ts'
import { rowKinds } from './statements/row-kinds.ts'
import { statementDifferences } from './statements/statement-differences.ts'
import { statements } from './statements/statements.ts'
import { tillOnDay } from './statements/till-on-day.ts'
import { type StoredDomainEvent, storedEvents } from './stored-events.ts'
import { summingTakings } from './summing-takings.ts'
import { unusedPayments } from './unused-payments.ts'

export { type DarajaSettings, darajaFrom } from './daraja/index.ts'
export { readModels } from './read-models.ts'
export { type PaymentSettings, paymentSettings } from './settings.ts'

const group = 'payment'
const noAddressList =
  'DARAJA_ALLOWED_ADDRESSES: is not set, so confirmations of payments by hand stay unchecked until M-Pesa or a statement tells of them; set Safaricom’s addresses'
const noLimits = { aPhone: 0, anAccount: 0, anAddress: 0 }

type Options = {
  readonly engines: Engines
  readonly settings: PaymentSettings
  readonly environment: Environment
  readonly log: Log
  /** For calls to Daraja (default: the global one). */
  readonly fetch?: typeof fetch
}

export const createPayment = async (options: Options): Promise<Service> => {
  const { engines, settings, environment, log } = options
  const hash = keyedHash(settings.secret)
  const streams = await openPaymentStreams(options)

  const deps = { streams, hash, environment, log }
  const payments = await streams.readModel(paymentsView)
  const held = await streams.readModel(heldView)
  const prompts = await streams.readModel(promptsView)
  const mpesa = await openMpesa(options, { ...deps, held, prompts })
  const applyTopUp = openTopUps(deps)
  const finishing = finishingTopUps({ ...deps, engines })
  const forgotten = forgetting({
    ...deps,
    prompts,
    outgoing: await streams.readModel(outgoingView),
    lease: streams.leaseFor('forgetting'),
  })
  const stated = await openStatements(options, deps)
  const outgoing = await openOutgoing(options, deps)
  const consumer = listeningToDelivery(options, { ...{ streams, held, forgotten }, askAbout: mpesa?.ask })
  const promptsThatPaid = payingPrompts({ ...deps, prompts })
  const reminding = remindingPayers({ ...deps, held, promptsThatPaid, lease: streams.leaseFor('reminders') })
  const [till, limits, sending] = [ourTill(settings), settings.prompts ?? noLimits, mpesa?.sending ?? null]
  const asking = { ...deps, prompts, sending, limits }
  const claimReceipt = claimingReceipts({ ...deps, payments, engines, applyTopUp, own: till })

  return {
    router: paymentHandlers({
      claims: await openClaims(options, { ...deps, payments, applyTopUp }, mpesa !== null),
      unused: unusedPayments({ ...deps, payments }),
      reminding,
      openLink: openingLinks({ ...deps, engines }),
      claimReceipt,
      ofBookings: forBookings({ ...deps, claimReceipt }),
      prompts: askingPrompts({ ...asking, payments }),
      door: atTheDoor(asking),
      takeReceipt: receiptsAtTheDoor({ ...deps, engines, own: till }),
      payIns: openPayIns(options, asking),
      held: adminPayments({ ...deps, held }),
      refunds: refunds({ ...deps, ...outgoing, promptsThatPaid }),
      receipts: outgoing.receipts,
      outgoing: outgoing.lists,
      isOwn: ownPayments({ ...deps, promptsThatPaid }),
      ...stated.lists,
      takeCallback: mpesa?.take ?? null,
      register: mpesa?.register ?? null,
      tillName: till.name,
      till: settings.daraja?.partyB ?? null,
      certificateEnds: () => (settings.daraja ? endsSoon(settings.daraja, environment.now()) : null),
      streams,
      bus: engines.bus,
      listening: [consumer],
    }),
    followers: [...streams.followers, stated.applying, finishing, outgoing.finishing, ...(mpesa?.followers ?? [])],
    listening: [consumer],
    async close() {
      await consumer.close()
      await Promise.all([finishing.close(), outgoing.finishing.close()])
      await mpesa?.close()
      await Promise.all([stated.applying.close(), forgotten.close(), reminding.close()])
      await streams.close()
    },
  }
}

const openPaymentStreams = async ({ engines, environment, log }: Options): Promise<Streams<StoredDomainEvent>> => {
  const streams: Streams<StoredDomainEvent> = await openStreams<StoredDomainEvent>({
    service: 'payment',
    engines,
    randomBytes: environment.randomBytes,
    now: environment.now,
    types: storedEvents,
    views: readModels,
    announce: announced,
    checks: auditChecks.map((check) => checkStreams(['payment'], check)),
    sums: [summingTakings(() => streams)],
    onFault: (error) => log.error({ err: error }, 'payment can not follow its own events'),
  })
  return streams
}

const openClaims = async (
  { engines, settings }: Options,
  deps: Omit<Parameters<typeof claims>[0], 'engines' | 'shapes' | 'till' | 'mpesaTells'>,
  mpesaTells: boolean,
) => {
  const shapes = await deps.streams.readModel(shapesView)
  return claims({ ...deps, engines, shapes, till: ourTill(settings), mpesaTells })
}

/** Store and till are both ours, and M-Pesa decides which of them a message names. */
const ourTill = ({ tillName: name, tillNumber, daraja }: PaymentSettings) => ({
  name,
  numbers: [...(tillNumber ? [tillNumber] : []), ...(daraja?.ourCodes ?? [])],
})

/** Cash that agents pay in. */
const openPayIns = ({ engines, settings }: Options, deps: Parameters<typeof payIns>[0]) => ({
  ...payIns(deps),
  claim: receiptsOfCash({ ...deps, engines, own: ourTill(settings) }),
})

const usualSecondAdminAbove = 2_000_000

/** Money that leaves by M-Pesa: its receipts, and refunds. */
const openOutgoing = async (
  { engines, settings }: Options,
  deps: Pick<Deps, 'streams' | 'hash' | 'environment' | 'log'>,
) => {
  const { streams } = deps
  const { secondAdminAbove = usualSecondAdminAbove } = settings
  const owning = { ...deps, rows: await streams.readModel(outgoingView), secondAdminAbove }
  const receipts = outgoingReceipts(owning)
  return {
    receipts,
    lists: outgoingLists({ ...owning, paidFor: await streams.readModel(paidForView) }),
    finishing: finishingRefunds({ ...deps, receipts, engines }),
  }
}

/** Files of the till's movements. They need no connection to M-Pesa, only a file that an admin has exported. */
const openStatements = async (
  { engines, settings }: Options,
  deps: Pick<Deps, 'streams' | 'hash' | 'environment' | 'log'>,
) => {
  const { streams } = deps
  const { tillName, tillNumber = null, daraja } = settings
  const models = {
    stated: await streams.readModel(statedView),
    statements: await streams.readModel(statementsView),
    tillRows: await streams.readModel(tillRowsView),
    ruledKinds: await streams.readModel(rowKindsView),
  }
  const paidOut = paidOutDifferences({
    ...{ ...deps, ...models },
    outgoingStated: await streams.readModel(outgoingStatedView),
  })
  const lists = {
    statements: statements({ ...deps, ...models, ourCodes: daraja?.ourCodes ?? [], tillNumber }),
    differences: statementDifferences({ ...deps, ...models, paidOut }),
    kinds: rowKinds({ ...deps, ...models }),
    tillOnDay: tillOnDay({ ...deps, ...models }),
  }
  return {
    lists,
    applying: applyingStatements({ ...deps, ...models, engines, tillName }),
  }
}

type Deps = Pick<Parameters<typeof askingPrompts>[0], 'streams' | 'hash' | 'environment' | 'prompts'> &
  Pick<Parameters<typeof openDoubtChecks>[0], 'held' | 'log'>

/** Calls to M-Pesa and its callbacks; null where M-Pesa is not set up. */
const openMpesa = async ({ engines, settings, ...options }: Options, deps: Deps) => {
  const { daraja: settingsOfDaraja, tillName } = settings
  if (!settingsOfDaraja) return null
  const { streams, environment, log } = deps
  const warnNoMore = warningDaily({ settings: settingsOfDaraja, now: environment.now, log })
  if (!settingsOfDaraja.allowed) log.warn(noAddressList)
  const sealKey = callbackSealKey(settings.secret)
  const daraja: Daraja = openDaraja({ ...options, settings: settingsOfDaraja, sealKey, now: environment.now })
  const sending = sendingPrompts({
    ...deps,
    daraja,
    lease: streams.leaseFor('prompts'),
    replica: engines.replica,
  })
  // The replica that reads M-Pesa's callbacks knows that M-Pesa reports, so it also looks for unreported payments.
  const doubts = openDoubtChecks({ ...deps, status: daraja.status, lease: streams.leaseFor('callbacks') })
  const rejectCallback = openRejectedCallbacks(log)
  const listening = { ...deps, rejectCallback, sealKey, settings: { tillName, daraja: settingsOfDaraja } }
  const reading = readingCallbacks({ ...listening, engines, heard: doubts.heard, check: doubts.check })
  const followers: Follower[] = [reading]
  return {
    sending,
    ask: doubts.ask,
    take: takingCallbacks(listening),
    register: daraja.register,
    followers,
    async close() {
      warnNoMore()
      await Promise.all([sending.close(), doubts.close(), reading.close()])
    },
  }
}

const listeningToDelivery = (
  { engines, environment }: Options,
  deps: {
    readonly streams: Streams<StoredDomainEvent>
    readonly held: Collection<HeldRow>
    readonly forgotten: Forgetting
    readonly askAbout: ((deliveryId: string) => Promise<void>) | undefined
  },
) => {
  const { streams, held, forgotten, askAbout } = deps
  const handle = streams.createRecorder(payment)
  return reactor({
    bus: engines.bus,
    topic: deliveryEvents.requested.topic,
    group,
    reactions: [
      on(deliveryEvents.requested, async ({ deliveryId, paymentId, fee, requestedAt }, message) => {
        if (paymentId === null) return
        await handle(
          paymentStream(paymentId),
          { type: 'UsePayment', deliveryId, fee, at: requestedAt },
          reactionMetadata(group, message, environment.now()),
        )
      }),
      // We ask before the parcel goes on: it has just been handed in, or a rider is about to take it.
      on(deliveryEvents.statusChanged, async ({ deliveryId, to }) => {
        if (to === 'uncollected') await askAbout?.(deliveryId)
      }),
      on(deliveryEvents.assigned, async ({ deliveryId, to }) => {
        if (to === 'rider') await askAbout?.(deliveryId)
      }),
      on(deliveryEvents.deleted, async ({ deliveryId, paymentId, freed, at }, message) => {
        if (paymentId === null) return
        await handle(
          paymentStream(paymentId),
          freed
            ? { type: 'ReleasePayment', deliveryId, at }
            : { type: 'EndDelivery', deliveryId, because: 'deleted', at },
          reactionMetadata(group, message, environment.now()),
        )
      }),
      on(deliveryEvents.cancelled, async ({ deliveryId, paymentId, at }, message) => {
        if (paymentId === null) return
        await handle(
          paymentStream(paymentId),
          { type: 'ReleasePayment', deliveryId, at },
          reactionMetadata(group, message, environment.now()),
        )
      }),
      on(deliveryEvents.returned, async ({ deliveryId, at }, message) => {
        await streams.assertShown([heldView], 'the payments do not show all that is recorded')
        const rows = await Array.fromAsync(everyDocument(held, { where: { usedBy: deliveryId } }))
        for (const { paymentId } of rows)
          await handle(
            paymentStream(paymentId),
            { type: 'EndDelivery', deliveryId, because: 'returned', at },
            reactionMetadata(group, message, environment.now()),
          )
      }),
      on(deliveryEvents.personErased, async ({ deliveryId, role, paymentId }) => {
        if (paymentId !== null) await forgotten.payers([paymentId])
        if (role === 'receiver') await forgotten.getReceiver(deliveryId)
        else await streams.keys.destroy([payeeOfDelivery(deliveryId)])
      }),
      // Sealed for the account, or for the payment where it was paid before signing in.
      on(deliveryEvents.accountParcelsEnded, async ({ accountId, paymentIds }) => {
        await forgotten.payers(paymentIds)
        await forgotten.getAgent(accountId)
        await streams.keys.destroy([accountId])
      }),
    ],
  })
}
