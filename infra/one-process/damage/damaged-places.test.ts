import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { CannotStart, openLog } from '@tuma/platform/runtime'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { putDemonstration } from '../api/demonstration.ts'
import { doorstepForm } from '../api/parcels.ts'
import { openTestProduct, type TestProduct } from '../api/test-product.ts'
import { type Answers, askLists, changed, faultsIn, stableCalls } from './answers.ts'
import { choosePlaces, type Place } from './places.ts'

/**
 * One byte of a data folder changes, as on a bad disk: the start is refused, or the damage is named or healed, or the
 * byte was in no use. DAMAGED_PLACES=100 DAMAGE_SEED=20261129 repeats a run with that many places.
 */
const seed = Number(process.env.DAMAGE_SEED ?? new Date().toISOString().slice(0, 10).replaceAll('-', ''))
const count = Number(process.env.DAMAGED_PLACES ?? 7)
const METRICS_TOKEN = 'a-token-of-the-operators-alone'

/** Mulberry32. */
const randomFrom = (start: number) => {
  let state = start
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

let parts: string
const folder = (name: string) => join(parts, name)
const before = new Map<string, { answers: Answers; stable: string[] }>()
let logged: string[] = []

const start = (DATA_DIR: string): Promise<TestProduct> => {
  logged = []
  const log = openLog('warn', { write: (line: string) => void logged.push(line) })
  return openTestProduct({ DATA_DIR, METRICS_TOKEN }, undefined, log)
}
const withProduct = async <T>(DATA_DIR: string, act: (product: TestProduct) => Promise<T>): Promise<T> => {
  const product = await start(DATA_DIR)
  return act(product).finally(() => product.close())
}
const copyOf = async (name: string, as: string): Promise<string> => {
  await rm(folder(as), { recursive: true, force: true })
  await cp(folder(name), folder(as), { recursive: true, preserveTimestamps: true })
  await rm(join(folder(as), 'tuma.lock'), { force: true })
  return folder(as)
}

/** Pages in no use, as after an erasure. */
const makeFreePages = (path: string): void => {
  const file = new DatabaseSync(path)
  file.exec('create table aside (bytes blob)')
  for (let page = 0; page < 3; page += 1) file.exec('insert into aside values (randomblob(30000))')
  file.exec('drop table aside')
  file.close()
}

/** `closed` was closed in order; `killed` has its last commits in the log. */
const prepare = async (): Promise<void> => {
  parts = await mkdtemp(join(tmpdir(), 'tuma-places-'))
  await mkdir(folder('closed'))
  await putDemonstration(folder('closed'))
  await withProduct(folder('closed'), async (product) => {
    for (let sent = 0; sent < 5; sent += 1) await product.stranger().post('/api/doorstep/deliveries', doorstepForm)
    // Longer than a page.
    const numbers = Array.from({ length: 400 }, (_, at) => `07${11_000_000 + at}`)
    const sms = { phoneNumbers: numbers, message: 'Karibu Tuma' }
    const { status } = await (await product.signedIn('admin')).post('/api/admin/send-bulk-sms', sms)
    expect(status).toBe(200)
    await cp(folder('closed'), folder('killed'), { recursive: true })
  })
  makeFreePages(join(folder('closed'), 'tuma.db'))
  for (const name of ['closed', 'killed']) {
    const runs: Answers[] = []
    for (let run = 0; run < 2; run += 1) runs.push(await withProduct(await copyOf(name, 'tried'), askLists))
    const [one, other] = runs as [Answers, Answers]
    before.set(name, { answers: one, stable: stableCalls(one, other) })
  }
}
beforeAll(prepare)
afterAll(() => rm(parts, { recursive: true, force: true }))

const damagePlace = async ({ kind, at }: Place, by: number): Promise<string> => {
  const DATA_DIR = await copyOf(kind === 'log' ? 'killed' : 'closed', 'tried')
  const file = join(DATA_DIR, kind === 'log' ? 'tuma.db-wal' : 'tuma.db')
  const bytes = await readFile(file)
  bytes[at] = (bytes[at] ?? 0) ^ by
  await writeFile(file, bytes)
  return DATA_DIR
}

const getNamed = async (product: TestProduct): Promise<string[]> => {
  const { body } = await product.stranger().get('/readyz')
  type Named = { service: string; stream?: string; collection?: string; state?: string }
  return (body.damaged ?? []).map(({ service, stream, collection, state }: Named) =>
    stream ? `${service} ${stream}` : `${service} ${collection} ${state}`,
  )
}
const isExamined = async (product: TestProduct): Promise<boolean> => {
  const { body } = await product.stranger({ authorization: `Bearer ${METRICS_TOKEN}` }).get('/metrics')
  return /tuma_data_file_examined\{[^}]*\} 1/.test(String(body))
}
/** Until the file is examined and no list is being filled. */
const settle = async (product: TestProduct): Promise<string[]> => {
  for (let tries = 0; ; tries += 1) {
    const named = await getNamed(product)
    if ((await isExamined(product)) && named.every((one) => !one.endsWith(' filling'))) return named
    if (tries > 1200) throw new Error(`not settled: ${named}`)
    await pause(100)
  }
}

