import { type CommandContext, getTrace, nameOfActor } from '@tuma/contracts/services'
import { type RefusalCode, Refused } from '@tuma/contracts/vocabulary'
import { type KeyedHash, metadataFrom, type Streams } from '@tuma/platform/event-sourcing'
import type { Engines } from '@tuma/platform/ports'
import type { Environment } from '@tuma/platform/runtime'
import { isReceiptCode } from '../domain/message/mpesa-message.ts'
import type { OurTill } from '../domain/message/read-pasted.ts'
import { type PayerProof, paymentStream } from '../domain/payment.ts'
import { type PaymentCommand, payment } from '../domain/payment-decisions.ts'
import { toProof } from '../payer.ts'
import type { StoredDomainEvent } from '../stored-events.ts'
import { guessingLimit, ofReceipts } from './guessing-limit.ts'

type Typed = { readonly asked: CommandContext; readonly receipt: string; readonly payer: string }
type Claim = {
  /** The names of the two fields in the call. */
  readonly fields: { readonly receipt: string; readonly payer: string }
  /** Refusals that count as a guess. */
  readonly misses: readonly RefusalCode[]
  readonly toCommand: (known: {
    readonly code: string
    readonly proof: PayerProof
    readonly at: string
  }) => PaymentCommand
}

/** Payments to the till whose receipt an agent types, with a fact that only the payer knows. */
export const receiptsOfAgents = (deps: {
  readonly streams: Streams<StoredDomainEvent>
  readonly engines: Pick<Engines, 'limits'>
  readonly hash: KeyedHash
  readonly own: OurTill
  readonly environment: Environment
}) => {
  const { streams, engines, hash, own, environment } = deps
  const handle = streams.getHandler(payment)
  const limit = guessingLimit(engines.limits, ofReceipts)

  /** @throws Refused bad_input, what the command refuses, too_many after five misses in an hour */
  return async ({ asked, receipt, payer }: Typed, { fields, misses, toCommand }: Claim) => {
    const code = receipt.replace(/\s/g, '').toUpperCase()
    if (!isReceiptCode(code)) throw new Refused('bad_input', { field: fields.receipt })
    const proof = toProof(payer, hash, own)
    if (proof.words.length + proof.phoneEnds.length === 0) throw new Refused('bad_input', { field: fields.payer })
    const metadata = metadataFrom({ ...asked, actor: getTrace(asked.actor) }, environment.now())
    const paymentId = hash('code', code)
    const command = toCommand({ code, proof, at: metadata.at })
    let missed: RefusalCode = 'payer_differs'
    const claimed = await limit.guess([nameOfActor(asked.actor)], async () => {
      try {
        await handle(paymentStream(paymentId), command, metadata)
        return { paymentId }
      } catch (error) {
        if (!(error instanceof Refused) || !misses.includes(error.code)) throw error
        missed = error.code
        return null
      }
    })
    if (!claimed) throw new Refused(missed)
    return claimed
  }
}
