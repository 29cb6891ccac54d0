import type { Audited } from '@tuma/contracts/api'
import type { IdentityClient, SecurityEvent } from '@tuma/contracts/services'
import { trackingIdIn } from '@tuma/contracts/vocabulary'
import { getNetwork } from '@tuma/platform/ports'
import {
  alwaysSaying,
  type CountingBuffer,
  type Environment,
  type Log,
  openCountingBuffer,
} from '@tuma/platform/runtime'
import type { Caller } from './policy.ts'
import { answerTo, bodyRefusal } from './refusing.ts'

type Made = {
  /** In the contract's form: `people.changeRole`. */
  readonly call: string
  readonly audited: Audited | undefined
  readonly address: string
  /** Unchecked, as it was sent. */
  readonly input: unknown
}

type Event = SecurityEvent

/**
 * The record of the door, kept by identity: limits and refusals by role of every call, and the calls that the contract
 * marks.
 */
export type Security = {
  /**
   * @param answer the work of the call. @throws what it throws, and `away` where a required record can not be written
   */
  watch<Answered extends { readonly output: unknown }>(
    made: Made,
    caller: Caller,
    answer: () => Promise<Answered>,
  ): Promise<Answered>
  /** Before the call was known. */
  refusedEarly(error: unknown, address: string): void
  close(): Promise<void>
}

export const openSecurity = (options: {
  readonly identity: Pick<IdentityClient, 'recordSecurityEvents'>
  readonly environment: Environment
  readonly log: Log
}): Security => {
  const { identity, environment, log } = options
  const say = alwaysSaying(log)
  const buffer = openCountingBuffer<Event>({
    write: (events) => identity.recordSecurityEvents({ events }),
    say: (row) => say(row, 'security event'),
    now: environment.now,
    onFault: (error) => log.error({ err: error }, 'security events wait'),
  })

  return {
    async watch(made, caller, answer) {
      const answered = await answer().catch(async (error: unknown) => {
        await recordRefused(buffer, made, caller, getCode(error))
        throw error
      })
      await recordAnswered(buffer, made, caller, answered.output)
      return answered
    },
    refusedEarly(error, address) {
      if (getCode(error) !== 'too_many') return
      const by = { accountId: null, role: null, network: getNetwork(address) || null }
      buffer.add({ ...by, kind: 'limit', per: 'minute', what: 'any', about: null, outcome: 'too_many' })
    },
    close: buffer.close,
  }
}

const getCode = (error: unknown): string => answerTo(bodyRefusal(error)).code

const eventBy = ({ user }: Caller, { call, address }: Made, kind: Event['kind'], outcome: string): Event => ({
  kind,
  per: 'minute',
  accountId: user?._id ?? null,
  role: user?.role ?? null,
  network: address || null,
  what: call,
  about: null,
  outcome,
})

const recordAnswered = async (
  buffer: CountingBuffer<Event>,
  made: Made,
  caller: Caller,
  output: unknown,
): Promise<void> => {
  const { audited, input } = made
  if (audited === undefined) return
  const event = eventBy(caller, made, audited, 'done')
  for (const about of idsIn(input) ?? [idIn(input) ?? idIn(output)]) {
    if (audited !== 'personal-data') await buffer.addNow({ ...event, about })
    else if (event.role === 'admin' || showsNationalId(output)) buffer.add({ ...event, about })
    else if (event.role === 'agent') buffer.add({ ...event, per: 'day' })
  }
}

const recordRefused = async (
  buffer: CountingBuffer<Event>,
  made: Made,
  caller: Caller,
  code: string,
): Promise<void> => {
  const { audited, input } = made
  // Without the input's ids, so that a caller who tries one id after the other makes one row.
  if (code === 'not_allowed') buffer.add(eventBy(caller, made, 'refused', code))
  else if (code === 'too_many') buffer.add(eventBy(caller, made, 'limit', code))
  else if (isAct(audited) && caller.user && code !== 'bad_input') {
    // The caller gets the reason of the refusal even if this record fails.
    await buffer.addNow({ ...eventBy(caller, made, audited, code), about: idIn(input) }).catch(() => undefined)
  }
}

const isAct = (audited: Audited | undefined): audited is Exclude<Audited, 'personal-data'> =>
  audited === 'admin-act' || audited === 'export'

const idShape = /^[A-Za-z0-9_-]{1,64}$/

/**
 * The id of the thing that a call is about: an id, a message's or a tracking id, and no name that is sent in its place.
 */
const idIn = (of: unknown): string | null => {
  if (of === null || typeof of !== 'object') return null
  const { id, _id, messageId, trackingId } = of as Record<string, unknown>
  const found = [id, _id, messageId].find((one) => typeof one === 'string' && idShape.test(one)) as string | undefined
  return found ?? (typeof trackingId === 'string' ? trackingIdIn(trackingId) : null)
}

/** The ids of a call about several things; null where it is about one. */
const idsIn = (of: unknown): readonly string[] | null => {
  const { ids } = (of ?? {}) as { ids?: unknown }
  return Array.isArray(ids) ? ids.filter((one) => typeof one === 'string' && idShape.test(one)) : null
}

/** A single parcel; lists are counted by day. */
const showsNationalId = (output: unknown): boolean => {
  const { picker } = (output ?? {}) as { picker?: { pickerNationalId?: string | null } | null }
  return Boolean(picker?.pickerNationalId)
}
