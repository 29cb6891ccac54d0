import { type EventEmitter, once } from 'node:events'
import { finished } from 'node:stream/promises'
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
import { changeSignal } from '../embedded/events/change-signal.ts'
import { isInvalidPosition } from '../store-mark/store-mark-eventstoredb.ts'
import { isTooSlow, Silence, silenceMs, within } from './eventstoredb-away.ts'
import type { Reaching } from './eventstoredb-reach.ts'
import { searchWindow } from './eventstoredb-reading.ts'

const firstPauseMs = 50
const maxPauseMs = 1000
/**
 * A server of a cluster may be behind another one, so a position is refused this often before we search the log again.
 */
const maxRefusals = 3

/** A subscription to a service's streams that is opened again whenever it breaks. It never makes the server wait. */
export type Connection = {
  /** Resolves when there is news; rejects with the error that broke the subscription, or prevented it. */
  next(): Promise<void>
  /** Resolves `next` without news. */
  wake(): void
  /** The server has not reached the end of the log yet. */
  isSearching(): boolean
  close(): Promise<void>
}

type Parts = {
  readonly client: EventStoreDBClient
  readonly prefix: string
  readonly reaching: Reaching
  /** The start of the next subscription. */
  readonly from: () => Position | typeof START
  /** In the order of the server. @param bytes of its data and metadata */
  readonly onEvent: (event: AllStreamRecordedEvent, bytes: number) => void
  /** The server has searched up to there. */
  readonly onCheckpoint: (position: Position) => void
  /** The server's log has no record at the start of the subscription. */
  readonly onOtherLog: () => Promise<void>
}

export const openConnection = (parts: Parts): Connection => {
  const { reaching, onOtherLog } = parts
  const closing = new AbortController()
  const { signal } = closing
  const waiting = openWaiting()
  let isSearching = false
  let failureCount = 0
  let refusalCount = 0

  // A server before 24.2 does not report the end: it falls silent there.
  const silence = setTimeout(() => setSearching(false), silenceMs.call).unref()

  const onAnswer = (): void => {
    silence.refresh()
    failureCount = 0
    refusalCount = 0
    waiting.tell()
  }
  const setSearching = (to: boolean): void => {
    isSearching = to
    waiting.tell()
  }
  const follow = async (): Promise<void> => {
    const stream = subscribe(parts, onAnswer)
    stream.on('caughtUp', () => setSearching(false)).on('fellBehind', () => setSearching(true))
    setSearching(true)
    silence.refresh()
    try {
      await untilBroken(stream, signal)
    } finally {
      setSearching(false)
      stream.destroy()
      stream.unsubscribe().catch(() => {})
    }
  }
  const pauseAfter = async (error: unknown): Promise<void> => {
    if (isInvalidPosition(error)) refusalCount += 1
    else waiting.fail(error)
    await timer(Math.min(firstPauseMs * 2 ** failureCount, maxPauseMs), undefined, { ref: false, signal })
    failureCount += 1
    if (refusalCount < maxRefusals) return
    await Promise.race([onOtherLog(), once(signal, 'abort')])
    refusalCount = 0
  }
  const run = async (): Promise<void> => {
    // The close ended the pause, or the log could not be searched: the next round tries again.
    while (!signal.aborted)
      await reaching(follow)
        .catch(pauseAfter)
        .catch(() => {})
  }
  const running = run()
  return {
    next: waiting.next,
    wake: waiting.wake,
    isSearching: () => isSearching,
    async close() {
      closing.abort()
      clearTimeout(silence)
      await running
      waiting.fail(new Silence('it is closed'))
    },
  }
}

/** A signal for many callers, which can be used again. */
const openWaiting = () => {
  const changed = changeSignal()
  let fault: { readonly error: unknown } | null = null
  let isTelling = false
  return {
    async next(): Promise<void> {
      await changed.next()
      if (fault) throw fault.error
    },
    wake: changed.notify,
    /** In the next turn: news of one turn is one batch for the callers. */
    tell(): void {
      if (isTelling) return
      isTelling = true
      setImmediate(() => {
        isTelling = false
        fault = null
        changed.notify()
      })
    },
    fail(error: unknown): void {
      fault = { error }
      changed.notify()
    },
  }
}

const subscribe = ({ client, prefix, from, onEvent, onCheckpoint }: Parts, onAnswer: () => void) => {
  const filter = streamNameFilter({
    prefixes: [prefix],
    maxSearchWindow: searchWindow,
    checkpointInterval: 1,
    checkpointReached: async (_, position) => {
      onCheckpoint(position)
      onAnswer()
    },
  })
  const stream = client.subscribeToAll({ fromPosition: from(), filter })
  overhear(stream, (event, bytes) => {
    onEvent(event, bytes)
    onAnswer()
  })
  // `untilBroken` throws the first error; later ones are ignored.
  return stream.on('error', () => {}).resume()
}

/**
 * Before 24.2 the server may end a subscription because we were too slow, which is no error. @throws the error that
 * broke it
 */
const untilBroken = async (stream: EventEmitter, signal: AbortSignal): Promise<void> => {
  const broken = finished(stream as NodeJS.ReadableStream, { signal }).then(() => {
    throw new Silence('it ended the subscription')
  })
  await within(silenceMs.call, Promise.race([broken, once(stream, 'confirmation')]))
  await broken.catch((error) => {
    if (!isTooSlow(error)) throw error
  })
}

/**
 * Takes events where the client converts them: events that wait in its buffer would come after a checkpoint that was
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
