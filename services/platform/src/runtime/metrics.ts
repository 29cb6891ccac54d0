import { type RequestHandler, Router } from 'express'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Follower } from '../event-sourcing/follower.ts'
import type { EngineHouse } from '../ports/engines.ts'
import type { CallOutcome } from './transport.ts'

export type Metrics = {
  /** Measures every request that comes by, and answers `GET /metrics`. */
  readonly handler: RequestHandler
  /** Counts a call of the service's contract. */
  called(path: readonly string[], outcome: CallOutcome): void
  follow(followers: readonly Follower[]): void
  /** Whether storage can be trusted. */
  watch(engines: Pick<EngineHouse, 'healthy'>): void
}

/** What Prometheus asks a process for. Labels are calls and codes, never ids. */
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
    watch(engines) {
      new Gauge({
        name: 'tuma_storage_healthy',
        help: '1 while what is recorded can be kept; 0 with a disk that is full or read-only, or an engine that is away.',
        registers: [register],
        collect() {
          this.set(engines.healthy() ? 1 : 0)
        },
      })
    },
    follow(followers) {
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
    },
  }
}
