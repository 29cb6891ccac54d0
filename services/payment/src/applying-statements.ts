import {
  derivedId,
  type EventMetadata,
  type Follower,
  fold,
  processManager,
  type Recorded,
  unbegun,
} from '@tuma/platform/event-sourcing'
import { type Collection, type Engines, everyDocument } from '@tuma/platform/ports'
import type { Log } from '@tuma/platform/runtime'
import { paymentStream } from './domain/payment.ts'
import { payment } from './domain/payment-decisions.ts'
import { type KeptRow, type Statement, type StatementEvent, statement, statementStream } from './domain/statement.ts'
import { type StatedRow, statedView } from './domain/statement-views.ts'
import { movement, movementStream } from './domain/till-movement.ts'
import { knownAmong } from './statement-findings.ts'
import { rowsOf } from './statement-pages.ts'
import type { StatementHouse } from './statements.ts'

/** As it is stored. */
const name = 'payment statements'
/** The store takes what comes at once as one. */
const atOnce = 256

type House = Pick<StatementHouse, 'streams' | 'hash' | 'stated' | 'statements' | 'surroundings'> & {
  readonly engines: Pick<Engines, 'documents'>
  readonly tillName: string
  readonly log: Log
}

class Closing extends Error {}

/** Takes over what was committed, row by row; what was taken over before adds nothing, however often it is begun anew. */
export const applyingStatements = (house: House): Follower => {
  const { streams, engines, log } = house
  let isClosing = false
  const goOn = () => {
    if (isClosing) throw new Closing('somebody else goes on')
  }
  const follower = processManager({
    name,
    types: ['StatementCommitted'] satisfies StatementEvent['type'][],
    store: streams.store,
    documents: engines.documents,
    lease: streams.leaseFor('statements'),
    async react(events) {
      for (const event of events) await applying(house, event as unknown as Committed, goOn)
    },
    onFault: (error) => log.error({ err: error }, 'payment can not take over a statement'),
  })
  return {
    ...follower,
    /** A file is taken over in seconds to minutes, and people work meanwhile: nobody waits for it to be ready. */
    caughtUp: async () => true,
    close() {
      isClosing = true
      return follower.close()
    },
  }
}

type Committed = Pick<Recorded<StatementEvent>, 'stream' | 'metadata'>
/** All that is recorded of one statement follows from its being committed. */
type Tracing = (...about: string[]) => EventMetadata

const applying = async (house: House, { stream, metadata: { at, correlationId } }: Committed, goOn: () => void) => {
  const { streams } = house
  const past = (await streams.read(stream)) as Recorded<StatementEvent>[]
  const found = fold(statement, past)
  if (!found) throw new Error('a statement was committed that nobody has read')
  const statementId = stream.slice(statementStream('').length)
  const actor = { kind: 'system', name: 'statement' }
  const tracing: Tracing = (...about) => ({
    ...{ at, correlationId, causationId: stream, actor },
    commandId: derivedId('statement', statementId, ...about),
  })
  const record = streams.recorderOf(statement)
  const { rows, reversals } = takingOver(house, tracing)
  for (const [index, pageId] of found.pageIds.entries()) {
    if (index < found.applied) continue
    await rows(await rowsOf(streams, pageId), goOn)
    const pages = index + 1
    await record(stream, { type: 'ApplyPage', pages, at }, tracing('page', `${pages}`))
  }
  // What is taken back may stand anywhere in the file, and is known now.
  for (const pageId of found.pageIds) await reversals(await rowsOf(streams, pageId), goOn)
  await opening(house, found, tracing)
  await record(stream, { type: 'EndStatement', at }, tracing('end'))
}

/** Of one row: what follows from it. */
type Row = {
  readonly row: KeptRow
  readonly paymentId: string
  readonly movementId: string
  readonly metadata: EventMetadata
}
type Known = StatedRow | undefined

const takingOver = (house: House, tracing: Tracing) => {
  const { hash } = house
  const { see, doubt, takeBack } = onPayments(house)
  const { move, wonder } = onTill(house)

  const about = (row: KeptRow): Row => {
    const { receipt, kind, cents } = row
    return {
      row,
      paymentId: hash('code', receipt),
      movementId: hash('row of a statement', [receipt, kind, Math.sign(cents)]),
      metadata: tracing(receipt, kind, `${Math.sign(cents)}`),
    }
  }
  const take = async (one: Row, known: Known): Promise<void> => {
    switch (one.row.kind) {
      case 'payment':
        return see(one, known)
      case 'charge':
        return move(one, 'charge', one.paymentId)
      case 'settled':
        return move(one, 'settled', null)
      case 'failed':
        return doubt(one, known)
      case 'other':
        return wonder(one)
      case 'reversal':
        return
    }
  }

  return {
    async rows(rows: readonly KeptRow[], goOn: () => void): Promise<void> {
      const payments = rows.filter(({ kind }) => kind === 'payment' || kind === 'failed')
      const receipts = payments.map(({ receipt }) => receipt)
      const known = await knownAmong(house, receipts)
      await eachOf(rows.map(about), goOn, (one) => take(one, known.get(one.paymentId)))
    },
    async reversals(rows: readonly KeptRow[], goOn: () => void): Promise<void> {
      const reversals = rows.filter(({ kind }) => kind === 'reversal').map(about)
      await eachOf(reversals, goOn, async (one) => {
        if (!(await takeBack(one))) await wonder(one)
      })
    },
  }
}

