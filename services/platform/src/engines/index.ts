export {
  DiskFull,
  FileDamaged,
  FileTooNew,
  FileTooOld,
  FolderInUse,
  FolderNotWritable,
} from './embedded/cannot-open.ts'
export { logLimitBytes } from './embedded/connection.ts'
export { copyDataFile } from './embedded/copy-data-file.ts'
export { dataFormat } from './embedded/data-format.ts'
export { addErased, type Erased, erasedIn, erasedName, readErased } from './embedded/erased-file.ts'
export { eventsIn, openEventRows } from './embedded/event-rows.ts'
export { lockFolder } from './embedded/folder-lock.ts'
export { type InspectedDocument, type InspectedEvent, inspectFolder } from './embedded/inspection.ts'
export { type EmbeddedOptions, openEmbedded } from './embedded/open-embedded.ts'
export { flushToDisk } from './embedded/private-files.ts'
export { openWriting, type ToWriter, type WriterPort } from './embedded/writing.ts'
export type { BeginThread, Thread } from './embedded/writing-thread.ts'
export {
  type EngineSettings,
  engineSettings,
  keepsFile,
  openEngines,
  openSharedEngines,
  type SharedEngines,
} from './open-engines.ts'
export { withStandIn } from './redis-stand-in.ts'
export { storeMarkCollection } from './store-mark.ts'
