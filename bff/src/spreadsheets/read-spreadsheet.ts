import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable, Writable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { Refused } from '@tuma/contracts/vocabulary'
import { answerTimeoutMs, maxHeapMiB, maxMemoryMiB } from './limits.ts'
import type { FileRefusal } from './refused-file.ts'

/** Rows of one sheet, counted from 0 in the order of the workbook. */
export type SheetRows = { readonly sheet: number; readonly isLast: boolean; readonly rows: readonly string[][] }
/** What the reading process writes, one per line. */
export type Told = SheetRows | { readonly refused: FileRefusal } | { readonly done: true }

export type ReadSpreadsheet = (pieces: AsyncIterable<Uint8Array>, closed: AbortSignal) => AsyncGenerator<SheetRows>

type Options = {
  readonly program?: string
  readonly timeoutMs?: number
  readonly heapMiB?: number
  /** All of its memory, including the heap. */
  readonly memoryMiB?: number
}

const readingProcess = fileURLToPath(new URL('./reading-process.ts', import.meta.url))

/**
 * Reads spreadsheets in a process of its own, which ends with each file, so that its memory is freed and a harmful file
 * ends only that process. Files arrive at the same time, and are read one at a time.
 * @throws Refused statement_too_large, statement_not_readable, statement_password, statement_cut
 */
export const openSpreadsheets = ({
  program = readingProcess,
  timeoutMs = answerTimeoutMs,
  heapMiB = maxHeapMiB,
  memoryMiB = maxMemoryMiB,
}: Options = {}): ReadSpreadsheet => {
  const takeTurn = openTurns()
  return async function* (pieces, closed) {
    const { child, ended } = begin([`--max-old-space-size=${heapMiB}`, program, String(memoryMiB)])
    const end = () => child.kill('SIGKILL')
    closed.addEventListener('abort', end)
    let release = () => {}
    try {
      await feed(child, pieces)
      release = await takeTurn()
      if (closed.aborted) throw new Refused('statement_cut')
      child.stdin.end()
      yield* answers(child, timeoutMs)
      await ended
      if (child.exitCode !== 0) throw new Refused(closed.aborted ? 'statement_cut' : whyEnded(child))
    } finally {
      end()
      release()
      closed.removeEventListener('abort', end)
    }
  }
}

type Reading = ChildProcessByStdio<Writable, Readable, null>

const begin = (command: readonly string[]): { readonly child: Reading; readonly ended: Promise<void> } => {
  const { NODE_COMPILE_CACHE = '' } = process.env
  // It gets none of our settings, because it needs no secret.
  const child = spawn(process.execPath, command, {
    env: { NODE_COMPILE_CACHE },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  const { promise: ended, resolve } = Promise.withResolvers<void>()
  child.once('exit', () => resolve()).on('error', () => resolve())
  // A process that has ended reads no more of the file; its output ends too, and reports the failure.
  child.stdin.on('error', () => undefined)
  return { child, ended }
}

const feed = async ({ stdin }: Reading, pieces: AsyncIterable<Uint8Array>): Promise<void> => {
  for await (const piece of pieces) {
    if (stdin.destroyed) return
    if (!stdin.write(piece)) await drained(stdin)
  }
}

const drained = (stdin: Writable): Promise<void> => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const go = () => {
    stdin.off('drain', go).off('close', go)
    resolve()
  }
  stdin.on('drain', go).on('close', go)
  return promise
}

async function* answers(child: Reading, timeoutMs: number): AsyncGenerator<SheetRows> {
  const lines = getLines(child, timeoutMs)
  for await (const line of lines) {
    const told: Told = JSON.parse(line)
    if ('done' in told) continue
    if ('refused' in told) throw new Refused(told.refused)
    yield told
  }
}

/** The lines as they come; ends the process where the next line takes too long. */
async function* getLines(child: Reading, timeoutMs: number): AsyncGenerator<string> {
  let rest = ''
  child.stdout.setEncoding('utf8')
  const pieces = child.stdout.iterator({ destroyOnReturn: true })
  for (;;) {
    const tooLate = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
    const { value, done } = await pieces.next().finally(() => clearTimeout(tooLate))
    if (done) return
    const parts = (rest + value).split('\n')
    rest = parts.pop() ?? ''
    yield* parts
  }
}

/**
 * A process that was ended for its memory or its time had too much to read; another failure means that the file is not
 * readable.
 */
const whyEnded = ({ exitCode, signalCode }: Reading): FileRefusal =>
  signalCode !== null || exitCode === abortedForMemory ? 'statement_too_large' : 'statement_not_readable'

/** The exit code on systems without signals. */
const abortedForMemory = 134

/** @returns a function that waits for a turn, and returns what ends the turn */
const openTurns = () => {
  let last: Promise<void> = Promise.resolve()
  return async (): Promise<() => void> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    const before = last
    last = before.then(() => promise)
    await before
    return resolve
  }
}
