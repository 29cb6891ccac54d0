import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { putDemonstration } from '../api/demonstration.ts'
import { doorstepForm } from '../api/parcels.ts'
import { type Answers, askLists, stableCalls } from './answers.ts'
import type { Place } from './places.ts'
import { withProduct } from './running.ts'

export type Before = { readonly answers: Answers; readonly stable: readonly string[] }

/** `closed` was closed in order; `killed` has its last commits in the log. Each lane damages copies of its own. */
export const openFolders = async () => {
  const parts = await mkdtemp(join(tmpdir(), 'tuma-places-'))
  const folder = (name: string) => join(parts, name)
  const copyOf = async (name: 'closed' | 'killed', as: string): Promise<string> => {
    await rm(folder(as), { recursive: true, force: true })
    await cp(folder(name), folder(as), { recursive: true, preserveTimestamps: true })
    await rm(join(folder(as), 'tuma.lock'), { force: true })
    return folder(as)
  }
  await prepare(folder)
  const before = {
    closed: await askTwice(() => copyOf('closed', 'tried')),
    killed: await askTwice(() => copyOf('killed', 'tried')),
  }
  return {
    file: join(folder('closed'), 'tuma.db'),
    log: join(folder('killed'), 'tuma.db-wal'),
    /** A copy for this place, and what its lists answer without damage. */
    async copyFor({ kind }: Pick<Place, 'kind'>, lane: number): Promise<{ folder: string; before: Before }> {
      const name = kind === 'log' ? 'killed' : 'closed'
      return { folder: await copyOf(name, `lane-${lane}`), before: before[name] }
    },
    close: () => rm(parts, { recursive: true, force: true }),
  }
}
export type Folders = Awaited<ReturnType<typeof openFolders>>

const prepare = async (folder: (name: string) => string): Promise<void> => {
  await mkdir(folder('closed'))
  await putDemonstration(folder('closed'))
  await withProduct(folder('closed'), async (product) => {
    for (let sent = 0; sent < 5; sent += 1) await product.stranger().post('/api/doorstep/deliveries', doorstepForm)
    // Longer than a page.
    const numbers = Array.from({ length: 400 }, (_, at) => `07${11_000_000 + at}`)
    const sms = { phoneNumbers: numbers, message: 'Karibu Tuma' }
    const { status } = await (await product.signedIn('admin')).post('/api/admin/send-bulk-sms', sms)
    if (status !== 200) throw new Error(`the long message was answered with ${status}`)
    await cp(folder('closed'), folder('killed'), { recursive: true })
  })
  makeFreePages(join(folder('closed'), 'tuma.db'))
}

/** Pages in no use, as after an erasure. */
const makeFreePages = (path: string): void => {
  const file = new DatabaseSync(path)
  file.exec('create table aside (bytes blob)')
  for (let page = 0; page < 3; page += 1) file.exec('insert into aside values (randomblob(30000))')
  file.exec('drop table aside')
  file.close()
}

const askTwice = async (copy: () => Promise<string>): Promise<Before> => {
  const one = await withProduct(await copy(), askLists)
  const other = await withProduct(await copy(), askLists)
  return { answers: one, stable: stableCalls(one, other) }
}

/** Changes one byte of the file that the place is in. */
export const damagePlace = async (folder: string, { kind, at }: Pick<Place, 'kind' | 'at'>, by: number) => {
  const file = join(folder, kind === 'log' ? 'tuma.db-wal' : 'tuma.db')
  const bytes = await readFile(file)
  bytes[at] = (bytes[at] ?? 0) ^ by
  await writeFile(file, bytes)
}
