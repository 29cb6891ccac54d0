export { DiskFull, FileDamaged, FileTooNew, FolderInUse, FolderNotWritable } from './embedded/cannot-open.ts'
export { type EmbeddedOptions, openEmbedded } from './embedded/open-embedded.ts'
export {
  type EngineSettings,
  engineSettings,
  keepsFile,
  openEngines,
  openSharedEngines,
  type SharedEngines,
} from './open-engines.ts'
export { withStandIn } from './redis-stand-in.ts'
