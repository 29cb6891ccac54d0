import { setTimeout as timer } from 'node:timers/promises'
import type { DocumentStore } from '../../ports/document-store.ts'
import type { EventStore } from '../../ports/event-store.ts'
import { EngineAway } from '../../ports/message-bus.ts'
import type { CheckedStore } from '../checked-store.ts'
import type { DomainEvent } from '../events/event.ts'
import type { EventCodec } from '../events/event-codec.ts'
import type { KeyedHash } from '../events/ids.ts'
import type { Lease } from '../following/lease.ts'
import type { Projector } from '../views/projector.ts'
import type { AnyView } from '../views/view.ts'
import type { AnyAuditCheck, AnyAuditSum } from './audit-check.ts'
import { type KnownFinding, openFindings } from './findings.ts'
import { runPass } from './full-pass.ts'
import { isPassDue, openPassRecord, type PassRecord } from './pass-record.ts'

/** What the auditor of a service knows. */
export type Audited = {
  /** ISO instant at which the last full pass ended; null before the first. */
  readonly lastPass: string | null
  /** Milliseconds since then; null before the first. */
  readonly lastPassAgeMs: number | null
  readonly findings: KnownFinding[]
}

/** Resolves after the time, or when the signal aborts. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>

export type AuditorPace = {
  /** The machine's clock, unless a test brings its own. */
  readonly pause?: Pause
  /** How often it looks whether a pass is due (default: each minute). */
  readonly lookEveryMs?: number
  /** How long a row that differs has to become right (default: a minute). */
  readonly suspectMs?: number
  /** Rows of a view that a pass computes again (default 300). */
  readonly maxRowsPerView?: number
}

export type AuditorOptions<Event extends DomainEvent> = {
  readonly events: Pick<EventStore, 'readAll' | 'asLeft' | 'head'>
  readonly documents: DocumentStore
  readonly store: Pick<CheckedStore, 'look' | 'sound' | 'damaged'>
  readonly codec: Pick<EventCodec<Event>, 'decode'>
  readonly views: readonly AnyView<Event>[]
  readonly hash?: KeyedHash | undefined
  readonly projector: Pick<Projector, 'isBehind' | 'getPosition'>
  readonly checks: readonly AnyAuditCheck<Event>[]
  readonly sums: readonly AnyAuditSum<Event>[]
  readonly lease: Lease
  /** ISO instant */
  readonly now: () => string
  readonly onFault: (error: unknown) => void
} & AuditorPace

const afterFaultMs = 60 * 60_000

/**
 * Examines everything that a service stores, once a day and slowly: events, checksums of rows, rows of read models
 * against their replay, and the service's own checks. What differs is a finding, until a full pass no longer finds it.
 * Of several replicas one does it. A store that is not as it was left is examined at once.
 */
export const openAuditor = <Event extends DomainEvent>(options: AuditorOptions<Event>) => {
  const { events, documents, lease, now, onFault, pause = pausing, lookEveryMs = 60_000 } = options
  const findings = openFindings(documents)
  const record = openPassRecord(documents)
  const closing = new AbortController()
  let last: PassRecord | null = null
  let passedSinceStart = false
  let faultEndsAt = Number.NEGATIVE_INFINITY

  const look = async (): Promise<boolean> => {
    last = await record.read()
    await findings.look()
    const isLeftUnsound = events.asLeft === false && !passedSinceStart
    return isLeftUnsound || isPassDue(last, now())
  }
  const pass = async (): Promise<void> => {
    const ending = new AbortController()
    const signal = AbortSignal.any([closing.signal, ending.signal])
    const stopRenewing = lease.keep(() => ending.abort())
    try {
      await runPass({ ...options, pause, findings, record, signal })
      passedSinceStart = true
    } finally {
      stopRenewing()
      await lease.release()
    }
    last = await record.read()
  }
  const passIfDue = async (): Promise<void> => {
    if (performance.now() < faultEndsAt || !(await look())) return
    // Another replica may have ended a pass since the look.
    if ((await lease.take()) && (await look())) await pass()
  }
  const auditForEver = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      await passIfDue().catch((error) => {
        if (error instanceof EngineAway || isAbort(error)) return
        faultEndsAt = performance.now() + afterFaultMs
        onFault(error)
      })
      await pause(lookEveryMs, closing.signal)
    }
  }
  const running = auditForEver()

  return {
    status: (): Audited => {
      const lastPass = last?.passed ?? null
      const lastPassAgeMs = lastPass === null ? null : Date.parse(now()) - Date.parse(lastPass)
      return { lastPass, lastPassAgeMs, findings: [...findings.known()] }
    },
    async close(): Promise<void> {
      closing.abort()
      await running
    },
  }
}

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'

const pausing: Pause = (ms, signal) => timer(ms, undefined, { ref: false, signal }).catch(() => undefined)
