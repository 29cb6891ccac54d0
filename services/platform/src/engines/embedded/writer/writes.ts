import { keepPosition, park, parkBehind, parkReplayed, replay, replayed } from '../bus/group-writes.ts'
import {
  type DocumentBatch,
  declareCollection,
  discardDocuments,
  dropCollection,
  forgetCheckpoints,
  forgetDocument,
  writeDocuments,
} from '../documents/document-writes.ts'
import { appendEvents } from '../events/event-writes.ts'
import { makeEventsTable } from '../events/events-table.ts'
import { writeInlineRows } from '../events/inline-writes.ts'

/** Everything the writer thread can be asked for. Each runs in a savepoint of its own: a throw undoes it alone. */
export const writes = {
  makeEventsTable,
  appendEvents,
  writeInlineRows,
  declareCollection,
  dropCollection,
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
}

const erasing: ReadonlySet<WriteName> = new Set<WriteName>(['forgetDocument', 'dropCollection'])

/** After these the log is emptied before the answer, so that no old copy of what they erased is left in it. */
export const erases = ({ name, input }: WriteRequest): boolean =>
  erasing.has(name) || (name === 'writeDocuments' && (input as DocumentBatch).erases === true)

export type WriteName = keyof typeof writes
export type WriteInput<N extends WriteName> = Parameters<(typeof writes)[N]>[1]
export type WriteOutput<N extends WriteName> = ReturnType<(typeof writes)[N]>

export type WriteRequest = { readonly id: number; readonly name: WriteName; readonly input: unknown }
export type WriteAnswer = { readonly id: number; readonly value?: unknown; readonly failure?: WriteFailure }
/** An error's own fields with its name and message: its class does not survive the way between threads. */
export type WriteFailure = { readonly name: string; readonly message: string; readonly [field: string]: unknown }
