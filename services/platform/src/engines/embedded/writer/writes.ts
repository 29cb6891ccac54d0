import { noteShipped } from '../backup-log/log-table.ts'
import { keepPosition, park, parkBehind, parkReplayed, replay, replayed } from '../bus/group-writes.ts'
import {
  type DocumentBatch,
  declareCollection,
  discardDocuments,
  exchangeCollections,
  forgetCheckpoints,
  forgetDocument,
  reindexCollection,
  writeDocuments,
} from '../documents/document-writes.ts'
import { dropCollection } from '../documents/drop-collection.ts'
import { appendEvents } from '../events/event-writes.ts'
import { makeEventsTable } from '../events/events-table.ts'
import { writeInlineRows } from '../events/inline-writes.ts'

/** Every request to the writer thread. Each runs in a savepoint of its own: a throw undoes only that request. */
export const writes = {
  makeEventsTable,
  appendEvents,
  writeInlineRows,
  declareCollection,
  dropCollection,
  exchangeCollections,
  reindexCollection,
  writeDocuments,
  forgetDocument,
  forgetCheckpoints,
  discardDocuments,
  keepPosition,
  park,
  parkBehind,
  replay,
  replayed,
  parkReplayed,
  noteShipped,
}

const erasing: ReadonlySet<WriteName> = new Set<WriteName>(['forgetDocument', 'dropCollection'])

/** After these the log is emptied before the answer, so that it has no old copy of the erased data. */
export const erases = ({ name, input }: WriteRequest): boolean =>
  erasing.has(name) || (name === 'writeDocuments' && (input as DocumentBatch).erases === true)

export type WriteName = keyof typeof writes
export type WriteInput<N extends WriteName> = Parameters<(typeof writes)[N]>[1]
export type WriteOutput<N extends WriteName> = ReturnType<(typeof writes)[N]>

/** `at`: milliseconds since 1970 at which it was asked for; only for the backup log. */
export type WriteRequest = {
  readonly id: number
  readonly name: WriteName
  readonly input: unknown
  readonly at?: number
}
export type WriteAnswer = { readonly id: number; readonly value?: unknown; readonly failure?: WriteFailure }
/** An error's own fields with its name and message, because its class is lost between threads. */
export type WriteFailure = { readonly name: string; readonly message: string; readonly [field: string]: unknown }
