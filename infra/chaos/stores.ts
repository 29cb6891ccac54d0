import { type FerretDb, makeCertificates, startDoubleProcess, startFerretDb } from '@tuma/engines'
import { freePort } from '@tuma/platform/runtime'
import { MongoClient } from 'mongodb'
import { openRelay } from './relay.ts'

/** A store of the product's data, as a process of its own, in which faults can be caused. */
export type Store = {
  readonly name: 'EventStoreDB' | 'MongoDB'
  /** The settings of a process that reaches it at this port. */
  settingsAt(port: number): Readonly<Record<string, string>>
  readonly port: number
  kill(): Promise<void>
  start(): Promise<void>
  freeze(): void
  thaw(): void
  /** Its users get other passwords from the next connection on, until `admit`. */
  refuse(): Promise<void>
  admit(): Promise<void>
  /** An empty store answers in its place. */
  exchange(): Promise<void>
  /** @returns how much was written into the other one in the meantime */
  putBack(): Promise<number>
  /** A copy beside it that begins with its data; for a product that is rebuilt while this one is stopped. */
  copy(): Promise<{ readonly settings: Readonly<Record<string, string>>; close(): Promise<void> }>
  close(): Promise<void>
}

/** gRPC's code. */
const unauthenticated = 16

const openEventStore = async (): Promise<Store> => {
  const port = await freePort()
  const double = await startDoubleProcess(port)
  const settingsAt = (at: number) => ({ EVENTSTORE_URL: `esdb://127.0.0.1:${at}?tls=false` })
  return {
    name: 'EventStoreDB',
    settingsAt,
    port,
    kill: () => double.ask('kill'),
    start: () => double.ask('start'),
    freeze: double.freeze,
    thaw: double.thaw,
    refuse: () => double.ask('refuse', { code: unauthenticated, details: 'Unauthenticated' }),
    admit: () => double.ask('refuse', null),
    exchange: () => double.ask('exchange'),
    putBack: () => double.ask('putBack'),
    copy: async () => ({ settings: settingsAt(await double.ask('copy')), close: () => double.ask('closeCopy') }),
    close: double.close,
  }
}

const passwords = { right: 'chaos-right', changed: 'chaos-changed' }

const changePassword = async (url: string, to: string): Promise<void> => {
  const operator = await new MongoClient(url).connect()
  await operator
    .db('admin')
    .command({ updateUser: 'tuma', pwd: to })
    .finally(() => operator.close())
}

const documentsIn = async (url: string): Promise<number> => {
  const client = await new MongoClient(url).connect()
  const { databases } = await client.db().admin().listDatabases()
  await client.close()
  return databases.filter(({ name }) => name.startsWith('tuma-')).length
}

const openMongoDb = async (): Promise<Store> => {
  const certificates = await makeCertificates()
  const guard = { certificates, password: passwords.right }
  const port = await freePort()
  const own = await startFerretDb(port, guard)
  const settingsAt = (at: number) => ({ MONGODB_URL: own.url.replace(`:${port}/`, `:${at}/`) })
  let other: FerretDb | null = null
  return {
    name: 'MongoDB',
    settingsAt,
    port,
    ...own.process,
    refuse: () => changePassword(own.url, passwords.changed),
    admit: () => changePassword(own.url.replace(passwords.right, passwords.changed), passwords.right),
    async exchange() {
      await own.process.kill()
      other = await startFerretDb(port, guard)
    },
    async putBack() {
      const written = other ? await documentsIn(other.url) : 0
      await other?.close()
      await own.process.start()
      return written
    },
    async copy() {
      const copied = await own.copyAt(await freePort())
      return { settings: { MONGODB_URL: copied.url }, close: copied.close }
    },
    async close() {
      await own.close()
      await certificates.close()
    },
  }
}

const openers = { eventstoredb: openEventStore, mongodb: openMongoDb }
export type StoreKind = keyof typeof openers

/** @throws Error that names the known kinds */
export const toStoreKind = (asked: string): StoreKind => {
  if (asked in openers) return asked as StoreKind
  throw new Error(`There is no store ${asked}: ${Object.keys(openers).join(', ')}`)
}

/** A store, and a line to it for each process by its name: a fault on a line affects that process only. */
export const openStore = async (kind: StoreKind, processes: readonly string[]) => {
  const store = await openers[kind]()
  const lines = new Map(await Promise.all(processes.map(async (name) => [name, await openRelay(store.port)] as const)))
  return {
    ...store,
    lines,
    getSettings: (name: string) => store.settingsAt(lines.get(name)?.port ?? store.port),
    /** Also breaks all connections, because a connection keeps the user that it began with. */
    async refuse(): Promise<void> {
      await store.refuse()
      for (const line of lines.values()) line.breakAll()
    },
    async close(): Promise<void> {
      await Promise.all([...lines.values()].map((line) => line.close()))
      await store.close()
    },
  }
}
export type OpenStore = Awaited<ReturnType<typeof openStore>>
