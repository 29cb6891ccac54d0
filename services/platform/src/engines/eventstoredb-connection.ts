import { setTimeout as timer } from 'node:timers/promises'
import type { EventStoreDBClient, Position, START } from '@eventstore/db-client'
import { isTooSlow, type Reaching, Silence, silenceMs } from './eventstoredb-away.ts'
import { openSource, type Source, type SourceListener } from './eventstoredb-source.ts'

const firstPauseMs = 50
const maxPauseMs = 1000
/** A server that is silent for so long has nothing left to search, and does not say so. */
const maxSilenceMs = silenceMs.call

/** A subscription that is opened again whenever it breaks. */
export type Connection = {
  /** Resolves when the listener has been told more; rejects with what broke the subscription, or kept it from opening. */
  next(): Promise<void>
  /** Resolves `next` though nothing was told. */
  wake(): void
  /** The server has not come to the end of the log yet. */
  isSearching(): boolean
  /** The server has come to the end of the log, and tells what is appended. */
  isLive(): boolean
  /** Breaks the subscription: it is opened again from where it begins now. */
  restart(cause: Error): void
  close(): Promise<void>
}

type Parts = {
  readonly client: EventStoreDBClient
  readonly prefix: string
  readonly reaching: Reaching
  /** Where the next subscription begins. */
  readonly from: () => Position | typeof START
  readonly listener: Pick<SourceListener, 'onEvent' | 'onCheckpoint'>
}

/** Where a server before 24.2 ends a subscription because we were too slow, nothing is broken: it is opened again at once. */
export const openConnection = ({ client, prefix, reaching, from, listener }: Parts): Connection => {
  const closing = new AbortController()
  const { signal } = closing
  const round = openRound()
  let source: Source | null = null
  let state: 'away' | 'searching' | 'live' = 'away'
  let failureCount = 0
  let quiet: NodeJS.Timeout | undefined

  const live = () => {
    clearTimeout(quiet)
    state = 'live'
    round.resolveSoon()
  }
  const search = () => {
    clearTimeout(quiet)
    state = 'searching'
    quiet = setTimeout(live, maxSilenceMs).unref()
  }
  const told = () => {
    if (state === 'searching') quiet?.refresh()
    round.resolveSoon()
  }
  const stream = async (): Promise<void> => {
    const opened = openSource(client, prefix, from(), {
      onEvent(event, bytes) {
        listener.onEvent(event, bytes)
        told()
      },
      onCheckpoint(position) {
        listener.onCheckpoint(position)
        told()
      },
      onCaughtUp: live,
      onFellBehind: search,
    })
    source = opened
    search()
    try {
      await reaching(() => opened.confirmed)
      failureCount = 0
      told()
      await reaching(() => opened.broken.catch((error) => (isTooSlow(error) ? undefined : Promise.reject(error))))
    } finally {
      clearTimeout(quiet)
      state = 'away'
      opened.end()
    }
  }
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        await stream()
      } catch (error) {
        round.reject(error)
        const pauseMs = Math.min(firstPauseMs * 2 ** failureCount, maxPauseMs)
        failureCount += 1
        await timer(pauseMs, undefined, { ref: false, signal }).catch(() => undefined)
      }
    }
  }
  const running = run()
  return {
    next: round.next,
    wake: round.resolveSoon,
    isSearching: () => state === 'searching',
    isLive: () => state === 'live',
    restart: (cause) => source?.end(cause),
    async close() {
      closing.abort()
      source?.end(new Silence('it is closed'))
      await running
      round.reject(new Silence('it is closed'))
    },
  }
}

/** What many wait for, again and again. */
const openRound = () => {
  let round = Promise.withResolvers<void>()
  let resolvesSoon = false
  const begin = () => {
    const ended = round
    round = Promise.withResolvers()
    return ended
  }
  return {
    next: () => round.promise,
    /** In the next turn: what comes in one turn is one batch for those who wait. */
    resolveSoon() {
      if (resolvesSoon) return
      resolvesSoon = true
      setImmediate(() => {
        resolvesSoon = false
        begin().resolve()
      })
    },
    reject(error: unknown) {
      const { promise, reject } = begin()
      // There may be none who waits.
      promise.catch(() => undefined)
      reject(error)
    },
  }
}
