import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as timer } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { openRowSums } from '../../engines/embedded/documents/row-sum.ts'
import { DocumentsDamaged } from '../../ports/document-store.ts'
import type { Engines } from '../../ports/engines.ts'
import type { Recorded } from '../events/event.ts'
import {
  type Added,
  add,
  close,
  damageJar,
  failAtThirteen,
  faults,
  jars,
  jarsFolder,
  open,
  setUpJars,
  sumView,
  usualEngines,
} from '../jar-fixture.ts'
import type { AnyView } from '../views/view.ts'
import type { AuditCheck, AuditSum } from './audit-check.ts'

setUpJars()

const dayMs = 24 * 60 * 60_000
const begin = Date.parse('2026-11-22T06:00:00.000Z')
let clock = begin
const now = () => new Date(clock).toISOString()
const pace = { pause: () => timer(1), lookEveryMs: 1, suspectMs: 1 }

/** The jar may hold no more than 100. */
const full: AuditCheck<Added, number> = {
  name: 'jar_full',
  initial: 0,
  take: (sum, { data }) => sum + data.amount,
  end: (sum) => (sum > 100 ? [{ about: 'all jars', expected: '100', found: String(sum) }] : []),
}
const openAudited = (views: readonly AnyView<Added>[] = [jars], options: Parameters<typeof open>[1] = {}) => {
  clock = begin
  return open(views, { now, audit: pace, checks: [full], ...options })
}
type Opened = Awaited<ReturnType<typeof openAudited>>
/** After the pass at the start, which this store has because it was not left in order. */
const openPassed = async (...how: Parameters<typeof openAudited>): Promise<Opened> => {
  const streams = await openAudited(...how)
  await passed(streams)
  return streams
}

const passed = (streams: Opened, moment = clock) =>
  vi.waitFor(() => expect(Date.parse(streams.audited().lastPass ?? '')).toBeGreaterThanOrEqual(moment), 60_000)
/** A day later, with a full pass. */
const nextPass = async (streams: Opened): Promise<string[]> => {
  await passed(streams)
  clock += dayMs
  await passed(streams)
  return streams.audited().findings.map(({ kind, about, found }) => `${kind} ${about} ${found}`)
}
/** Changes rows as a person with SQL does, who has no key for their checksums. */
const changeByHand = (statement: string): void => inDataFile((database) => runOnce(database, statement))
/** Changes rows as a fault of Tuma itself does, which writes their checksums too. */
const change = (statement: string): void =>
  inDataFile((database) => {
    runOnce(database, statement)
    const rowSum = openRowSums(String(database.prepare('select key from row_key').get()?.key))
    const resum = database.prepare('update "jar/jars-v1" set _sum = ? where _id = ?')
    for (const { _sum, ...row } of database.prepare('select * from "jar/jars-v1"').all())
      resum.run(
        rowSum(
          'jar/jars-v1',
          summed.map((column) => row[column]),
        ),
        String(row._id),
      )
  })
const summed = ['_id', '_version', '_live', '_sort', '_document', 'sum']
const inDataFile = (work: (database: DatabaseSync) => void): void => {
  const database = new DatabaseSync(join(jarsFolder(), 'tuma.db'), { timeout: 60_000 })
  work(database)
  database.close()
}
const runOnce = (database: DatabaseSync, statement: string): void => {
  expect(database.prepare(statement).run().changes).toBe(1)
}
const ten = Array.from({ length: 10 }, (_, n) => `jar-${n + 1}`)

test('10 of 10 rows that were changed by hand are found within one pass', async () => {
  const streams = await openPassed()
  for (const jar of [...ten, 'jar-11']) await add(streams, 3, jar)
  await passed(streams)
  for (const [n, jar] of ten.entries())
    changeByHand(`update "jar/jars-v1" set ${n % 2 === 0 ? 'sum = 4' : "_document = '[2]'"} where _id = '${jar}'`)
  expect((await nextPass(streams)).sort()).toEqual(ten.map((jar) => `row_changed jars-v1 ${jar} null`).sort())
})

test('10 of 10 rows that a fault wrote wrong are found within one pass', async () => {
  const streams = await openPassed()
  for (const jar of [...ten, 'jar-11']) await add(streams, 3, jar)
  const table = '"jar/jars-v1"'
  const ways = [
    'set sum = 4',
    "set _document = '[2]'",
    'set sum = -3',
    'set _document = null',
    'set _version = 4000',
    'set _version = 0',
    'set sum = 300',
    "set _document = '[7]'",
    'set sum = 3.5',
  ]
  for (const [n, way] of ways.entries()) change(`update ${table} ${way} where _id = '${ten[n]}'`)
  change(`delete from ${table} where _id = 'jar-10'`)
  expect((await nextPass(streams)).sort()).toEqual(
    [
      ...['sum', 'events', 'sum', 'row', 'version', 'version', 'sum', 'events', 'sum', 'row'].map(
        (field, n) => `row_differs jars-v1 ${ten[n]} ${field}`,
      ),
    ].sort(),
  )
  expect(faults).toEqual([])
})

