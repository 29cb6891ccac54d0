import type { Documents } from './documents.ts'

export type Events = { append: (into: Documents) => void }
