import { createHash } from 'node:crypto'
import { implement } from '@orpc/server'
import { paymentContract } from '@tuma/contracts/services'
import type { Listening, Streams } from '@tuma/platform/event-sourcing'
import type { MessageBus } from '@tuma/platform/ports'
import { parkedHandlers } from '@tuma/platform/runtime'
import type { adminPayments } from './admin-payments.ts'
import type { takingCallbacks } from './callbacks/callbacks.ts'
import { registering } from './callbacks/registering.ts'
import type { atTheDoor } from './claims/at-the-door.ts'
import type { claimingReceipts } from './claims/claiming-receipts.ts'
import type { claims } from './claims/claims.ts'
import type { forBookings } from './claims/for-bookings.ts'
import type { openingLinks } from './claims/opening-links.ts'
import type { receiptsAtTheDoor } from './claims/receipts-at-the-door.ts'
import type { receiptsOfCash } from './claims/receipts-of-cash.ts'
import { sampleTillMessage } from './claims/sample-till-message.ts'
import type { Daraja } from './daraja/index.ts'
import type { OutgoingReceipts } from './outgoing/outgoing.ts'
import type { OutgoingLists } from './outgoing/outgoing-lists.ts'
import type { refunds } from './outgoing/refunds.ts'
import type { ownPayments } from './own-payment.ts'
import type { askingPrompts } from './prompts/asking-prompts.ts'
import type { payIns } from './prompts/pay-ins.ts'
import type { Reminding } from './reminding-payers.ts'
import type { rowKinds } from './statements/row-kinds.ts'
import type { statementDifferences } from './statements/statement-differences.ts'
import type { statements } from './statements/statements.ts'
import type { tillOnDay } from './statements/till-on-day.ts'
import type { StoredDomainEvent } from './stored-events.ts'
import type { unusedPayments } from './unused-payments.ts'