test('a row that is right again is no finding after the next pass', async () => {
  const streams = await openPassed()
  await add(streams, 3)
  change('update "jar/jars-v1" set sum = 4')
  await nextPass(streams)
  const [found] = streams.audited().findings
  await nextPass(streams)
  expect(streams.audited().findings).toEqual([{ ...found, lastSeen: expect.not.stringMatching(found?.lastSeen ?? '') }])
  expect(found?.since).toBe(new Date(begin + dayMs).toISOString())
  change('update "jar/jars-v1" set sum = 3')
  expect(await nextPass(streams)).toEqual([])
})

test('rows that change during a pass are no findings', async () => {
  const streams = await openPassed([jars, sumView('cups-v1')])
  await passed(streams)
  clock += dayMs
  for (let n = 0; n < 40; n += 1) await add(streams, 0, ten[n % 10])
  expect(await nextPass(streams)).toEqual([])
})

test('the row of a person who is erased during a pass is no finding', async () => {
  let [isErased, hasBegun] = [false, false]
  /** Ids are of a person; an event whose key is gone has none. */
  const people: AnyView<Added> = {
    ...sumView('jars-v1'),
    getIds: ({ stream }) => (isErased ? [] : [stream]),
    project: (_, { data: { amount } }) => (amount < 0 ? null : { sum: amount, events: 1 }),
  }
  let erase: () => Promise<unknown> = async () => undefined
  const seen: AuditCheck<Added, null> = {
    name: 'seen',
    initial: null,
    take: () => {
      hasBegun = true
      return null
    },
    end: () => [],
  }
  const pause = async () => {
    if (hasBegun && !isErased) await erase()
    await timer(1)
  }
  const streams = await openPassed([people], { audit: { ...pace, pause }, checks: [seen] })
  await add(streams, 3)
  await passed(streams)
  erase = async () => {
    await add(streams, -3)
    isErased = true
  }
  expect(await nextPass(streams)).toEqual([])
  expect(isErased).toBe(true)
})

test('of a large view a part of the rows is looked at each day, and each row within some days', async () => {
  const streams = await openPassed([jars], { audit: { ...pace, maxRowsPerView: 3 } })
  for (const jar of ten) await add(streams, 3, jar)
  for (const jar of ten) change(`update "jar/jars-v1" set sum = 4 where _id = '${jar}'`)
  const first = await nextPass(streams)
  expect(first.length).toBeGreaterThan(0)
  expect(first.length).toBeLessThan(10)
  for (let day = 0; day < 8; day += 1) await nextPass(streams)
  expect(
    streams
      .audited()
      .findings.map(({ about }) => about)
      .sort(),
  ).toEqual(ten.map((jar) => `jars-v1 ${jar}`).sort())
})

test('a row that can not be read ends no pass, and the others are compared', async () => {
  const usual = usualEngines()
  let isDamaged = false
  const collection: typeof usual.documents.collection = async (spec) => {
    const rows = await usual.documents.collection<never>(spec)
    const getVersioned: typeof rows.getVersioned = (id) =>
      isDamaged && id === 'jar-1' ? Promise.reject(new DocumentsDamaged('jars-v1')) : rows.getVersioned(id)
    return { ...rows, getVersioned }
  }
  const streams = await openPassed([jars], { engines: { ...usual, documents: { ...usual.documents, collection } } })
  for (const jar of ['jar-1', 'jar-2']) await add(streams, 3, jar)
  change(`update "jar/jars-v1" set sum = 4 where _id = 'jar-2'`)
  isDamaged = true
  expect(await nextPass(streams)).toEqual(['row_differs jars-v1 jar-2 sum'])
  expect(faults).toEqual([])
})

test('a view that is stopped is not compared, and says itself that it is', async () => {
  const streams = await openPassed([failAtThirteen()])
  await add(streams, 13).catch(() => undefined)
  expect(await nextPass(streams)).toEqual([])
})

test('what breaks a rule of the service is a finding, and is withdrawn when it no longer does', async () => {
  const streams = await openPassed()
  await add(streams, 101)
  await nextPass(streams)
  expect(streams.audited().findings).toMatchObject([
    {
      kind: 'jar_full',
      about: 'all jars',
      expected: '100',
      found: '101',
      since: new Date(begin + dayMs).toISOString(),
    },
  ])
  await add(streams, -1)
  expect(await nextPass(streams)).toEqual([])
})

test('a rule that throws is reported, and ends no pass', async () => {
  const thrown = new RangeError('no such jar')
  const broken = (take: (event: Recorded<Added>) => number): AuditCheck<Added, number> => ({
    ...{ name: 'broken', initial: 0, end: () => [] },
    take: (_, event) => take(event),
  })
  const streams = await openPassed([jars], {
    checks: [
      full,
      broken(() => {
        throw thrown
      }),
    ],
  })
  await add(streams, 101)
  expect(await nextPass(streams)).toEqual(['jar_full all jars 101'])
  expect(faults[0]).toBe(thrown)
})

