import { promptAgainAfterMs, Refused } from '@tuma/contracts/vocabulary'
import type { KeyedHash } from '@tuma/platform/event-sourcing'
import { type Collection, everyDocument, getNetwork, getWiderNetwork } from '@tuma/platform/ports'
import type { PromptRow } from '../domain/prompt/prompts-view.ts'
import type { PromptLimits } from '../settings.ts'

const hourMs = 60 * 60 * 1000
/** A prompt is on a phone for a minute, and the same one is refused for longer. */
const openMs = promptAgainAfterMs

const asksStill = ({ state }: PromptRow): boolean => state === 'asked' || state === 'sent' || state === 'unknown'

/** A prompt whose process died before the call to M-Pesa has rung on no phone. */
const isNoCall = ({ state, attemptedAt }: PromptRow): boolean => state === 'lapsed' && attemptedAt === null

type Asking = {
  readonly phoneKey: string
  readonly payerKey: string | null
  readonly isAccount: boolean
  readonly from: AskedFrom
  readonly amount: number
  readonly now: string
}

/**
 * The networks that a prompt is asked from. `widerTimes`: the limit of the wider network, as a multiple of one
 * network's limit.
 */
export type AskedFrom = {
  readonly keys: { readonly networkKey: string | null; readonly widerNetworkKey: string | null }
  readonly widerTimes: number
}
const nowhere: AskedFrom = { keys: { networkKey: null, widerNetworkKey: null }, widerTimes: 1 }

/**
 * IPv6: one stranger may hold a whole /48. IPv4: phones in Kenya share the addresses of a /24.
 * @param address undefined: unknown
 */
export const askedFrom = (address: string | undefined, hash: KeyedHash): AskedFrom => {
  if (address === undefined) return nowhere
  const network = getNetwork(address)
  const widerNetworkKey = hash('wider network', getWiderNetwork(network))
  return { keys: { networkKey: hash('network', network), widerNetworkKey }, widerTimes: network.includes(':') ? 4 : 20 }
}

/** An agent has customers' phones rung: as many in vain as one network may. */
export const askedByAgent = (agentId: string, hash: KeyedHash): AskedFrom => {
  const key = hash('agent who asks', agentId)
  return { keys: { networkKey: key, widerNetworkKey: key }, widerTimes: 1 }
}

/**
 * A prompt rings on a stranger's phone, so only some that come to nothing are allowed an hour, and one at a time. A
 * prompt that was paid does not count, so that payers are never limited.
 * @throws Refused prompt_open, too_many
 */
export const assertMayPrompt = async (
  prompts: Collection<PromptRow>,
  { aPhone, anAccount, anAddress }: PromptLimits,
  { phoneKey, payerKey, isAccount, from, amount, now }: Asking,
): Promise<void> => {
  const before = (ms: number) => new Date(Date.parse(now) - ms).toISOString()
  const ofPhone = await unpaidSince(prompts, { phoneKey }, before(hourMs))
  const justNow = ofPhone.filter(({ askedAt }) => askedAt > before(openMs))
  if (justNow.some((row) => asksStill(row) || row.amount === amount)) {
    const oldest = justNow.map(({ askedAt }) => Date.parse(askedAt)).reduce((one, other) => Math.max(one, other))
    throw new Refused('prompt_open', { retryAfter: secondsUntil(oldest + openMs, now) })
  }
  assertFewer(ofPhone, aPhone, now)
  if (payerKey !== null)
    assertFewer(await unpaidSince(prompts, { payerKey }, before(hourMs)), isAccount ? anAccount : aPhone, now)
  const { networkKey, widerNetworkKey } = from.keys
  if (networkKey !== null) assertFewer(await unpaidSince(prompts, { networkKey }, before(hourMs)), anAddress, now)
  if (widerNetworkKey !== null)
    assertFewer(await unpaidSince(prompts, { widerNetworkKey }, before(hourMs)), from.widerTimes * anAddress, now)
}

/**
 * At the door: one prompt for a parcel at a time, because two phones might both pay, and as many in all as one phone
 * gets in an hour. @throws Refused prompt_open, too_many
 */
export const assertMayAskAgain = (ofParcel: readonly PromptRow[], { aPhone }: PromptLimits, now: string): void => {
  const open = ofParcel.filter(asksStill).map(({ askedAt }) => Date.parse(askedAt) + openMs)
  const until = Math.max(0, ...open)
  if (until > Date.parse(now)) throw new Refused('prompt_open', { retryAfter: secondsUntil(until, now) })
  if (aPhone !== 0 && ofParcel.length >= aPhone) throw new Refused('too_many')
}

/**
 * Cash of an agent: one prompt of a drawer at a time, because two phones might both pay the same cash, and some an hour
 * that come to nothing. @throws Refused prompt_open, too_many
 */
export const assertMayPayIn = async (
  prompts: Collection<PromptRow>,
  { anAccount }: PromptLimits,
  { drawer, now }: { readonly drawer: string; readonly now: string },
): Promise<void> => {
  const ofDrawer = await unpaidSince(prompts, { drawer }, new Date(Date.parse(now) - hourMs).toISOString())
  const open = ofDrawer.filter(asksStill).map(({ askedAt }) => Date.parse(askedAt) + openMs)
  const until = Math.max(0, ...open)
  if (until > Date.parse(now)) throw new Refused('prompt_open', { retryAfter: secondsUntil(until, now) })
  assertFewer(ofDrawer, anAccount, now)
}

const unpaidSince = async (
  prompts: Collection<PromptRow>,
  where: { readonly [field: string]: string },
  from: string,
): Promise<PromptRow[]> => {
  const rows = await Array.fromAsync(everyDocument(prompts, { where, between: { from } }))
  return rows.filter((row) => row.state !== 'paid' && row.state !== 'arrived' && !isNoCall(row))
}

/** @param max 0: any number */
const assertFewer = (rows: readonly PromptRow[], max: number, now: string): void => {
  if (max === 0 || rows.length < max) return
  const oldest = rows.map(({ askedAt }) => Date.parse(askedAt)).reduce((one, other) => Math.min(one, other))
  throw new Refused('too_many', { retryAfter: secondsUntil(oldest + hourMs, now) })
}

const secondsUntil = (at: number, now: string): number => Math.max(1, Math.ceil((at - Date.parse(now)) / 1000))
