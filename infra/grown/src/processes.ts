import table from '../processes.json' with { type: 'json' }

export type ProcessName = keyof typeof table
type Row = {
  /** Its folder, and what its image is made of. */
  readonly workspace: string
  /** A service is asked with a key of the caller's own, the bff and the remotes by whoever sees them. */
  readonly asks: readonly ProcessName[]
  /** Whose topics it reads. Each service writes one topic, of its own name. */
  readonly hears?: readonly ProcessName[]
  /** What whoever runs it may say. Where it listens, its engines, SECRET and keys come beside. */
  readonly settings: readonly string[]
  /** The same, for nobody else's eyes. */
  readonly secrets: readonly string[]
}

/**
 * The one table of processes: `processes.json`, so that make-secrets reads it where nothing is installed. Grown mode and
 * make-secrets follow from it; docker-compose.yml, the manifests and what each process reads are compared with it
 * (tests/table-of-processes.test.ts).
 */
export const processes = table as Readonly<Record<ProcessName, Row>>
export const processNames = Object.keys(table) as ProcessName[]

const standsIn = (folder: string) => (name: ProcessName) => processes[name].workspace.startsWith(folder)
export const services = processNames.filter(standsIn('services/'))
export const remotes = processNames.filter((name) => name.startsWith('remote-'))
/** `public` of `remote-public`. */
export const getArea = (remote: ProcessName) => remote.slice('remote-'.length)

/** Who asks a process, by the table. */
export const getCallers = (asked: ProcessName) => processNames.filter((name) => processes[name].asks.includes(asked))
