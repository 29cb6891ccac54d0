import { setTimeout as timer } from 'node:timers/promises'
import {
  type AllStreamRecordedEvent,
  type AllStreamResolvedEvent,
  type AllStreamSubscription,
  type EventStoreDBClient,
  type Position,
  type START,
  streamNameFilter,
} from '@eventstore/db-client'
import type { ReadResp } from '@eventstore/db-client/generated/streams_pb.js'
import { isTooSlow, Silence, silenceMs } from './eventstoredb-away.ts'
import type { Reaching } from './eventstoredb-reach.ts'
import { searchWindow } from './eventstoredb-reading.ts'

const firstPauseMs = 50
const maxPauseMs = 1000

/** A subscription to a service's streams that is opened again whenever it breaks. It never keeps the server waiting. */
export type Connection = {
  /** Resolves when more was told; rejects with what broke the subscription, or kept it from opening. */
  next(): Promise<void>
  /** Resolves `next` though nothing was told. */
  wake(): void
  /** `live`: the server has come to the end of the log, and tells what is appended. */
  state(): 'away' | 'searching' | 'live'
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
  /** In the order in which the server sends it. @param bytes of its data and metadata */
  readonly onEvent: (event: AllStreamRecordedEvent, bytes: number) => void
  /** The server has searched up to there. */
  readonly onCheckpoint: (position: Position) => void
}

export const openConnection = (parts: Parts): Connection => {
  const { reaching } = parts
  const closing = new AbortController()
  const { signal } = closing
  const round = openRound()
  const progress = openProgress(round.resolveSoon)
  let stream: AllStreamSubscription | null = null
  let failureCount = 0

  /** Where a server before 24.2 ends a subscription because we were too slow, nothing is broken: it is opened again at once. */
  const follow = async (): Promise<void> => {
    const opened = subscribe(parts, progress)
    stream = opened
    progress.search()
    const { confirmed, broken } = endsOf(opened)
    try {
      await reaching(() => confirmed)
      failureCount = 0
      progress.told()
      await reaching(() => broken.catch((error) => (isTooSlow(error) ? undefined : Promise.reject(error))))
    } finally {
      progress.away()
      opened.destroy()
      opened.unsubscribe().catch(() => {})
    }
  }
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        await follow()
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
    state: progress.state,
    restart: (cause) => stream?.destroy(cause),
    async close() {
      closing.abort()
      stream?.destroy(new Silence('it is closed'))
      await running
      round.reject(new Silence('it is closed'))
    },
  }
}

type Progress = ReturnType<typeof openProgress>

const openProgress = (onTold: () => void) => {
  let state: ReturnType<Connection['state']> = 'away'
  let quiet: NodeJS.Timeout | undefined
  const turn = (to: typeof state) => {
    clearTimeout(quiet)
    state = to
  }
  const live = () => {
    turn('live')
    onTold()
  }
  return {
    state: () => state,
    live,
    away: () => turn('away'),
    /** A server that is silent for so long has nothing left to search, and does not say so. */
    search() {
      turn('searching')
      quiet = setTimeout(live, silenceMs.call).unref()
    },
    told() {
      if (state === 'searching') quiet?.refresh()
      onTold()
    },
  }
}

const subscribe = ({ client, prefix, from, onEvent, onCheckpoint }: Parts, { live, search, told }: Progress) => {
  const filter = streamNameFilter({
    prefixes: [prefix],
    maxSearchWindow: searchWindow,
    checkpointInterval: 1,
    checkpointReached: async (_, position) => {
      onCheckpoint(position)
      told()
    },
  })
  const stream = client.subscribeToAll({ fromPosition: from(), filter })
  overhear(stream, (event, bytes) => {
    onEvent(event, bytes)
    told()
  })
  return stream.on('caughtUp', live).on('fellBehind', search).resume()
}

/**
 * What is told is taken where the client converts it: events that wait in its buffer would come after a checkpoint that was
 * sent behind them.
 */
const overhear = (stream: AllStreamSubscription, onEvent: Parts['onEvent']): void => {
  const converting = stream as unknown as { convertGrpcEvent(event: ReadResp.ReadEvent): AllStreamResolvedEvent }
  const { convertGrpcEvent } = converting
  converting.convertGrpcEvent = (event) => {
    const resolved = convertGrpcEvent(event)
    const sent = event.getEvent()
    const bytes = sent ? sent.getData_asU8().length + sent.getCustomMetadata_asU8().length : 0
    if (resolved.event) onEvent(resolved.event, bytes)
    return resolved
  }
}

/** `confirmed` rejects when the server did not take the subscription, `broken` with what ended it. */
const endsOf = (stream: AllStreamSubscription) => {
  const confirmed = Promise.withResolvers<void>()
  const broken = Promise.withResolvers<never>()
  // One is awaited after the other.
  for (const { promise } of [confirmed, broken]) promise.catch(() => {})
  const unconfirmed = setTimeout(() => stream.destroy(new Silence('no answer')), silenceMs.call)
  const fail = (error: Error) => {
    clearTimeout(unconfirmed)
    confirmed.reject(error)
    broken.reject(error)
  }
  const end = () => fail(new Silence('it ended the subscription'))
  stream.on('confirmation', () => {
    clearTimeout(unconfirmed)
    confirmed.resolve()
  })
  stream.on('error', fail).on('close', end).on('end', end)
  return { confirmed: confirmed.promise, broken: broken.promise }
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
