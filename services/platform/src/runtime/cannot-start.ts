import { existsSync } from 'node:fs'
import { DeclaredDifferently } from '../ports/document-store.ts'
import { EngineAway } from '../ports/message-bus.ts'

/** Why a process cannot start, as one sentence for the operator. */
export class CannotStart extends Error {
  override readonly name = 'CannotStart'
}

/** For commands that must not create a missing folder. */
export const assertFolderIsThere = (DATA_DIR: string): void => {
  if (!existsSync(DATA_DIR)) throw new CannotStart(`There is no folder ${DATA_DIR}: name yours with DATA_DIR.`)
}

type Where = {
  readonly DATA_DIR: string
  /** The address of the listener. */
  readonly HOST?: string
  readonly PORT?: number
  /** The command that starts it: 'npm start'. */
  readonly startedBy?: string
}

/** The error with a sentence on what happened and what to do; an unexpected error stays unchanged. */
export const explainStartError = (error: unknown, where: Where): unknown => {
  // Its message is a sentence already: which engine is away, or which setting it refuses.
  if (error instanceof EngineAway) return new CannotStart(error.message, { cause: error })
  if (error instanceof DeclaredDifferently) return new CannotStart(otherShape(error.collection), { cause: error })
  const sentence = getSentence(getCode(error), where)
  return sentence === null ? error : new CannotStart(sentence, { cause: error })
}

/** A forbidden port and a forbidden file have the same code. */
const getCode = (error: unknown): unknown => {
  if (!(error instanceof Error && 'code' in error)) return null
  const isOfFile = error.code === 'EACCES' && 'syscall' in error && error.syscall !== 'listen'
  return isOfFile ? 'FolderNotWritable' : error.code
}

/** The account that must own the folder; Windows has no number for it. */
const byWhom = (): string => (process.getuid ? ` by user ${process.getuid()}` : '')

const otherShape = (collection: string): string =>
  `The read model ${collection} has another shape here than in the data that stands: give the changed view the next version's name.`

const getSentence = (code: unknown, { DATA_DIR, HOST = '', PORT = 0, startedBy }: Where): string | null => {
  const onPort = (port: number) => (startedBy ? `PORT=${port} ${startedBy}` : `PORT=${port}`)
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${PORT} on ${HOST} is taken. Is Tuma running already? Another port: ${onPort(PORT + 1)}`
    case 'EACCES':
      return `Port ${PORT} may not be used by this account. Another port: ${onPort(8080)}`
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine has no address ${HOST}: check HOST.`
    case 'FolderInUse':
      return `${DATA_DIR} is in use by another Tuma. Stop that one, or choose another folder with DATA_DIR.`
    case 'FolderNotWritable':
      return `${DATA_DIR} can't be written to${byWhom()}. Check its permissions, or choose another folder with DATA_DIR.`
    case 'DiskFull':
    case 'ENOSPC':
      return `The disk of ${DATA_DIR} is full. Make room on it and start again; nothing that was recorded is lost.`
    case 'FileTooNew':
      return `${DATA_DIR} was written by a newer version of Tuma. Start that version; nothing has been changed.`
    case 'FileTooOld':
      return `${DATA_DIR} has the data format of an older version of Tuma, which this version can't read. Start with a new folder: set DATA_DIR to another one. Nothing has been changed.`
    case 'FileDamaged':
      return `The data file in ${DATA_DIR} is damaged. Restore the folder from a backup; nothing has been changed.`
    default:
      return null
  }
}
