import type { ProcessEngines } from '../ports/engines.ts'
import type { Log } from './log.ts'

/** Why nothing can be kept just now, as engines say it; null when it can again. */
export type StorageTrouble = ReturnType<NonNullable<ProcessEngines['trouble']>>

const sentences: Readonly<Record<string, string>> = {
  DiskFull: 'the disk is full: what changes something is refused until there is room again',
  FolderInUse: 'another process holds the data file: what changes something is refused until it lets go',
  FileDamaged: 'the data file is damaged: restore it from a backup',
}

/** For who runs the installation, without a path: it is said on an open address too. */
export const storageSentence = ({ code }: NonNullable<StorageTrouble>): string =>
  sentences[code] ?? "the disk can't be written to: what changes something is refused until it can"

/** One line when it begins and one when it is over, however often it is tried in between. */
export const tellTrouble =
  (log: Log) =>
  (trouble: StorageTrouble): void => {
    if (trouble === null) log.warn('the disk takes writes again')
    else log.error({ err: trouble, reason: trouble.code }, storageSentence(trouble))
  }
