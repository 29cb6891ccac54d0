import { createClient } from 'redis'
import type { Cache } from '../../ports/cache.ts'
import type { EngineState } from '../../ports/engines.ts'
import type { LimitCounts } from '../../ports/limit-counts.ts'
import { EngineAway, type EngineMisconfigured } from '../../ports/message-bus.ts'
import { tlsWords } from '../certificate-file.ts'
import { findConnectionFault } from '../connection-check.ts'
import { type EngineNames, toEngineError } from '../engine-faults.ts'
import { clientFor, type OnRefused, oncePerState } from '../refused-by-engine.ts'
import { redisLimits } from './redis-limits.ts'

const patienceMs = 2000

const leaseScript = `
local held = redis.call('get', KEYS[1])
if held and held ~= ARGV[1] then return 0 end
redis.call('set', KEYS[1], ARGV[1], 'px', ARGV[2])
return 1`

const releaseScript = `if redis.call('get', KEYS[1]) == ARGV[1] then redis.call('del', KEYS[1]) end`

/**
 * A cache and counts of limits that several processes share. Resolves also while Redis is away: calls then reject with
 * `EngineAway` within two seconds, and work again once it is back. When Redis refuses us they reject with
 * `EngineMisconfigured`.
 * @param options.url redis://host:port, with user, password and database number if there are any
 * @param options.prefix precedes every key (default `tuma:`)
 * @throws WrongSettings
 */
export const openRedis = async (options: {
  url: string
  prefix?: string
  /** PEM of the authority that signed its certificate, unless a public one did. */
  ca?: string | undefined
  /** For each table of limits, fewer in tests. */
  limitEntries?: number
  onRefused?: OnRefused
}): Promise<{
  readonly cache: Cache
  readonly limits: LimitCounts
  /** For a start. @throws EngineMisconfigured when it is reachable and refuses us */
  assertTaken(): void
  state(): EngineState
  close(): Promise<void>
}> => {
  const client = openClient(options.url, options.prefix ?? 'tuma:', options.ca)
  const told = oncePerState(options.onRefused)
  let refusal: EngineMisconfigured | null = null
  const refuse = (fault: RefusedFault, cause: unknown) => {
    refusal = told.refused(toEngineError(names, fault, cause) as EngineMisconfigured)
  }
  // Each failed call rejects with its own error; only this handler reports why there is no connection.
  client.on('error', (error: Error) => {
    const fault = refusedFault(error)
    if (fault === null) refusal = null
    else refuse(fault, error)
  })
  client.on('ready', () => {
    refusal = null
    told.taken()
  })
  const connected = client.connect().catch(() => {})
  await Promise.race([connected, passed(patienceMs)])
  // A server that demands TLS closes the connection without an answer.
  if (!client.isReady && refusal === null && (await lookAt(options.url)) === 'speaksTls') refuse('speaksTls', null)

  const promptly = async <T>(call: Promise<T>): Promise<T> => {
    try {
      return await Promise.race([call, unanswered()])
    } catch (error) {
      throw refusal ?? toEngineAway(error as Error)
    }
  }
  const runOn = (script: string, keys: readonly string[], ...args: readonly (string | number)[]) =>
    promptly(client.eval(script, { keys: [...keys], arguments: args.map(String) }))
  const run = (script: string, key: string, ...args: readonly (string | number)[]) => runOn(script, [key], ...args)

  const cache: Cache = {
    get: (key) => promptly(client.get(`value ${key}`)),
    async set(key, value, ttlMs) {
      await promptly(client.set(`value ${key}`, value, { expiration: { type: 'PX', value: whole(ttlMs) } }))
    },
    lease: async (key, holder, ttlMs) => (await run(leaseScript, `lease ${key}`, holder, whole(ttlMs))) === 1,
    async release(key, holder) {
      await run(releaseScript, `lease ${key}`, holder)
    },
  }
  return {
    assertTaken() {
      if (refusal !== null) throw refusal
    },
    cache,
    limits: redisLimits(runOn, options.limitEntries),
    // The client reconnects by itself, and pings an idle connection every two seconds.
    state: () => (refusal ? 'refused' : client.isReady ? 'reached' : 'away'),
    async close() {
      if (client.isReady) await Promise.race([client.close().catch(() => {}), passed(patienceMs)])
      if (client.isOpen) client.destroy()
    },
  }
}

const openClient = (url: string, keyPrefix: string, ca: string | undefined) =>
  clientFor('REDIS_URL', () =>
    createClient({
      url,
      keyPrefix,
      disableOfflineQueue: true,
      // A connection that went silent without ending is noticed by its missing answers.
      pingInterval: patienceMs,
      socket: {
        ...(ca === undefined ? {} : { ca }),
        connectTimeout: patienceMs,
        socketTimeout: 3 * patienceMs,
        reconnectStrategy: (tries: number) => Math.min(50 * 2 ** tries, 1000),
      },
    }),
  )

type RefusedFault = 'password' | 'right' | 'certificate' | 'speaksTls' | 'speaksPlain'

const names: EngineNames = {
  engine: 'Redis',
  address: 'REDIS_URL',
  security: 'REDIS_URL and REDIS_CA_FILE',
  turnTlsOn: 'write rediss:// in REDIS_URL',
  turnTlsOff: 'write redis:// in REDIS_URL',
  rights: 'read and write its keys, and run scripts',
}

const refusedFault = ({ message }: Error): RefusedFault | null => {
  if (/^(WRONGPASS|NOAUTH)\b/.test(message)) return 'password'
  if (/^NOPERM\b/.test(message)) return 'right'
  if (/SSL routines|wrong version number/i.test(message)) return 'speaksPlain'
  return tlsWords.test(message) ? 'certificate' : null
}

const lookAt = (url: string) => {
  const { protocol, hostname, port } = new URL(url)
  const endpoint = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port || 6379) }
  return findConnectionFault([endpoint], { tls: protocol === 'rediss:' })
}

/** A cache that cannot serve counts as away, whatever the reason, because all callers must work without it. */
const toEngineAway = (error: Error): EngineAway => new EngineAway(`Redis is away: ${error.message}`, { cause: error })

/** Waits in two halves: while this process is blocked only one of them ends, so that its answers are read before. */
const unanswered = async () => {
  await passed(patienceMs / 2)
  await passed(patienceMs / 2)
  throw new Error('no answer')
}

const passed = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref())
const whole = (ms: number) => Math.max(1, Math.ceil(ms))
