import { type RequestHandler, Router } from 'express'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Follower } from '../event-sourcing/following/follower.ts'
import type { Listening } from '../event-sourcing/following/reactor.ts'
import { type ProcessEngines, sharedEngines } from '../ports/engines.ts'
import type { CallOutcome } from './transport.ts'

export type Metrics = {
  /** Measures every request, and answers `GET /metrics`. */
  readonly handler: RequestHandler
  /** Counts a call of the service's contract. */
  called(path: readonly string[], outcome: CallOutcome): void
  follow(followers: readonly Follower[], listening?: readonly Listening[]): void
  /** Whether this process's own storage can be trusted, and which shared engines it can use. */
  watch(engines: Pick<ProcessEngines, 'healthy' | 'degraded' | 'examined'>): void
  /** How long ago the oldest commit was made that is not in the backup, in seconds. */
  watchBackup(behindSeconds: () => number): void
}

/** The metrics of a process for Prometheus. Labels are calls and codes, never ids. */
export const openMetrics = (process: string): Metrics => {
  const register = new Registry()
  register.setDefaultLabels({ process })
  collectDefaultMetrics({ register })
  const seconds = new Histogram({
    name: 'tuma_http_request_duration_seconds',
    help: 'From the first byte asked to the last byte answered.',
    labelNames: ['method', 'status'],
    registers: [register],
  })
  const calls = new Counter({
    name: 'tuma_calls_total',
    help: "Calls of the service's contract and what became of them.",
    labelNames: ['call', 'outcome'],
    registers: [register],
  })
  const handler = Router()
  handler.get('/metrics', async (_request, response) => {
    response.type(register.contentType).send(await register.metrics())
  })
  handler.use((request, response, next) => {
    const stop = seconds.startTimer({ method: request.method })
    response.once('close', () => stop({ status: response.statusCode }))
    next()
  })

  return {
    handler,
    called: (path, outcome) => calls.inc({ call: path.join('.'), outcome }),
    watch: (engines) => watchEngines(register, engines),
    watchBackup(behindSeconds) {
      new Gauge({
        name: 'tuma_backup_behind_seconds',
        help: 'Age of the oldest record that is not at the place of the backup; 0 while all are.',
        registers: [register],
        collect() {
          this.set(behindSeconds())
        },
      })
    },
    follow(followers, listening = []) {
      followLag(register, listening)
      new Gauge({
        name: 'tuma_followers_standing_still',
        help: 'Projectors, publishers and the like that have a fault and try again.',
        registers: [register],
        collect() {
          this.set(followers.filter((follower) => follower.fault() !== null).length)
        },
      })
      new Gauge({
        name: 'tuma_views_behind',
        help: 'Read models that one event stops, or that are being filled, while the others go on.',
        registers: [register],
        collect() {
          this.set(followers.flatMap((follower) => follower.behind?.() ?? []).length)
        },
      })
      countDamage(register, followers)
      countFindings(register, followers)
      countToldAgain(register, followers)
      countRejectedCallbacks(register, followers)
      measureSpent(register, followers)
    },
  }
}

const watchEngines: (register: Registry, engines: Parameters<Metrics['watch']>[0]) => void = (register, engines) => {
  new Gauge({
    name: 'tuma_storage_healthy',
    help: "1 while this process's own storage keeps what is recorded; 0 with a disk that is full or read-only.",
    registers: [register],
    collect() {
      this.set(engines.healthy() ? 1 : 0)
    },
  })
  new Gauge({
    name: 'tuma_data_file_examined',
    help: '1; 0 while the data file is examined for damage, beside everything else.',
    registers: [register],
    collect() {
      this.set(engines.examined?.() === false ? 0 : 1)
    },
  })
  new Gauge({
    name: 'tuma_engine_degraded',
    help: '1 while a shared engine is away, is not ready or refuses this process; 0 also where it is embedded.',
    labelNames: ['engine'],
    registers: [register],
    collect() {
      const degraded = new Set(engines.degraded().map(({ engine }) => engine))
      for (const engine of sharedEngines) this.set({ engine }, degraded.has(engine) ? 1 : 0)
    },
  })
}

