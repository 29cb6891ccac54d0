import { createHmac, createSecretKey } from 'node:crypto'
import { nameOfActor } from '@tuma/contracts/services'
import { Refused } from '@tuma/contracts/vocabulary'
import { isRefusal } from '@tuma/platform/event-sourcing'
import type { Cache } from '@tuma/platform/ports'
import type { Arrival } from './arrival.ts'
import type { Caller } from './policy.ts'

const dayMs = 24 * 60 * 60 * 1000
/**
 * The number of places for keys in the cache, so that callers can not fill it: a newer key may replace an older one.
 */
const placesOfStrangers = 4096
const placesOfAccount = 64
const secretFields = ['password', 'code']

/**
 * Makes one `Idempotency-Key` one command, whichever paths it is sent to. A stream knows only the keys of its own
 * commands, so without this two steps of two parcels with one key were both done.
 */
export type AsOneCommand = <Answer>(
  arrival: Arrival,
  caller: Caller,
  /** The input of the call. Read only where it is part of what must be equal. */
  input: () => unknown,
  command: () => Promise<Answer>,
) => Promise<Answer>

/**
 * @throws from the command, where this caller's key was another command in the last day: key_used on another path,
 * key_reused on the same path with other details
 */
export const asOneCommand = (cache: Pick<Cache, 'get' | 'set'>, secret: string): AsOneCommand => {
  const secretKey = createSecretKey(secret, 'utf8')
  const hash = (parts: readonly unknown[]) =>
    createHmac('sha256', secretKey).update(JSON.stringify(parts, withoutSecrets)).digest()
  /** By key, while its command is running. */
  const underWay = new Map<string, { readonly request: string; count: number }>()

  const assertSame = (key: string, request: string, kept: string | null): void => {
    const [keyBefore, requestBefore] = kept?.split(' ') ?? []
    const others = [underWay.get(key)?.request, keyBefore === key ? requestBefore : undefined]
    for (const other of others) {
      if (other === undefined || other === request) continue
      throw new Refused(callIn(other) === callIn(request) ? 'key_reused' : 'key_used')
    }
  }
  const begin = (key: string, request: string): (() => void) => {
    const one = underWay.get(key) ?? { request, count: 0 }
    underWay.set(key, one)
    one.count += 1
    return () => {
      one.count -= 1
      if (one.count === 0) underWay.delete(key)
    }
  }

  /** `key`: the key of this caller; `request`: its call and body; `place`: where both are kept. */
  const identify = (
    { method, path, address }: Arrival,
    { user, actor }: Caller,
    given: string,
    input: () => unknown,
  ) => {
    const nameless = actor.kind === 'visitor' && actor.visitorId === null
    const digest = hash(['key', nameOfActor(actor), nameless ? address : null, given])
    // Strangers without cookies share their network's name, so their streams compare the input instead.
    const request = [[method, path], user ? input() : null].map((part) => hash([part]).toString('base64url')).join('.')
    const place = user
      ? `command of ${user._id} ${digest.readUInt32BE() % placesOfAccount}`
      : `command of a stranger ${digest.readUInt32BE() % placesOfStrangers}`
    return { key: digest.toString('base64url'), request, place }
  }

  return async (arrival, caller, input, command) => {
    const given = arrival.headers.get('idempotency-key')
    if (!given || arrival.method === 'GET') return command()
    const { key, request, place } = identify(arrival, caller, given, input)
    assertSame(key, request, await cache.get(place))
    const end = begin(key, request)
    const keep = () => cache.set(place, `${key} ${request}`, dayMs)
    try {
      const answer = await command()
      await keep()
      return answer
    } catch (error) {
      // A refused command was not done. After a fault it may have been done.
      if (!isRefusal(error)) await keep()
      throw error
    } finally {
      end()
    }
  }
}

/** The hash of method and path. */
const callIn = (request: string): string | undefined => request.split('.')[0]

const withoutSecrets = (name: string, value: unknown): unknown => (secretFields.includes(name) ? undefined : value)
