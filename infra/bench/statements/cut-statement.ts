import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { openProductProcess, type ProductProcess } from '@tuma/chaos/product-process'
import { openEmbedded } from '@tuma/platform/engines'
import { upTo } from '../measuring/http-client.ts'
import { type Books, openTillAdmin, type StatementRow, type TillAdmin } from './till-admin.ts'

const steps = ['upload', 'findings', 'commit', 'taking over'] as const
type Step = (typeof steps)[number]
/** How often the product dies in each step. */
export type Cuts = Readonly<Record<Step, number>>
export const usualCuts: Cuts = { upload: 3, findings: 1, commit: 2, 'taking over': 4 }

type Asked = {
  readonly file: string
  /** As the writer of the file has counted. */
  readonly paidCents: number
  readonly chargeCents: number
  readonly cuts: Cuts
  readonly say: (line: string) => void
}
type Ms = Readonly<Record<Step, number>>

/**
 * A file of the till is sent, compared and imported, while the product dies (`kill -9`) during each of these steps and
 * is started again; its admin then continues from what the list shows. The same is done without a kill, from the same
 * folder.
 * @returns how often it died before the last row was imported
 * @throws Error with the differences from the run without a kill: in the books, in the events, or after the same file
 * is sent again
 */
export const cutStatement = async (asked: Asked): Promise<number> => {
  const room = await mkdtemp(join(tmpdir(), 'tuma-cut-'))
  const [begun = '', uncut = '', cut = ''] = ['begun', 'uncut', 'cut'].map((name) => join(room, name, 'data'))
  try {
    const before = await running(begun, ({ admin }) => settled(admin))
    for (const folder of [uncut, cut]) await cp(begun, folder, { recursive: true })
    const whole = await running(uncut, ({ admin }) => inOnePiece(admin, asked))
    assertAsTheFile(before, whole.books, asked)
    const over = await running(cut, (product) => overCuts(product, asked, whole))
    const [recorded, once] = [await recordedIn(cut), await recordedIn(uncut)]
    assertSame('what is recorded, by stream and kind', once, recorded)
    await running(cut, async ({ admin }) => {
      const { state } = await admin.upload(asked.file)
      if (state !== 'applied') throw new Error(`the same file again is ${state}`)
      await untilBooks(admin, whole.books)
    })
    assertSame('what is recorded after the same file again', recorded, await recordedIn(cut))
    return over
  } finally {
    await rm(room, { recursive: true, force: true })
  }
}

type Product = { admin: TillAdmin; readonly dies: () => Promise<void> }

const running = async <Done>(folder: string, work: (product: Product) => Promise<Done>): Promise<Done> => {
  const settings = { SEED: 'demo', POSTS_PER_MINUTE: '1000000', LOG_LEVEL: 'error' }
  const process: ProductProcess = await openProductProcess(folder, settings, { imports: [] })
  await process.start()
  try {
    const product: Product = {
      admin: await openTillAdmin(process.url),
      async dies() {
        await process.end('SIGKILL')
        await process.start()
        product.admin = await openTillAdmin(process.url)
      },
    }
    return await work(product)
  } finally {
    await process.end('SIGTERM')
  }
}

const timed = async <Done>(work: () => Promise<Done>): Promise<[Done, number]> => {
  const began = performance.now()
  const done = await work()
  return [done, performance.now() - began]
}

const applied = async (admin: TillAdmin): Promise<StatementRow> => {
  for (;;) {
    const [row] = await admin.list()
    if (row?.state === 'applied') return row
    await pause(50)
  }
}

const inOnePiece = async (admin: TillAdmin, { file, say, paidCents }: Asked): Promise<{ books: Books; ms: Ms }> => {
  const was = await admin.books()
  const [{ _id }, upload] = await timed(() => admin.upload(file))
  const [, findings] = await timed(() => admin.findings(_id))
  const [, commit] = await timed(() => admin.commit(_id))
  const [, takingOver] = await timed(() => applied(admin))
  const ms = { upload, findings, commit, 'taking over': takingOver }
  say(`without a cut: ${steps.map((step) => `${step} ${(ms[step] / 1000).toFixed(1)} s`).join(', ')}`)
  const unclaimed = (was.unclaimed ?? 0) - paidCents
  while ((await admin.books()).unclaimed !== unclaimed) await pause(100)
  return { books: await settled(admin), ms }
}

