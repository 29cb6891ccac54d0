import type { Asked } from '@tuma/contracts/services'
import type { MpesaRefusal } from '@tuma/contracts/vocabulary'
import { type EventMetadata, type KeyedHash, type Streams, unbegun } from '@tuma/platform/event-sourcing'
import type { Engines } from '@tuma/platform/ports'
import type { Surroundings } from '@tuma/platform/runtime'
import type { ClaimByReceipt } from './domain/claiming-by-receipt.ts'
import { MessageRefused } from './domain/message-refused.ts'
import { paidByCode, sentenceOf } from './domain/mpesa-message.ts'
import { isPayer, type Payment, payerFrom, paymentStream, type Shown, shillingsOf } from './domain/payment.ts'
import { payment } from './domain/payment-decisions.ts'
import { type Prompt, prompt, promptStream } from './domain/prompt.ts'
import { guessingLimit, ofReceipts } from './guessing-limit.ts'
import { hashedWords, metadataOfPayer, proofOf, shownBy } from './payer.ts'
import { promptIn } from './recorded.ts'
import type { StoredDomainEvent } from './stored-events.ts'

type Claim = {
  readonly asked: Asked
  readonly reference: string
  readonly senderName: string
  readonly receipt: string
  /** Words of the payer's name, or their phone or its end. */
  readonly nameOrPhone: string
  /** A prompt of theirs that is paid, nobody knows by which receipt. */
  readonly promptId: string | null
}
type Claimed =
  | { readonly success: true; readonly amount: number; readonly sentence: string }
  | { readonly success: false; readonly code: MpesaRefusal }

/** Payments that are somebody's by their receipt code alone, and what only their payer knows. */
export const claimingReceipts = (house: {
  readonly streams: Streams<StoredDomainEvent>
  readonly engines: Pick<Engines, 'cache'>
  readonly tillName: string
  readonly hash: KeyedHash
  readonly surroundings: Surroundings
}) => {
  const { streams, engines, tillName, hash, surroundings } = house
  const handle = streams.handlerOf(payment)
  const record = streams.recorderOf(prompt)
  const limit = guessingLimit(engines.cache, ofReceipts)

  /** Null for whoever is not its payer, and while it may still be that nobody has paid it. */
  const arrivedOf = async (promptId: string, shown: Shown): Promise<Prompt | null> => {
    const found = await promptIn(streams, promptId)
    const isTheirs = found !== null && isPayer(found.payer, shown)
    return isTheirs && found.state === 'arrived' ? found : null
  }

  const claim = async (command: ClaimByReceipt, code: string, metadata: EventMetadata): Promise<Claimed | null> => {
    try {
      const { state } = await handle(paymentStream(hash('code', code)), command, metadata, unbegun(payment))
      const claimed = state as Payment
      return { success: true, amount: shillingsOf(claimed), sentence: sentenceOf(claimed) }
    } catch (error) {
      if (!(error instanceof MessageRefused)) throw error
      return error.code === 'receipt_unknown' ? null : { success: false, code: error.code }
    }
  }

  /** @throws Refused too_many after five misses in an hour, of the payer or from one address */
  return async ({ asked, reference, senderName, receipt, nameOrPhone, promptId }: Claim): Promise<Claimed> => {
    const code = receipt.trim().toUpperCase()
    const paymentId = hash('code', code)
    const shown = shownBy(asked.actor, senderName, hash)
    const metadata = metadataOfPayer(asked, payerFrom(shown), surroundings.now())
    const { at } = metadata
    const arrived = promptId === null ? null : await arrivedOf(promptId, shown)
    const personId = asked.actor.kind === 'user' ? asked.actor.userId : paymentId
    const command: ClaimByReceipt = {
      ...{ type: 'ClaimByReceipt', shown, reference, at },
      ...{ sender: { personId, name: senderName }, senderWords: hashedWords(senderName, hash) },
      proof: proofOf(arrived?.sender.phone ?? nameOrPhone, hash),
      arrived:
        arrived &&
        paidByCode(code, { amount: arrived.amount, recipient: tillName, paidAt: arrived.sentAt ?? arrived.at }),
    }
    const claimed = await limit.guess(guessersOf(asked, shown, hash), () => claim(command, code, metadata))
    if (!claimed) return { success: false, code: 'receipt_unknown' }
    if (arrived && promptId && claimed.success)
      await record(promptStream(promptId), { type: 'PayPrompt', paymentId, at }, metadata)
    return claimed
  }
}

/** A cookie can be had anew for nothing, an address can not; and whoever has the same name guesses for themselves. */
const guessersOf = ({ network }: Asked, { keys, nameKey }: Shown, hash: KeyedHash): string[] => [
  ...keys,
  ...(nameKey === null ? [] : [nameKey]),
  ...(network === undefined ? [] : [`network:${hash('network', network)}`]),
]