test('a sum is told at the end of each pass, and not while an event is damaged', async () => {
  const told: string[] = []
  const sum: AuditSum<Added, number> = {
    ...{ initial: full.initial, take: full.take },
    tell: async (all, at) => void told.push(`${all} ${at}`),
  }
  const streams = await openPassed([jars], { sums: [sum] })
  for (const amount of [3, 5, 7]) await add(streams, amount)
  await nextPass(streams)
  expect(told).toEqual([`0 ${new Date(begin).toISOString()}`, `15 ${new Date(begin + dayMs).toISOString()}`])
  damageJar('jar-1', 1, "data = replace(data, '5', '6')")
  await nextPass(streams)
  expect(told).toHaveLength(2)
})

test('a damaged stream that is never read is found', async () => {
  const streams = await openPassed()
  for (const amount of [3, 5, 7]) await add(streams, amount)
  await passed(streams)
  damageJar('jar-1', 1, "data = replace(data, '5', '6')")
  expect(await nextPass(streams)).toEqual(['event_damaged jar-1 1'])
  expect(await streams.damaged()).toMatchObject([{ stream: 'jar-1', revision: 1 }])
})

/** An engine whose rows have checksums, which differ in these rows. */
const withChecksums = (differing: ReadonlySet<string>, asked: string[]): Engines => {
  const usual = usualEngines()
  return {
    ...usual,
    documents: {
      ...usual.documents,
      async examineRows(collection, after, max) {
        asked.push(`${collection} ${after}`)
        expect(max).toBeGreaterThan(0)
        const [place, next] = after === null ? ['1', 'jar-5'] : ['2', null]
        return { next, differing: [...differing].filter((row) => row.startsWith(`${collection} ${place}`)) }
      },
    },
  }
}

test('where rows have checksums, all rows of all collections are examined, page by page', async () => {
  const differing = new Set(['jars-v1 1', 'jars-v1 2', 'personal-keys 2'])
  const asked: string[] = []
  const streams = await openAudited([jars], { engines: withChecksums(differing, asked) })
  await add(streams, 3)
  expect((await nextPass(streams)).sort()).toEqual([
    'row_changed jars-v1 jars-v1 1 null',
    'row_changed jars-v1 jars-v1 2 null',
    'row_changed personal-keys personal-keys 2 null',
  ])
  const collections = await usualEngines().documents.collections()
  expect(asked.slice(-2 * collections.length)).toEqual(
    collections.sort().flatMap((name) => [`${name} null`, `${name} jar-5`]),
  )
  differing.clear()
  expect(await nextPass(streams)).toEqual([])
})

test('a pass a day: a start after that does nothing until the day is over', async () => {
  const asked: string[] = []
  const engines = withChecksums(new Set(), asked)
  const first = await openAudited([jars], { engines: { ...engines, events: { ...engines.events, asLeft: true } } })
  await passed(first)
  await close(first)
  asked.length = 0
  const again = await openAudited([jars], { engines: { ...engines, events: { ...engines.events, asLeft: true } } })
  clock += dayMs - 1
  await vi.waitFor(() => expect(again.audited().lastPass).toBe(new Date(begin).toISOString()), 60_000)
  await timer(20)
  expect(asked).toEqual([])
  clock += 1
  await passed(again)
  expect(asked.length).toBeGreaterThan(0)
})

test('a store that was not left in order is examined at the start', async () => {
  const first = await openAudited()
  await add(first, 101)
  await nextPass(first)
  await close(first)
  const asked: string[] = []
  const again = await openAudited([jars], { engines: withChecksums(new Set(), asked) })
  await vi.waitFor(() => expect(asked.length).toBeGreaterThan(0), 60_000)
  expect(again.audited().findings).toHaveLength(1)
})

test('a pass that was cut off continues with the rows that it had not examined', async () => {
  const asked: string[] = []
  const engines = withChecksums(new Set(['jars-v1 1']), asked)
  const many = Array.from({ length: 25 }, (_, n) => sumView(`cups-v${n + 1}`))
  const gate = Promise.withResolvers<void>()
  const { examineRows } = engines.documents
  const first = await openAudited([jars, ...many], {
    engines: {
      ...engines,
      documents: {
        ...engines.documents,
        examineRows: async (collection, ...place) => {
          if (collection === 'jars-v1') gate.resolve()
          return (await examineRows?.(collection, ...place)) ?? { next: null, differing: [] }
        },
      },
    },
  })
  await gate.promise
  await close(first)
  const before = asked.splice(0)
  expect(before.length).toBeGreaterThan(20)
  const streams = await openAudited([jars, ...many], { engines })
  await passed(streams)
  expect(asked).not.toContain('audit-findings null')
  expect(asked).toContain('jars-v1 null')
  expect(streams.audited().findings).toMatchObject([{ kind: 'row_changed' }])
})

test('of two replicas one passes, and both know the findings', async () => {
  const asked: string[] = []
  const engines = withChecksums(new Set(['jars-v1 1']), asked)
  const one = await openAudited([jars], { engines })
  const other = await openAudited([jars], { engines: { ...engines, replica: 'another' } })
  await Promise.all([passed(one), passed(other)])
  await vi.waitFor(() => expect(other.audited().findings).toHaveLength(1), 60_000)
  expect(one.audited().findings).toEqual(other.audited().findings)
})
