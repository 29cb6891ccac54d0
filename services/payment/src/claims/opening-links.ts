import type { CommandContext } from '@tuma/contracts/services'
import { Refused } from '@tuma/contracts/vocabulary'
import { erased, fold, type KeyedHash, type Streams } from '@tuma/platform/event-sourcing'
import { type Engines, getNetwork } from '@tuma/platform/ports'
import type { Environment } from '@tuma/platform/runtime'
import { getShillings, isUsable, type Payment, payerFrom, paymentStream } from '../domain/payment.ts'
import { payment } from '../domain/payment-decisions.ts'
import { reminderStream } from '../domain/reminder.ts'
import { metadataOfPayer, shownBy } from '../payer.ts'
import { getPast, lastClaimIn } from '../recorded.ts'
import { reminderIn } from '../reminding-payers.ts'
import type { StoredDomainEvent } from '../stored-events.ts'
import { guessingLimit, ofLinks } from './guessing-limit.ts'
import { hashOfKey } from './link-keys.ts'

/** The key for the misses of callers whose address is unknown. */
const noNetwork = 'no network'

type Opening = {
  readonly asked: CommandContext
  readonly key: string
  /** Gives the payment to the caller; otherwise they only learn its amount. */
  readonly take: boolean
}

/**
 * Payments by the link in an SMS: says the amount of one, and books with it in any browser. Names and phones are not
 * returned.
 */
export const openingLinks = (deps: {
  readonly streams: Streams<StoredDomainEvent>
  readonly engines: Pick<Engines, 'limits'>
  readonly hash: KeyedHash
  readonly environment: Environment
}) => {
  const { streams, engines, hash, environment } = deps
  const handle = streams.getHandler(payment)
  const limit = guessingLimit(engines.limits, ofLinks)

  const getPayment = async (key: string): Promise<string | null> => {
    const given = await reminderIn(streams, reminderStream(hashOfKey(hash, key)))
    return given && given.until > environment.now() ? given.paymentId : null
  }

  const take = async (asked: CommandContext, paymentId: string): Promise<Payment> => {
    const claim = lastClaimIn(await getPast(streams, paymentId))
    if (!claim || claim.data.sender.name === erased) throw new Refused('link_invalid')
    const { sender, senderWords, reference } = claim.data
    const quotedAt = claim.data.quotedAt ?? claim.metadata.at
    const shown = shownBy(asked.actor, '', hash)
    const metadata = metadataOfPayer(asked, payerFrom(shown), environment.now())
    const command = { type: 'TakeByLink', shown, sender, senderWords, reference, quotedAt, at: metadata.at } as const
    return (await handle(paymentStream(paymentId), command, metadata)).state as Payment
  }

  /**
   * `amount` in shillings.
   * @throws Refused link_invalid, payment_used, too_many after twenty misses in an hour from one address
   */
  return async ({ asked, key, take: takes }: Opening): Promise<{ reference: string; amount: number }> => {
    const network = asked.network === undefined ? null : getNetwork(asked.network)
    const paymentId = await limit.guess(network === null ? [noNetwork] : [], () => getPayment(key), network)
    if (paymentId === null) throw new Refused('link_invalid')
    const state = takes ? await take(asked, paymentId) : fold(payment, await getPast(streams, paymentId))
    if (!state?.reference || !isUsable(state)) throw new Refused('payment_used')
    return { reference: state.reference, amount: getShillings(state) }
  }
}