/** The kills of each step one after the other: the step is begun, dies, and is begun again as the list then says. */
const overCuts = async (product: Product, asked: Asked, { books, ms }: { books: Books; ms: Ms }): Promise<number> => {
  const { cuts, say } = asked
  let over = 0
  for (const step of steps)
    for (const _ of upTo(cuts[step])) {
      const at = Math.random() * (step === 'taking over' ? ms[step] / (2 * cuts[step]) : ms[step])
      const row = await cutIn(product, asked, step, at)
      if (row?.state !== 'applied') over += 1
      const shown = row ? `${row.state}, ${row.applied} of ${row.rows} taken over` : 'no statement'
      say(`cut ${(at / 1000).toFixed(2)} s into ${step}: ${shown}`)
    }
  await applied(product.admin)
  await untilBooks(product.admin, books)
  return over
}

const cutIn = async (product: Product, { file }: Asked, step: Step, at: number): Promise<StatementRow | undefined> => {
  const { admin } = product
  const read = step === 'upload' ? undefined : ((await admin.list())[0] ?? (await admin.upload(file)))
  const begin = async () => {
    if (!read) return admin.upload(file)
    return step === 'findings' ? admin.findings(read._id) : admin.commit(read._id)
  }
  const unheard = begin().catch(() => null)
  await pause(at)
  await product.dies()
  await unheard
  return (await product.admin.list())[0]
}

const settled = async (admin: TillAdmin): Promise<Books> => {
  for (let before = await admin.books(); ; ) {
    await pause(2000)
    const now = await admin.books()
    if (isDeepStrictEqual(before, now)) return now
    before = now
  }
}

const patienceMs = 120_000
const untilBooks = async (admin: TillAdmin, expected: Books): Promise<void> => {
  const until = performance.now() + patienceMs
  while (performance.now() < until && !isDeepStrictEqual(await admin.books(), expected)) await pause(100)
  assertSame('the books', expected, await settled(admin))
}

/** The till opened with nothing, so its balance must be the payments less M-Pesa's charges. */
const assertAsTheFile = (before: Books, after: Books, { paidCents, chargeCents }: Asked): void => {
  const rose = (account: string) => (after[account] ?? 0) - (before[account] ?? 0)
  const [till, charges, unclaimed] = [rose('till'), rose('charges'), rose('unclaimed')]
  const expected = [paidCents - chargeCents, chargeCents, -paidCents]
  assertSame('what the file says', expected, [till, charges, unclaimed])
}

const servicesOfMoney = ['payment', 'revenue'] as const

/** The count of each event type in each stream. */
const recordedIn = async (folder: string): Promise<ReadonlyMap<string, number>> => {
  const engines = await openEmbedded({ folder })
  const counts = new Map<string, number>()
  try {
    for (const service of servicesOfMoney) {
      const { events } = engines.of(service)
      for (let page = await events.readAll(null, 5000); page.length > 0; ) {
        for (const { stream, type } of page) {
          const of = `${service} ${stream} ${type}`
          counts.set(of, (counts.get(of) ?? 0) + 1)
        }
        page = await events.readAll(page.at(-1)?.position ?? null, 5000)
      }
    }
  } finally {
    await engines.close()
  }
  return counts
}

const assertSame = (what: string, expected: unknown, found: unknown): void => {
  if (isDeepStrictEqual(expected, found)) return
  throw new Error(`${what}: ${shown(expected, found)}`)
}

const shown = (expected: unknown, found: unknown): string => {
  if (!(expected instanceof Map && found instanceof Map))
    return `${JSON.stringify(found)}, not ${JSON.stringify(expected)}`
  const names = new Set([...expected.keys(), ...found.keys()])
  const other = [...names].filter((name) => expected.get(name) !== found.get(name))
  const few = other.slice(0, 5).map((name) => `${name} ${found.get(name) ?? 0}, not ${expected.get(name) ?? 0}`)
  return `${other.length} are not the same: ${few.join('; ')}`
}
