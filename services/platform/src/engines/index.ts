export type { BackupLog, KeyRow, LoggedCommit } from './embedded/backup-log/backup-log.ts'
export type { LoggedKeys, LoggedRequest } from './embedded/backup-log/logged-requests.ts'
export { openReplay } from './embedded/backup-log/replay-log.ts'
export { eventsIn, openEventRows } from './embedded/events/event-rows.ts'
export {
  DiskFull,
  FileDamaged,
  FileTooNew,
  FileTooOld,
  FolderInUse,
  FolderNotWritable,
} from './embedded/file/cannot-open.ts'
export { logLimitBytes, pageCacheBytes } from './embedded/file/connection.ts'
export { copyDataFile } from './embedded/file/copy-data-file.ts'
export { dataFormat } from './embedded/file/data-format.ts'
export { addErased, type Erased, erasedIn, erasedName, parseErased, readErased } from './embedded/file/erased-file.ts'
export { lockFolder } from './embedded/file/folder-lock.ts'
export { flushToDisk } from './embedded/file/private-files.ts'
export { noSpaceCodes } from './embedded/file/storage-trouble.ts'
export { type InspectedDocument, type InspectedEvent, inspectFolder } from './embedded/inspection.ts'
export { type EmbeddedOptions, type LoggedForBackup, openEmbedded } from './embedded/open-embedded.ts'
export { openWriting, type ToWriter, type WriterPort } from './embedded/writer/writing.ts'
export type { BeginThread, Thread } from './embedded/writer/writing-thread.ts'
export {
  type EngineSettings,
  engineSettings,
  keepsFile,
  openEngines,
  openSharedEngines,
  type SharedEngines,
} from './open-engines.ts'
export { withStandIn } from './redis/redis-stand-in.ts'
export { storeMarkCollection } from './store-mark/store-mark.ts'
