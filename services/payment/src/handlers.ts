import { createHash } from 'node:crypto'
import { implement } from '@orpc/server'
import { type Asked, paymentContract } from '@tuma/contracts/services'
import {
  type EventMetadata,
  fold,
  keyedHash,
  type Listening,
  metadataFrom,
  type Streams,
  unbegun,
  unlessDamaged,
} from '@tuma/platform/event-sourcing'
import { type Collection, type Engines, everyDocument } from '@tuma/platform/ports'
import { parkedHandlers, type Surroundings } from '@tuma/platform/runtime'
import { readMpesaMessage, sentenceOf } from './domain/mpesa-message.ts'
import { type Payment, type PaymentEvent, payerFrom, paymentStream, type Shown } from './domain/payment.ts'
import { MessageRefused, payment } from './domain/payment-decisions.ts'
import { type PaymentRow, paymentsView } from './domain/payment-views.ts'
import { guessingLimit } from './guessing-limit.ts'
import { shownBy } from './payer.ts'
import { sampleTillMessage } from './sample-till-message.ts'
import type { PaymentSettings } from './settings.ts'

export const paymentHandlers = (house: {
  readonly streams: Streams<PaymentEvent>
  readonly payments: Collection<PaymentRow>
  readonly engines: Pick<Engines, 'bus' | 'cache'>
  /** To other services. */
  readonly listening: readonly Listening[]
  readonly settings: PaymentSettings
  readonly surroundings: Surroundings
}) => {
  const { streams, engines, listening, settings, surroundings } = house
  const contract = implement(paymentContract)
  const handle = streams.handlerOf(payment)
  const [hash, limit] = [keyedHash(settings.secret), guessingLimit(engines.cache)]
  const { parked, replay, lagging } = parkedHandlers(engines.bus, listening)

  return contract.router({
    verify: contract.verify.handler(async ({ input: { asked, reference, senderName, message } }) => {
      const paid = readMpesaMessage(message)
      if ('refused' in paid) return { success: false, code: paid.refused }

      const paymentId = hash('code', paid.code)
      const shown = shownBy(asked.actor, senderName, hash)
      const metadata = metadataOf(asked, shown, surroundings.now())
      const personId = asked.actor.kind === 'user' ? asked.actor.userId : paymentId
      try {
        const { state } = await handle(
          paymentStream(paymentId),
          {
            type: 'ClaimPayment',
            paid,
            shown,
            sender: { personId, name: senderName },
            reference,
            tillName: settings.tillName,
            at: metadata.at,
          },
          metadata,
          unbegun(payment),
        )
        const claimed = state as Payment
        return { success: true, amount: claimed.amount, sentence: sentenceOf(claimed) }
      } catch (error) {
        if (error instanceof MessageRefused) return { success: false, code: error.code }
        throw error
      }
    }),

    find: contract.find.handler(async ({ input: { actor, reference, senderName } }) => {
      const shown = shownBy(actor, senderName, hash)
      const keys = keysOf(shown).map(({ key }) => key)
      const row = await limit.guess(keys, (open) => rowOnceShown(house, shown, reference, open))
      if (!row) return null
      const { paymentId, amount, paidAt, claimedAt, usedBy } = row
      return { paymentId, amount, paidAt, claimedAt, usedBy }
    }),

    sentences: contract.sentences.handler(({ input: { paymentIds } }) => told(streams, paymentIds)),

    ofPayer: contract.ofPayer.handler(({ input: { actor } }) => paidBy(house, shownBy(actor, '', hash))),

    sampleMessage: contract.sampleMessage.handler(({ input: { amount, at, seed } }) => {
      const random = createHash('sha256').update(seed).digest()
      return { message: sampleTillMessage({ amount, at, tillName: settings.tillName, random }) }
    }),

    parked: contract.parked.handler(parked),
    replay: contract.replay.handler(replay),
    lagging: contract.lagging.handler(lagging),
    behind: contract.behind.handler(() => streams.projector.behind()),
    damaged: contract.damaged.handler(() => streams.damaged()),
  })
}

type House = { readonly streams: Streams<PaymentEvent>; readonly payments: Collection<PaymentRow> }

/** In the words in which they are kept; of those alone that somebody knows. */
const told = async (streams: Streams<PaymentEvent>, paymentIds: readonly string[]) => {
  const each = await Promise.all(
    paymentIds.map(async (paymentId) => {
      const past = await unlessDamaged(streams.read(paymentStream(paymentId)), [])
      const claimed = fold(payment, past)
      return claimed ? [{ paymentId, sentence: sentenceOf(claimed), senderName: payerIn(past) }] : []
    }),
  )
  return each.flat()
}

/** All that was claimed under these keys, in the words in which it is kept. */
const paidBy = async ({ streams, payments }: House, { keys }: Shown) => {
  const rows = keys.length > 0 ? await Array.fromAsync(everyDocument(payments, { where: { payerKey: [...keys] } })) : []
  const told = rows.map(async ({ paymentId, reference, amount, paidAt, claimedAt }) => {
    const past = await unlessDamaged(streams.read(paymentStream(paymentId)), [])
    const claimed = fold(payment, past)
    return {
      reference,
      senderName: payerIn(past),
      sentence: claimed ? sentenceOf(claimed) : '',
      amount,
      paidAt,
      claimedAt,
    }
  })
  return Promise.all(told)
}

/** As they typed it at the checkout. */
const payerIn = ([first]: readonly PaymentEvent[]): string =>
  first?.type === 'PaymentClaimed' ? first.data.sender.name : ''

/** By which a payment is looked for, the surest first. */
const keysOf = ({ keys, nameKey, formerNameKey }: Shown) => [
  ...keys.map((key) => ({ field: 'payerKey', key })),
  ...[nameKey, formerNameKey].flatMap((key) => (key === null ? [] : [{ field: 'nameKey', key }])),
]

/** Whoever has just paid must not hear that they have not, nor is that a guess, because rows are late. */
const rowOnceShown = async ({ streams, payments }: House, ...asked: Asking): Promise<PaymentRow | null> => {
  const found = await rowOf(payments, ...asked)
  if (found) return found
  await streams.assertShown([paymentsView], 'the payments do not show all that is recorded')
  return rowOf(payments, ...asked)
}

type Asking = readonly [shown: Shown, reference: string, open: readonly string[]]

/** Of what the payer has shown for the reference, an unused one first, newest first; by the `open` keys only. */
const rowOf = async (
  payments: Collection<PaymentRow>,
  ...[shown, reference, open]: Asking
): Promise<PaymentRow | null> => {
  for (const { field, key } of keysOf(shown)) {
    if (!open.includes(key)) continue
    const { documents } = await payments.find({ where: { [field]: key, reference }, limit: 100 })
    const [newest] = documents
    if (newest) return documents.find(({ usedBy }) => usedBy === null) ?? newest
  }
  return null
}

/** Nothing that a visitor could be impersonated with is recorded: the cookie only as its hash. */
const metadataOf = (asked: Asked, shown: Shown, now: string): EventMetadata =>
  metadataFrom({ ...asked, actor: { kind: asked.actor.kind, id: payerFrom(shown).key } }, now)
