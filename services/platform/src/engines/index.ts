export { FileDamaged, FileTooNew, FolderInUse, FolderNotWritable } from './embedded/cannot-open.ts'
export { type EmbeddedOptions, openEmbedded } from './embedded/open-embedded.ts'
