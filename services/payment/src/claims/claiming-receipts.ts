import type { CommandContext } from '@tuma/contracts/services'
import type { MpesaRefusal } from '@tuma/contracts/vocabulary'
import {
  assumeNewStream,
  derivedId,
  type EventMetadata,
  type KeyedHash,
  type Streams,
} from '@tuma/platform/event-sourcing'
import { type Collection, type Engines, getNetwork } from '@tuma/platform/ports'
import type { Environment } from '@tuma/platform/runtime'
import type { ClaimByReceipt } from '../domain/claiming-by-receipt.ts'
import { MessageRefused } from '../domain/message/message-refused.ts'
import { getSentence, paidByCode } from '../domain/message/mpesa-message.ts'
import type { OurTill } from '../domain/message/read-pasted.ts'
import { getShillings, isPayer, type Payment, payerFrom, paymentStream, type Shown } from '../domain/payment.ts'
import { payment } from '../domain/payment-decisions.ts'
import type { PaymentRow } from '../domain/payment-views.ts'
import { type Prompt, prompt, promptStream } from '../domain/prompt/prompt.ts'
import type { Adds } from '../domain/topping-up.ts'
import { hashedWords, metadataOfPayer, shownBy, toProof } from '../payer.ts'
import { promptIn } from '../recorded.ts'
import type { StoredDomainEvent } from '../stored-events.ts'
import { paidFirst } from './claims.ts'
import { guessingLimit, ofReceipts } from './guessing-limit.ts'
import type { ApplyTopUp } from './topping-up.ts'

type Claim = {
  readonly asked: CommandContext
  readonly reference: string
  readonly senderName: string
  readonly receipt: string
  /** Words of the payer's name, or their phone, or how it ends. */
  readonly nameOrPhone: string
  /** A prompt of theirs that is paid by an unknown receipt. */
  readonly promptId: string | null
  /** Pours it into their open payment for this reference, where there is one. */
  readonly adds?: boolean | undefined
  /** Whose misses are counted instead of the payer's; null: the claim is a repeated one, and no guess. */
  readonly guesser?: string | null
}
type Wanted = Pick<Claim, 'reference' | 'adds'> & {
  readonly paymentId: string
  readonly shown: Shown
  readonly commandId: string
}
type Claimed =
  | { readonly success: true; readonly amount: number; readonly sentence: string; readonly paymentId: string }
  | { readonly success: false; readonly code: MpesaRefusal }

/** Claims payments by their receipt code and a fact that only the payer knows. */
export const claimingReceipts = (deps: {
  readonly streams: Streams<StoredDomainEvent>
  readonly payments: Collection<PaymentRow>
  readonly applyTopUp: ApplyTopUp
  readonly engines: Pick<Engines, 'limits'>
  readonly own: OurTill
  readonly hash: KeyedHash
  readonly environment: Environment
}) => {
  const { streams, payments, applyTopUp, engines, own, hash, environment } = deps
  const handle = streams.getHandler(payment)
  const record = streams.createRecorder(prompt)
  const takeFirst = paidFirst({ streams, payments })
  const limit = guessingLimit(engines.limits, ofReceipts)

  /** Null for another person than its payer, and while the prompt may still be unpaid. */
  const readArrived = async (promptId: string, shown: Shown): Promise<Prompt | null> => {
    const found = await promptIn(streams, promptId)
    const isTheirs = found !== null && isPayer(found.payer, shown)
    return isTheirs && found.state === 'arrived' ? found : null
  }

  const claim = async (command: ClaimByReceipt, code: string, metadata: EventMetadata): Promise<Claimed | null> => {
    try {
      const paymentId = hash('code', code)
      const { state } = await handle(paymentStream(paymentId), command, metadata, assumeNewStream(payment))
      const claimed = state as Payment
      const amount = claimed.addedTo ? await applyTopUp(paymentId) : getShillings(claimed)
      return { success: true, amount, sentence: getSentence(claimed), paymentId }
    } catch (error) {
      if (!(error instanceof MessageRefused)) throw error
      return error.code === 'receipt_unknown' ? null : { success: false, code: error.code }
    }
  }

  /** The payment to top up: as the prompt said, or as the claimer says. */
  const readAdds = async (wanted: Wanted, arrived: Prompt | null): Promise<Adds | null> => {
    const { paymentId, shown, reference, adds, commandId } = wanted
    const first = adds && !arrived ? await takeFirst({ shown, reference, except: paymentId }) : null
    const into = arrived ? arrived.adds : first
    return into && into !== paymentId ? { into, adding: derivedId('adding', paymentId, commandId) } : null
  }

  /** Finding nothing is a miss of the guesser. */
  const guessing = ({ guesser, asked }: Claim, shown: Shown, look: () => Promise<Claimed | null>) => {
    if (guesser === null) return look()
    const network = asked.network === undefined ? null : getNetwork(asked.network)
    return limit.guess(guesser === undefined ? toGuessers(shown) : [guesser], look, network)
  }

  /** @throws Refused too_many after five misses in an hour, of the payer or from one address */
  return async (wanted: Claim): Promise<Claimed> => {
    const { asked, reference, senderName, receipt, nameOrPhone, promptId, adds } = wanted
    const code = receipt.replace(/\s/g, '').toUpperCase()
    const paymentId = hash('code', code)
    const shown = shownBy(asked.actor, senderName, hash)
    const metadata = metadataOfPayer(asked, payerFrom(shown), environment.now())
    const { at } = metadata
    const arrived = promptId === null ? null : await readArrived(promptId, shown)
    const personId = asked.actor.kind === 'user' ? asked.actor.userId : paymentId
    const command: ClaimByReceipt = {
      ...{ type: 'ClaimByReceipt', shown, reference, at },
      ...{ sender: { personId, name: senderName }, senderWords: hashedWords(senderName, hash) },
      ...(arrived && { quotedAt: arrived.at }),
      adds: await readAdds({ paymentId, shown, reference, adds, commandId: asked.commandId }, arrived),
      proof: toProof(arrived?.sender.phone ?? nameOrPhone, hash, own),
      arrived:
        arrived &&
        paidByCode(code, { amount: arrived.amount, recipient: own.name, paidAt: arrived.sentAt ?? arrived.at }),
    }
    const claimed = await guessing(wanted, shown, () => claim(command, code, metadata))
    if (!claimed) return { success: false, code: 'receipt_unknown' }
    if (arrived && promptId && claimed.success)
      await record(promptStream(promptId), { type: 'PayPrompt', paymentId, at }, metadata)
    return claimed
  }
}

/** A cookie costs nothing, so the network counts beside the cookies. People of the same name are counted separately. */
const toGuessers = ({ keys, nameKey }: Shown): string[] => [...keys, ...(nameKey === null ? [] : [nameKey])]
