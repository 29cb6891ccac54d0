import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { tableOfGoals, withTable } from '../results.ts'
import { computeMedian } from './figures.ts'
import { lagsIn } from './metrics.ts'
import { cpuMsIn, residentMbIn, writtenBytesIn } from './process-cost.ts'

test('user and system time of a process are read behind its name, whatever that is', () => {
  const rest = 'S 1 2 3 4 -1 0 0 0 0 0 120 30 7 8 20 0 12 0'
  expect(cpuMsIn(`4711 (node) ${rest}`)).toBe(1500)
  expect(cpuMsIn(`4711 (a) strange (name) ${rest}`)).toBe(1500)
})

test('bytes written to a disk count neither reads nor cancelled writes', () => {
  const io = 'rchar: 1\nwchar: 2\nsyscr: 3\nread_bytes: 4\nwrite_bytes: 8192\ncancelled_write_bytes: 4096\n'
  expect(writtenBytesIn(io)).toBe(8192)
  expect(residentMbIn('VmHWM:\t  999999 kB\nVmRSS:\t  204800 kB\n')).toBe(200)
})

test('one round that failed changes no median', () => {
  expect(computeMedian([3, 900, 1, 2, 4])).toBe(3)
  expect(computeMedian([])).toBeNaN()
})

test('the lag of each group comes from its own two lines', () => {
  const page = [
    '# TYPE tuma_group_lag_messages gauge',
    'tuma_group_lag_messages{topic="delivery",group="revenue",process="tuma"} 12',
    'tuma_group_lag_messages{topic="identity",group="delivery",process="tuma"} 0',
    'tuma_group_lag_seconds{topic="delivery",group="revenue",process="tuma"} 3.5',
    'tuma_group_lag_seconds{topic="identity",group="delivery",process="tuma"} 0',
  ].join('\n')
  expect(lagsIn(page)).toEqual([
    { topic: 'delivery', group: 'revenue', messages: 12, seconds: 3.5 },
    { topic: 'identity', group: 'delivery', messages: 0, seconds: 0 },
  ])
})

test('each committed transaction is counted once, in every thread, and nothing else is', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tuma-commits-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const program = `
    import { DatabaseSync } from 'node:sqlite'
    import { isMainThread, Worker } from 'node:worker_threads'
    const database = new DatabaseSync(isMainThread ? ':memory:' : '')
    database.exec('create table t (n)')
    const insert = database.prepare('insert into t values (1)')
    insert.run()
    for (const end of ['commit', 'rollback']) {
      database.prepare('begin').run()
      insert.run()
      database.exec('savepoint s; rollback to s; release s')
      insert.run()
      database.prepare(end).run()
    }
    database.prepare('select * from t').all()
    if (isMainThread) new Worker(new URL(import.meta.url))`
  const env = { ...process.env, TUMA_BENCH_COMMITS: join(folder, 'commits') }
  const hook = new URL('../count-commits.ts', import.meta.url).href
  const code = `data:text/javascript,${encodeURIComponent(program)}`
  execFileSync(
    process.execPath,
    ['--import', hook, '--input-type=module', '-e', `await import(${JSON.stringify(code)})`],
    { env },
  )
  // In each of two threads: the table, the insert by itself, the transaction.
  expect(readFileSync(join(folder, 'commits'), 'utf8')).toBe('......')
})

const machine = { cores: 2, processor: 'x', node: '24.1.0', pinned: true, load: 1 }
const run = { at: '2026-11-22T10:00:00Z', rounds: 5, machine, besides: 'two builds' }

test('the page shows measured rows and missing ones, and what else the machine did', () => {
  const rows = [
    { row: 3, what: 'a POST', was: '54×', goal: '≤ 15×' },
    { row: 9, what: 'a GET', was: '7×', goal: '≤ 2×' },
  ]
  const table = tableOfGoals(rows, { 3: { shown: '51×', figures: {}, ...run } })
  expect(table).toContain('| 3 | a POST | 54× | 51× | ≤ 15× |\n| 9 | a GET | 7× | not measured yet | ≤ 2× |')
  expect(table).toContain('2026-11-22, 2 cores, Node 24.1.0, two builds: rows 3.')
})

test('the table replaces itself in the page, again and again', () => {
  const page = 'before\n<!-- goals: written by npm run bench -->\n<!-- goals end -->\nafter\n'
  const once = withTable(page, 'first')
  expect(withTable(once, 'second')).toBe(page.replace('\n<!-- goals end', '\nsecond\n<!-- goals end'))
  expect(() => withTable('no place', 'x')).toThrow('no place')
})