const onPayments = ({ streams, hash, tillName }: House) => {
  const record = streams.recorderOf(payment)
  return {
    async see({ row, paymentId, metadata }: Row, known: Known): Promise<void> {
      const { receipt: code, cents, at: paidAt, payerNames, payerPhoneEnd } = row
      if (known?.stated && known.cents === cents) return
      const whose = { payerNames, payerPhoneEnd }
      const seen = { by: 'statement' as const, code, cents, recipient: tillName, paidAt, asked: true, ...whose }
      const command = { type: 'SeePayment' as const, seen, of: null, at: metadata.at }
      await record(paymentStream(paymentId), command, metadata, known ? undefined : unbegun(payment))
    },
    /** What failed moves nothing; whoever has shown it as paid is not believed. */
    async doubt({ paymentId, metadata }: Row, known: Known): Promise<void> {
      if (!known || known.confirmed) return
      const { at } = metadata
      await record(paymentStream(paymentId), { type: 'DoubtPayment', because: 'no_such_transaction', at }, metadata)
    },
    /** @returns whether we know what it takes back */
    async takeBack({ row: { linked, cents, at: statedAt }, metadata }: Row): Promise<boolean> {
      const command = { type: 'ReversePayment' as const, cents: Math.abs(cents), statedAt, at: metadata.at }
      const { state } = await record(paymentStream(hash('code', linked ?? '')), command, metadata)
      return state !== null
    },
  }
}

const onTill = ({ streams }: House) => {
  const record = streams.recorderOf(movement)
  return {
    async move(
      { row, movementId, metadata }: Row,
      kind: 'charge' | 'settled',
      paymentId: string | null,
    ): Promise<void> {
      const { cents, at: movedAt } = row
      const moved = { type: 'MoveTill' as const, kind, paymentId, cents, movedAt, at: metadata.at }
      await record(movementStream(movementId), moved, metadata, unbegun(movement))
    },
    async wonder({ row: { receipt, cents, at: movedAt }, movementId, metadata }: Row): Promise<void> {
      const unclear = { type: 'WonderAtRow' as const, receipt, cents, movedAt, at: metadata.at }
      await record(movementStream(movementId), unclear, metadata, unbegun(movement))
    },
  }
}

/** Some at a time. What has begun is ended before anybody hears that one has failed. */
const eachOf = async <One>(all: readonly One[], goOn: () => void, take: (one: One) => Promise<void>): Promise<void> => {
  const left = all.values()
  const worker = async () => {
    for (const one of left) {
      goOn()
      await take(one)
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: atOnce }, worker))
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
}

/**
 * What the till held before the oldest row that any statement has of this account, less what we have counted of payments before it:
 * so that what the books say is what the statement says. An older statement, or a payment of before that is confirmed later, says it anew.
 */
const opening = async ({ streams, hash, stated, statements }: House, found: Statement, tracing: Tracing) => {
  const { account } = found
  await streams.assertShown([statedView], 'payments of before a statement are not all shown yet')
  const taken = await Array.fromAsync(everyDocument(statements, { where: { state: ['committed', 'applied'] } }))
  const ofAccount = [found, ...taken.filter((one) => one.account === account)]
  const oldest = ofAccount
    .filter(({ opening }) => opening !== null)
    .reduce<Pick<Statement, 'from' | 'opening'> | null>(
      (first, one) => (first && first.from <= one.from ? first : one),
      null,
    )
  if (!oldest || oldest.opening === null) return
  const { from } = oldest
  const counted = await countedBefore(stated, from)
  const metadata = tracing('opening')
  const cents = oldest.opening - counted
  const moved = { kind: 'opening' as const, paymentId: null, cents, movedAt: from, at: metadata.at }
  const movementId = hash('opening of an account', account ?? '')
  await streams.recorderOf(movement)(movementStream(movementId), { type: 'MoveTill', ...moved }, metadata)
}

const countedBefore = async (stated: Collection<StatedRow>, to: string): Promise<number> => {
  let all = 0
  // What the oldest statement itself tells is not before it, though a message tells the minute alone.
  for await (const { confirmed, reversedAt, stated: isTold, cents } of everyDocument(stated, { between: { to } }))
    if (confirmed && (reversedAt === null || reversedAt >= to) && !isTold) all += cents
  return all
}