const countDamage = (register: Registry, followers: readonly Follower[]): void => {
  new Gauge({
    name: 'tuma_streams_damaged',
    help: 'Streams in which something else stands than what was recorded: to be restored from a backup.',
    registers: [register],
    collect() {
      this.set(followers.flatMap((follower) => follower.damaged?.() ?? []).length)
    },
  })
  new Gauge({
    name: 'tuma_collections_damaged',
    help: 'Read models and other stored documents that differ from what was written: filled again, or to be restored.',
    labelNames: ['service', 'collection', 'state'],
    registers: [register],
    collect() {
      this.reset()
      for (const { service, collection, state } of followers.flatMap((one) => one.damagedCollections?.() ?? []))
        this.set({ service, collection, state }, 1)
    },
  })
}

const countFindings = (register: Registry, followers: readonly Follower[]): void => {
  const readAudits = () => followers.flatMap((follower) => follower.audited?.() ?? [])
  new Gauge({
    name: 'tuma_audit_findings',
    help: 'What the daily audit of all that is stored found to be wrong, by service and kind.',
    labelNames: ['service', 'kind'],
    registers: [register],
    collect() {
      this.reset()
      for (const { service, findings } of readAudits()) for (const { kind } of findings) this.inc({ service, kind })
    },
  })
  new Gauge({
    name: 'tuma_audit_pass_age_seconds',
    help: 'Since the end of the last full audit of a service; missing before the first.',
    labelNames: ['service'],
    registers: [register],
    collect() {
      this.reset()
      for (const { service, lastPassAgeMs } of readAudits())
        if (lastPassAgeMs !== null) this.set({ service }, Math.max(0, Math.round(lastPassAgeMs / 1000)))
    },
  })
}

const countToldAgain = (register: Registry, followers: readonly Follower[]): void => {
  new Gauge({
    name: 'tuma_messages_told_again',
    help: 'How often since the start Kafka had forgotten messages that it had acknowledged, so that they were published again.',
    registers: [register],
    collect() {
      this.set(followers.reduce((sum, follower) => sum + (follower.toldAgain?.() ?? 0), 0))
    },
  })
}

const countRejectedCallbacks = (register: Registry, followers: readonly Follower[]): void => {
  new Gauge({
    name: 'tuma_callbacks_disbelieved',
    help: 'Callbacks since the start that were taken for nothing, by reason: another amount than was asked for, an unknown prompt.',
    labelNames: ['reason'],
    registers: [register],
    collect() {
      for (const follower of followers)
        for (const [reason, times] of Object.entries(follower.rejectedCallbacks?.() ?? {})) this.set({ reason }, times)
    },
  })
}

/** Of several replicas, one reports the day's budget. */
const measureSpent = (register: Registry, followers: readonly Follower[]): void => {
  for (const part of ['spent', 'left'] as const)
    new Gauge({
      name: `tuma_messages_${part}`,
      help:
        part === 'spent'
          ? 'SMS segments and e-mails to unknown addresses that the day has taken, by purse.'
          : 'What a purse may still take today.',
      labelNames: ['purse'],
      registers: [register],
      collect() {
        for (const follower of followers)
          for (const [purse, sums] of Object.entries(follower.spent?.() ?? {})) this.set({ purse }, sums[part])
      },
    })
}

/** By topic and group, which are both names of ours. */
const followLag = (register: Registry, listening: readonly Listening[]): void => {
  const labelNames = ['topic', 'group'] as const
  new Gauge({
    name: 'tuma_group_lag_messages',
    help: 'What others have published and a group has still to handle.',
    labelNames,
    registers: [register],
    collect() {
      for (const { topic, group, messages } of listening.map((one) => one.lag())) this.set({ topic, group }, messages)
    },
  })
  new Gauge({
    name: 'tuma_group_lag_seconds',
    help: 'Age of the oldest message that a group has not handled; 0 where there is none.',
    labelNames,
    registers: [register],
    collect() {
      for (const { topic, group, seconds } of listening.map((one) => one.lag())) this.set({ topic, group }, seconds)
    },
  })
}
