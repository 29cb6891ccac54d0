import type { ProcessEngines } from '../ports/engines.ts'
import type { Log } from './log.ts'

/** Why nothing can be stored now, as engines report it; null when it works again. */
export type StorageTrouble = ReturnType<NonNullable<ProcessEngines['trouble']>>

const sentences: Readonly<Record<string, string>> = {
  DiskFull: 'the disk is full: what changes something is refused until there is room again',
  FolderInUse: 'another process holds the data file: what changes something is refused until it lets go',
  FileDamaged: 'the data file is damaged: restore it from a backup',
}

/** For the operator, without a path, because it is also shown at an open address. */
export const describeStorageTrouble = ({ code }: NonNullable<StorageTrouble>): string =>
  sentences[code] ?? "the disk can't be written to: what changes something is refused until it can"

/** Logs one line when it begins and one when it is over, however often a write is tried in between. */
export const logStorageTrouble =
  (log: Log) =>
  (trouble: StorageTrouble): void => {
    if (trouble === null) log.warn('the disk takes writes again')
    else log.error({ err: trouble, reason: trouble.code }, describeStorageTrouble(trouble))
  }
