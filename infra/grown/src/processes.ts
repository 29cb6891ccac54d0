import table from '../processes.json' with { type: 'json' }

export type ProcessName = keyof typeof table
type Row = {
  /** Its folder, from which its image is made. */
  readonly workspace: string
  /**
   * The processes that it calls. A call to a service carries a key of the caller; the bff and the remotes answer any
   * client that reaches them.
   */
  readonly asks: readonly ProcessName[]
  /** Services whose topics it reads. Each service writes one topic, of its own name. */
  readonly hears?: readonly ProcessName[]
  /** Settings that an operator may set. Port, engines, SECRET and keys come beside. */
  readonly settings: readonly string[]
  /** The same, but secret. */
  readonly secrets: readonly string[]
}

/**
 * The one table of processes: `processes.json`, so that make-secrets can read it before anything is installed. The
 * grown form and make-secrets follow from it; docker-compose.yml, the manifests and the settings that each process
 * reads are compared with it (tests/table-of-processes.test.ts).
 */
export const processes = table as Readonly<Record<ProcessName, Row>>
export const processNames = Object.keys(table) as ProcessName[]

const isInFolder = (folder: string) => (name: ProcessName) => processes[name].workspace.startsWith(folder)
export const services = processNames.filter(isInFolder('services/'))
export const remotes = processNames.filter((name) => name.startsWith('remote-'))
/** `public` of `remote-public`. */
export const getArea = (remote: ProcessName) => remote.slice('remote-'.length)

/** The callers of a process, by the table. */
export const getCallers = (asked: ProcessName) => processNames.filter((name) => processes[name].asks.includes(asked))
