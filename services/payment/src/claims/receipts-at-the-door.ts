import { type CommandContext, getTrace, nameOfActor } from '@tuma/contracts/services'
import { Refused } from '@tuma/contracts/vocabulary'
import { type KeyedHash, metadataFrom, type Streams } from '@tuma/platform/event-sourcing'
import type { Engines } from '@tuma/platform/ports'
import type { Environment } from '@tuma/platform/runtime'
import { isReceiptCode } from '../domain/message/mpesa-message.ts'
import type { OurTill } from '../domain/message/read-pasted.ts'
import { paymentStream } from '../domain/payment.ts'
import { payment } from '../domain/payment-decisions.ts'
import { toProof } from '../payer.ts'
import type { StoredDomainEvent } from '../stored-events.ts'
import { guessingLimit, ofReceipts } from './guessing-limit.ts'

type Receipt = {
  readonly asked: CommandContext
  readonly deliveryId: string
  readonly receipt: string
  readonly payer: string
  readonly due: number
}

/** A payment to the till when a parcel is handed over, as an agent types its receipt. */
export const receiptsAtTheDoor = (deps: {
  readonly streams: Streams<StoredDomainEvent>
  readonly engines: Pick<Engines, 'limits'>
  readonly hash: KeyedHash
  readonly own: OurTill
  readonly environment: Environment
}) => {
  const { streams, engines, hash, own, environment } = deps
  const handle = streams.getHandler(payment)
  const limit = guessingLimit(engines.limits, ofReceipts)

  /** @throws Refused bad_input, payment_used, payer_differs, payment_short, too_many */
  return async ({ asked, deliveryId, receipt, payer, due }: Receipt) => {
    const code = receipt.replace(/\s/g, '').toUpperCase()
    if (!isReceiptCode(code)) throw new Refused('bad_input', { field: 'taken.receipt' })
    const proof = toProof(payer, hash, own)
    if (proof.words.length + proof.phoneEnds.length === 0) throw new Refused('bad_input', { field: 'taken.payer' })
    const metadata = metadataFrom({ ...asked, actor: getTrace(asked.actor) }, environment.now())
    const paymentId = hash('code', code)
    const command = { type: 'TakeAtTheDoor' as const, deliveryId, code, proof, due, at: metadata.at }
    const taken = await limit.guess([nameOfActor(asked.actor)], async () => {
      try {
        await handle(paymentStream(paymentId), command, metadata)
        return { paymentId }
      } catch (error) {
        if (error instanceof Refused && error.code === 'payer_differs') return null
        throw error
      }
    })
    if (!taken) throw new Refused('payer_differs')
    return taken
  }
}
