import { type CommandContext, getTrace, nameOfActor } from '@tuma/contracts/services'
import { type RefusalCode, Refused } from '@tuma/contracts/vocabulary'
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
  readonly drawer: string
  readonly receipt: string
  readonly payer: string
}

/** Cash that an agent paid to the till by hand, as the agent types its receipt. */
export const receiptsOfCash = (deps: {
  readonly streams: Streams<StoredDomainEvent>
  readonly engines: Pick<Engines, 'limits'>
  readonly hash: KeyedHash
  readonly own: OurTill
  readonly environment: Environment
}) => {
  const { streams, engines, hash, own, environment } = deps
  const handle = streams.getHandler(payment)
  const limit = guessingLimit(engines.limits, ofReceipts)

  /** @throws Refused bad_input, not_paid_yet, payer_differs, payment_used, too_many after five misses in an hour */
  return async ({ asked, drawer, receipt, payer }: Receipt) => {
    const code = receipt.replace(/\s/g, '').toUpperCase()
    if (!isReceiptCode(code)) throw new Refused('bad_input', { field: 'receipt' })
    const proof = toProof(payer, hash, own)
    if (proof.words.length + proof.phoneEnds.length === 0) throw new Refused('bad_input', { field: 'payer' })
    const metadata = metadataFrom({ ...asked, actor: getTrace(asked.actor) }, environment.now())
    const paymentId = hash('code', code)
    const command = { type: 'ClaimPayIn' as const, drawer, proof, at: metadata.at }
    let missed: RefusalCode = 'not_paid_yet'
    const claimed = await limit.guess([nameOfActor(asked.actor)], async () => {
      try {
        await handle(paymentStream(paymentId), command, metadata)
        return { paymentId }
      } catch (error) {
        if (!(error instanceof Refused) || (error.code !== 'payer_differs' && error.code !== 'not_paid_yet'))
          throw error
        missed = error.code
        return null
      }
    })
    if (!claimed) throw new Refused(missed)
    return claimed
  }
}
