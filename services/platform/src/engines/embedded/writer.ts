import { Worker } from 'node:worker_threads'
import { DeclaredDifferently, NotUnique } from '../../ports/document-store.ts'
import { type ExpectedRevision, RevisionConflict } from '../../ports/event-store.ts'
import { EngineAway } from '../../ports/message-bus.ts'
import type { WriteAnswer, WriteFailure, WriteInput, WriteName, WriteOutput } from './writes.ts'

export type Writer = {
  /** Resolves when it is on disk. @throws EngineAway once the writer is gone, else what the write threw */
  write<N extends WriteName>(name: N, input: WriteInput<N>): Promise<WriteOutput<N>>
  healthy(): boolean
  /** How many groups of writes have been committed. */
  commits(): number
  /** Finishes what was asked for. */
  close(): Promise<void>
  readonly thread: Worker
}

type Pending = { resolve(value: unknown): void; reject(error: Error): void }

export const startWriter = (path: string): Writer => {
  const thread = new Worker(new URL('./writer-thread.ts', import.meta.url), { workerData: { path } })
  const pending = new Map<number, Pending>()
  const exited = Promise.withResolvers<void>()
  let lastId = 0
  let commits = 0
  let closing = false
  let gone: string | null = null

  const stop = (reason: string) => {
    gone ??= reason
    for (const { reject } of pending.values()) reject(new EngineAway(gone))
    pending.clear()
  }
  thread.on('message', (answers: WriteAnswer[]) => {
    commits++
    for (const { id, value, failure } of answers) {
      if (failure) pending.get(id)?.reject(revive(failure))
      else pending.get(id)?.resolve(value)
      pending.delete(id)
    }
  })
  thread.on('error', (error: Error) => stop(`the writer died: ${error.message}`))
  thread.on('exit', () => {
    stop(closing ? 'the store is closed' : 'the writer died')
    exited.resolve()
  })

  return {
    write<N extends WriteName>(name: N, input: WriteInput<N>) {
      if (gone !== null || closing) return Promise.reject(new EngineAway(gone ?? 'the store is closed'))
      return new Promise<WriteOutput<N>>((resolve, reject) => {
        const id = ++lastId
        thread.postMessage({ id, name, input })
        pending.set(id, { resolve: resolve as Pending['resolve'], reject })
      })
    },
    healthy: () => gone === null,
    commits: () => commits,
    async close() {
      closing = true
      if (gone === null) thread.postMessage('close')
      await exited.promise
    },
    thread,
  }
}

const revive = ({ name, message, ...fields }: WriteFailure): Error => {
  if (name === 'RevisionConflict') {
    return new RevisionConflict(fields.stream as string, fields.expected as ExpectedRevision)
  }
  if (name === 'NotUnique') return new NotUnique(fields.collection as string, fields.field as string)
  if (name === 'DeclaredDifferently') return new DeclaredDifferently(fields.collection as string)
  return new Error(message)
}
