import type { CommandContext } from '@tuma/contracts/services'
import { assumeNewStream, derivedId, type KeyedHash, type Streams } from '@tuma/platform/event-sourcing'
import type { Environment } from '@tuma/platform/runtime'
import { MessageRefused } from '../domain/message/message-refused.ts'
import { getSentence, type TillPayment } from '../domain/message/mpesa-message.ts'
import { type OurTill, type ReadPasted, readPasted } from '../domain/message/read-pasted.ts'
import { getShillings, type Payment, payerFrom, paymentStream, type Shown } from '../domain/payment.ts'
import { payment } from '../domain/payment-decisions.ts'
import { hashedWords, metadataOfPayer, shownBy } from '../payer.ts'
import type { StoredDomainEvent } from '../stored-events.ts'
import type { ApplyTopUp } from './topping-up.ts'
import type { UnreadMessages } from './unread-messages.ts'

type Deps = {
  readonly streams: Streams<StoredDomainEvent>
  readonly applyTopUp: ApplyTopUp
  readonly till: OurTill
  /** Whether Daraja is set up, so that M-Pesa reports payments. */
  readonly mpesaTells: boolean
  readonly hash: KeyedHash
  readonly environment: Environment
  readonly unread: UnreadMessages
  /** The id of a payment that the payer can top up for a reference. */
  readonly takeFirst: (of: { shown: Shown; reference: string; except: string | null }) => Promise<string | null>
}
type Verification = {
  readonly asked: CommandContext
  readonly reference: string
  readonly senderName: string
  readonly message: string
  /** Pours it into their open payment for this reference, where there is one. */
  readonly adds?: boolean | undefined
}

/** Turns a pasted payment to our till into a payment of its payer, and says what the rest of the text is. */
export const verifyingMessages = (deps: Deps) => {
  const { streams, applyTopUp, till, mpesaTells, hash, environment, unread, takeFirst } = deps
  const handle = streams.getHandler(payment)

  const claim = async (paid: TillPayment, { asked, reference, senderName, adds }: Verification) => {
    const paymentId = hash('code', paid.code)
    const shown = shownBy(asked.actor, senderName, hash)
    const metadata = metadataOfPayer(asked, payerFrom(shown), environment.now())
    const personId = asked.actor.kind === 'user' ? asked.actor.userId : paymentId
    const whose = { shown, sender: { personId, name: senderName }, senderWords: hashedWords(senderName, hash) }
    const into = adds ? await takeFirst({ shown, reference, except: paymentId }) : null
    const command = {
      ...{ type: 'ClaimPayment' as const, paid, ...whose, reference, tillName: till.name, mpesaTells, at: metadata.at },
      adds: into === null ? null : { into, adding: derivedId('adding', paymentId, asked.commandId) },
    }
    const { state } = await handle(paymentStream(paymentId), command, metadata, assumeNewStream(payment))
    const claimed = state as Payment
    const amount = claimed.addedTo ? await applyTopUp(paymentId) : getShillings(claimed)
    return { success: true as const, amount, sentence: getSentence(claimed) }
  }

  return async (verification: Verification) => {
    const pasted = readPasted(verification.message, till)
    const beside = getBeside(pasted)
    await unread.note(pasted.unread, verification.asked)
    const { read } = pasted
    if ('refused' in read) return { success: false as const, code: read.refused, ...beside }
    try {
      return { ...(await claim(read, verification)), ...beside }
    } catch (error) {
      if (error instanceof MessageRefused) return { success: false as const, code: error.code, ...beside }
      throw error
    }
  }
}

const getBeside = ({ receipt, found }: ReadPasted) => ({
  ...(receipt === null ? {} : { receipt }),
  ...(found.length === 0 ? {} : { found: [...found] }),
})