/** The folder of this place, started again. */
const stayHealed = (answers: Answers, stable: readonly string[]): Promise<void> =>
  withProduct(folder('tried'), async (product) => {
    const now = await askLists(product)
    expect([...faultsIn(now), ...changed(answers, now, stable)]).toEqual([])
    expect(await settle(product)).toEqual([])
  })

/** What was repaired, as the log says it. */
const getDone = (): string[] =>
  logged.flatMap((line) => {
    const message: string = JSON.parse(line).err?.message ?? ''
    return / is damaged: .*(made again|again from events)$/.test(message) && !message.includes('it fills')
      ? [message]
      : []
  })

type Verdict = { readonly verdict: 'refused' | 'named' | 'healed' | 'unharmed'; readonly what: string }

const tryPlace = async (place: Place, by: number): Promise<Verdict> => {
  const DATA_DIR = await damagePlace(place, by)
  const { answers, stable } = before.get(place.kind === 'log' ? 'killed' : 'closed') as NonNullable<
    ReturnType<typeof before.get>
  >
  const product = await start(DATA_DIR).catch((error: unknown) => error)
  if (product instanceof Error) {
    expect(product).toBeInstanceOf(CannotStart)
    const why = product.cause instanceof Error ? product.cause.message : product.message
    return { verdict: 'refused', what: why.replaceAll(DATA_DIR, 'the folder') }
  }
  const running = product as TestProduct
  let isOpen = true
  const close = () => (isOpen ? running.close() : Promise.resolve()).finally(() => (isOpen = false))
  try {
    const atOnce = await askLists(running)
    expect(faultsIn(atOnce)).toEqual([])
    const named = await settle(running)
    const now = await askLists(running)
    expect(faultsIn(now)).toEqual([])
    const differing = changed(answers, now, stable)
    const done = getDone()
    // What a start reads once is right again with the next start.
    if (named.length > 0 || (differing.length > 0 && done.length === 0)) {
      expect(named, `changed without a word: ${differing}`).not.toEqual([])
      return { verdict: 'named', what: named.join(', ') }
    }
    if (done.length === 0) return { verdict: 'unharmed', what: '' }
    await close()
    await stayHealed(answers, stable)
    return { verdict: 'healed', what: done.join(', ') }
  } finally {
    await close()
  }
}

test('a byte that changes anywhere in the data is refused, named, healed or in no use', {
  timeout: 60 * 60_000,
}, async () => {
  const random = randomFrom(seed)
  const places = choosePlaces(join(folder('closed'), 'tuma.db'), join(folder('killed'), 'tuma.db-wal'), count, random)
  console.log(`seed ${seed}: ${places.length} places, ${before.get('closed')?.stable.length} answers each`)
  const wrong: string[] = []
  for (const place of places) {
    const by = 1 + Math.floor(random() * 255)
    const where = `${place.kind} page ${place.page} byte ${place.at} xor ${by}`
    const { verdict, what } = await tryPlace(place, by).catch((error: Error) => ({
      verdict: 'WRONG',
      what: error.message,
    }))
    console.log(`${where}: ${verdict} ${what}`)
    if (verdict === 'WRONG') wrong.push(`${where}: ${what}`)
  }
  expect(wrong).toEqual([])
})
