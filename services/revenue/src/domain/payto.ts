import { isSamePhone, Refused } from '@tuma/contracts/vocabulary'
import type { Decider, DomainEvent } from '@tuma/platform/domain'

/**
 * The number that an account's money is sent to. It is separate from the phone of the profile, which moves no money.
 */
export const payToStream = (accountId: string): string => `payto-${accountId}`

/** Sealed with the key of the account, so that erasing the person erases it. */
type PayTo = { readonly personId: string; readonly name: string; readonly phone: string }

/** Set by the owner with their password, or by the office with two people. `by` is an account id, `phone` is 254…. */
export type PayToEvent = DomainEvent<
  'PayToSet',
  { readonly accountId: string; readonly payTo: PayTo; readonly by: string; readonly at: string }
>

export type PayToCommand = {
  readonly type: 'SetPayTo'
  readonly accountId: string
  readonly name: string
  readonly phone: string
  /** The number that counts before any other was set: the phone of the registration. */
  readonly registered: string | null
  readonly by: string
  readonly at: string
}

type Set = { readonly phone: string }

const decide = (command: PayToCommand, set: Set | null): PayToEvent[] => {
  const { accountId, name, phone, registered, by, at } = command
  const before = set?.phone ?? registered
  if (before !== null && isSamePhone(before, phone)) return []
  return [{ type: 'PayToSet', data: { accountId, payTo: { personId: accountId, name, phone }, by, at } }]
}

const evolve = (_: Set | null, { data: { payTo } }: PayToEvent): Set => ({ phone: payTo.phone })

export const payTo: Decider<Set | null, PayToCommand, PayToEvent> = { initialState: null, decide, evolve }

const hourMs = 60 * 60_000

/** When the number was changed, and from when on money may go there. ISO instants. */
export type PayeeChange = { readonly changedAt: string; readonly payableFrom: string }

export const changedAt = (at: string, waitHours: number): PayeeChange => ({
  changedAt: at,
  payableFrom: new Date(Date.parse(at) + waitHours * hourMs).toISOString(),
})

/** Whether the number was changed long enough ago for a payout. */
export const isPayable = ({ payableFrom }: PayeeChange, at: string): boolean => payableFrom <= at

/** The refusal with the time of the change, and from when on money may go there. */
export const payeeNew = ({ changedAt, payableFrom }: PayeeChange, at: string): Refused =>
  new Refused('payee_new', {
    hours: Math.floor((Date.parse(at) - Date.parse(changedAt)) / hourMs),
    time: payableFrom,
  })
