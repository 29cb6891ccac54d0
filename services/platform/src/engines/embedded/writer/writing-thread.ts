import { dirname } from 'node:path'
import { Worker } from 'node:worker_threads'
import { DeclaredDifferently, DocumentsDamaged, NotUnique } from '../../../ports/document-store.ts'
import { type ExpectedRevision, RevisionConflict } from '../../../ports/event-store.ts'
import { EngineAway } from '../../../ports/message-bus.ts'
import { FolderNotWritable } from '../file/cannot-open.ts'
import { findStorageTrouble, type StorageTrouble } from '../file/storage-trouble.ts'
import type { WriteFailure, WriteInput, WriteName, WriteOutput, WriteRequest } from './writes.ts'
import type { FromWriter, ToWriter, WriterData } from './writing.ts'

/** The writer's thread, as seen from its port. `exit`: it has ended and released the file. */
export type Thread = {
  on(event: 'message', heard: (said: FromWriter) => void): unknown
  on(event: 'error', heard: (error: Error) => void): unknown
  on(event: 'exit', heard: () => void): unknown
  postMessage(said: ToWriter): void
  terminate(): Promise<unknown>
}
export type BeginThread = (data: WriterData) => Thread

/** A worker thread that runs this. */
export const threadRunning =
  (code: URL): BeginThread =>
  (workerData) =>
    new Worker(code, { workerData })

export type WritingThread = {
  /** @throws EngineAway once the thread has ended, else the error of the write */
  write<N extends WriteName>(name: N, input: WriteInput<N>, ahead?: boolean): Promise<WriteOutput<N>>
  alive(): boolean
  /** Why it ends, from the moment at which it refuses writes. */
  trouble(): StorageTrouble | null
  commits(): number
  /** Resolves when it has proved that the disk accepts writes, or has ended. */
  readonly open: Promise<void>
  /** Resolves when it has ended and released the file, with the reason; null when it was closed. */
  readonly ended: Promise<StorageTrouble | null>
  /** Finishes all requested writes. */
  close(): Promise<void>
  /** Ends at once, as in a crash. */
  terminate(): Promise<unknown>
}

type Pending = { resolve(value: unknown): void; reject(error: Error): void }

const ofItsOwn = threadRunning(new URL('./writer-thread.ts', import.meta.url))

/** @param now for the backup log, in milliseconds since 1970 */
export const startThread = (data: WriterData, begin = ofItsOwn, now = Date.now): WritingThread => {
  const folder = dirname(data.path)
  const thread = begin(data)
  const pending = new Map<number, Pending>()
  const open = Promise.withResolvers<void>()
  const ended = Promise.withResolvers<StorageTrouble | null>()
  let lastId = 0
  let commits = 0
  let closing = false
  let gone: { readonly trouble: StorageTrouble | null; readonly reason: string } | null = null

  const stop = (trouble: StorageTrouble | null, reason: string) => {
    gone ??= { trouble, reason }
    for (const { reject } of pending.values()) reject(new EngineAway(gone.reason))
    pending.clear()
    groups.end()
  }
  const groups = openGroups(data.filling ? Infinity : largestGroup, (group) => thread.postMessage(group))
  thread.on('message', (said) => {
    if (said === 'open') return open.resolve()
    commits++
    groups.answered()
    for (const { id, value, failure } of said) {
      if (failure) pending.get(id)?.reject(revive(failure))
      else pending.get(id)?.resolve(value)
      pending.delete(id)
    }
  })
  thread.on('error', (error) => {
    stop(findStorageTrouble(error, folder) ?? new FolderNotWritable(folder, error), `the writer died: ${error.message}`)
  })
  thread.on('exit', () => {
    if (closing) stop(null, 'the store is closed')
    else stop(new FolderNotWritable(folder, new Error('its writer ended')), 'the writer died')
    open.resolve()
    ended.resolve(gone?.trouble ?? null)
  })

  return {
    write<N extends WriteName>(name: N, input: WriteInput<N>, ahead = false) {
      if (gone !== null || closing) return Promise.reject(new EngineAway(gone?.reason ?? 'the store is closed'))
      return new Promise<WriteOutput<N>>((resolve, reject) => {
        const id = ++lastId
        groups.add({ id, name, input, ...(data.log ? { at: now() } : {}) }, ahead)
        pending.set(id, { resolve: resolve as Pending['resolve'], reject })
      })
    },
    alive: () => gone === null,
    trouble: () => gone?.trouble ?? null,
    commits: () => commits,
    open: open.promise,
    ended: ended.promise,
    async close() {
      closing = true
      if (gone === null) {
        groups.sendAll()
        thread.postMessage('close')
      }
      await ended.promise
    },
    terminate: () => thread.terminate(),
  }
}

/**
 * While a file is filled no caller waits for an answer: each page that a batch changes is written once for all of it.
 */
const largestGroup = 1000
/** How long a write with `ahead` waits for the write that it precedes. */
const aheadMs = 20

/**
 * Requests during a commit become the next commit, so that a lone write does not wait and many share one flush.
 * Requests of the same turn are one message between the threads.
 */
const openGroups = (largest: number, send: (group: readonly WriteRequest[]) => void) => {
  const waiting: WriteRequest[] = []
  let isUnderWay = false
  let isDue = false
  /** A write without `ahead` waits. */
  let isAsked = false
  let latest: NodeJS.Timeout | undefined

  const sendNext = (): void => {
    isDue = false
    if (isUnderWay || waiting.length === 0) return
    isUnderWay = true
    isAsked = waiting.length > largest
    clearTimeout(latest)
    latest = undefined
    send(waiting.splice(0, largest))
  }
  const soon = (): void => {
    if (isUnderWay || isDue) return
    isDue = true
    setImmediate(sendNext)
  }
  const ask = (): void => {
    isAsked = true
    soon()
  }
  return {
    /** @param ahead it is written with the next request, or soon when none comes */
    add(request: WriteRequest, ahead: boolean): void {
      waiting.push(request)
      if (ahead) latest ??= setTimeout(ask, aheadMs)
      else ask()
    },
    answered(): void {
      isUnderWay = false
      if (isAsked) soon()
    },
    end: () => clearTimeout(latest),
    /** For the end: sends all waiting requests, in order. */
    sendAll(): void {
      if (waiting.length > 0) send(waiting.splice(0))
    },
  }
}

const revive = ({ name, message, ...fields }: WriteFailure): Error => {
  if (name === 'RevisionConflict') {
    return new RevisionConflict(fields.stream as string, fields.expected as ExpectedRevision)
  }
  if (name === 'NotUnique') return new NotUnique(fields.collection as string, fields.field as string)
  if (name === 'Refused') return new DocumentsDamaged(fields.collection as string)
  if (name === 'DeclaredDifferently') return new DeclaredDifferently(fields.collection as string)
  return new Error(message)
}