export const paymentHandlers = (deps: {
  readonly claims: ReturnType<typeof claims>
  readonly unused: ReturnType<typeof unusedPayments>
  readonly reminding: Reminding
  readonly openLink: ReturnType<typeof openingLinks>
  readonly claimReceipt: ReturnType<typeof claimingReceipts>
  readonly prompts: ReturnType<typeof askingPrompts>
  readonly door: ReturnType<typeof atTheDoor>
  readonly takeReceipt: ReturnType<typeof receiptsAtTheDoor>
  readonly payIns: ReturnType<typeof payIns> & { readonly claim: ReturnType<typeof receiptsOfCash> }
  readonly ofBookings: ReturnType<typeof forBookings>
  readonly held: ReturnType<typeof adminPayments>
  readonly refunds: ReturnType<typeof refunds>
  readonly receipts: OutgoingReceipts
  readonly outgoing: OutgoingLists
  readonly isOwn: ReturnType<typeof ownPayments>
  /** Null where M-Pesa's callbacks are off. */
  readonly takeCallback: ReturnType<typeof takingCallbacks> | null
  readonly statements: ReturnType<typeof statements>
  readonly differences: ReturnType<typeof statementDifferences>
  readonly kinds: ReturnType<typeof rowKinds>
  readonly tillOnDay: ReturnType<typeof tillOnDay>
  /** Null where no address can be registered with M-Pesa. */
  readonly register: Daraja['register']
  readonly tillName: string
  /** The till's number, where it is set; else null. */
  readonly till: string | null
  readonly certificateEnds: () => string | null
  readonly streams: Streams<StoredDomainEvent>
  readonly bus: MessageBus
  /** Subscriptions of other services. */
  readonly listening: readonly Listening[]
}) => {
  const {
    prompts,
    door,
    takeReceipt,
    ofBookings,
    takeCallback,
    tillName,
    till,
    certificateEnds,
    streams,
    bus,
    listening,
    register,
  } = deps
  const contract = implement(paymentContract)
  const { parked, replay, lagging } = parkedHandlers(bus, listening)

  return contract.router({
    ...claimHandlers(deps),

    sampleMessage: contract.sampleMessage.handler(({ input: { amount, at, seed } }) => {
      const random = createHash('sha256').update(seed).digest()
      return { message: sampleTillMessage({ amount, at, tillName, random }) }
    }),

    offers: contract.offers.handler(() => {
      const ends = certificateEnds()
      const offered = { prompts: takeCallback !== null, till, registers: register !== null }
      return ends === null ? offered : { ...offered, certificateEnds: ends }
    }),
    register: contract.register.handler(() => registering(register)),
    askPrompt: contract.askPrompt.handler(({ input }) => prompts.ask(input)),
    prompt: contract.prompt.handler(({ input: { actor, promptId } }) => prompts.of(actor, promptId)),
    askAtTheDoor: contract.askAtTheDoor.handler(({ input }) => door.ask(input)),
    promptAtTheDoor: contract.promptAtTheDoor.handler(({ input: { promptId } }) => door.of(promptId)),
    askedAtTheDoor: contract.askedAtTheDoor.handler(({ input: { deliveryId } }) => door.asked(deliveryId)),
    settled: contract.settled.handler(({ input: { deliveryId, promptId } }) => door.settled(deliveryId, promptId)),
    takeReceipt: contract.takeReceipt.handler(({ input }) => takeReceipt(input)),
    promptOfBooking: contract.promptOfBooking.handler(({ input }) => ofBookings.prompt(input)),
    claimForBooking: contract.claimForBooking.handler(({ input }) => ofBookings.claim(input)),
    callback: contract.callback.handler(async ({ input }) => ({ taken: (await takeCallback?.(input)) ?? false })),

    ...payInHandlers(deps),
    ...heldHandlers(deps),
    ...statementHandlers(deps),
    ...outgoingHandlers(deps),

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

const claimHandlers = ({ claims, claimReceipt, unused, reminding, openLink }: ClaimDeps) => {
  const contract = implement(paymentContract)
  return {
    verify: contract.verify.handler(({ input }) => claims.verify(input)),
    claimReceipt: contract.claimReceipt.handler(({ input }) => claimReceipt(input)),
    find: contract.find.handler(({ input }) => claims.find(input)),
    paidFor: contract.paidFor.handler(({ input }) => claims.paidFor(input)),
    sentences: contract.sentences.handler(({ input: { paymentIds } }) => claims.sentences(paymentIds)),
    unused: contract.unused.handler(({ input: { actor } }) => unused(actor)),
    leftUnused: contract.leftUnused.handler(({ input: { paymentId } }) => reminding.leftUnused(paymentId)),
    openLink: contract.openLink.handler(({ input }) => openLink(input)),
    ofPayer: contract.ofPayer.handler(({ input: { actor } }) => claims.ofPayer(actor)),
    unreadMessages: contract.unreadMessages.handler(() => claims.unreadMessages()),
  }
}
type ClaimDeps = Pick<
  Parameters<typeof paymentHandlers>[0],
  'claims' | 'claimReceipt' | 'unused' | 'reminding' | 'openLink'
>
const payInHandlers = ({ payIns }: Pick<Parameters<typeof paymentHandlers>[0], 'payIns'>) => {
  const contract = implement(paymentContract)
  return {
    askPayIn: contract.askPayIn.handler(({ input }) => payIns.ask(input)),
    payInPrompt: contract.payInPrompt.handler(({ input: { drawer, promptId } }) => payIns.of(drawer, promptId)),
    payInPrompts: contract.payInPrompts.handler(({ input: { drawer } }) => payIns.list(drawer)),
    claimPayIn: contract.claimPayIn.handler(({ input }) => payIns.claim(input)),
  }
}

const heldHandlers = (deps: {
  readonly held: ReturnType<typeof adminPayments>
  readonly refunds: ReturnType<typeof refunds>
}) => {
  const { held, refunds } = deps
  const contract = implement(paymentContract)
  return {
    held: contract.held.handler(({ input }) => held.list(input)),
    heldCounts: contract.heldCounts.handler(() => held.counts()),
    heldHistory: contract.heldHistory.handler(({ input: { paymentId } }) => held.history(paymentId)),
    release: contract.release.handler(({ input }) => held.release(input)),
    rebind: contract.rebind.handler(({ input }) => held.rebind(input)),
    refund: contract.refund.handler(async ({ input }) => {
      await refunds.refund(input)
      return held.one(input.paymentId)
    }),
    refundPayee: contract.refundPayee.handler(({ input: { paymentId } }) => refunds.payee(paymentId)),
    letPass: contract.letPass.handler(({ input }) => held.letPass(input)),
  }
}

const statementHandlers = (deps: {
  readonly statements: ReturnType<typeof statements>
  readonly differences: ReturnType<typeof statementDifferences>
  readonly kinds: ReturnType<typeof rowKinds>
  readonly tillOnDay: ReturnType<typeof tillOnDay>
}) => {
  const { statements, differences, kinds, tillOnDay } = deps
  const contract = implement(paymentContract)
  return {
    statementHead: contract.statementHead.handler(({ input: { lines } }) => statements.head(lines)),
    statementPage: contract.statementPage.handler(({ input }) => statements.page(input)),
    statementRead: contract.statementRead.handler(({ input }) => statements.read(input)),
    statements: contract.statements.handler(({ input }) => statements.list(input)),
    statementFindings: contract.statementFindings.handler(({ input }) => statements.findings(input.statementId)),
    commitStatement: contract.commitStatement.handler(({ input }) => statements.commit(input)),
    tillOnDay: contract.tillOnDay.handler(({ input: { day } }) => tillOnDay(day)),
    differences: contract.differences.handler(({ input }) => differences.list(input)),
    differenceCounts: contract.differenceCounts.handler(() => differences.counts()),
    rowKinds: contract.rowKinds.handler(() => kinds.list()),
    treatRowKind: contract.treatRowKind.handler(({ input }) => kinds.treat(input)),
    undoRowKind: contract.undoRowKind.handler(({ input }) => kinds.undo(input)),
    explainDifference: contract.explainDifference.handler(({ input }) => differences.explain(input)),
  }
}

const outgoingHandlers = (deps: {
  readonly receipts: OutgoingReceipts
  readonly outgoing: OutgoingLists
  readonly isOwn: ReturnType<typeof ownPayments>
}) => {
  const { receipts, outgoing, isOwn } = deps
  const contract = implement(paymentContract)
  return {
    claimOutgoing: contract.claimOutgoing.handler(({ input }) =>
      receipts.claim({ ...input, of: 'payout', note: null }),
    ),
    finishOutgoing: contract.finishOutgoing.handler(async ({ input }) => {
      await receipts.finish(input)
      return {}
    }),
    releaseOutgoing: contract.releaseOutgoing.handler(async ({ input }) => {
      await receipts.release(input)
      return {}
    }),
    openOutgoing: contract.openOutgoing.handler(({ input }) => outgoing.open(input.outgoingId)),
    outgoingLimit: contract.outgoingLimit.handler(async ({ input }) => ({ needsSecond: await receipts.limit(input) })),
    outgoing: contract.outgoing.handler(({ input }) => outgoing.list(input)),
    outgoingCounts: contract.outgoingCounts.handler(() => outgoing.counts()),
    outgoingOne: contract.outgoingOne.handler(({ input }) => outgoing.one(input.outgoingId)),
    getOutgoing: contract.getOutgoing.handler(({ input }) => outgoing.ofDelivery(input.deliveryId)),
    approveOutgoing: contract.approveOutgoing.handler(async ({ input }) => {
      await receipts.approve(input)
      return {}
    }),
    isOwnPayment: contract.isOwnPayment.handler(async ({ input }) => ({ own: await isOwn(input) })),
  }
}
