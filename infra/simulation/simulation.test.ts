import { execFile } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import failedSeeds from './failed-seeds.json' with { type: 'json' }
import { faults } from './planted/faults.ts'
import { faultsOfDay } from './planted/faults-of-day.ts'
import { isFound } from './planted/is-found.ts'
import type { SeedResult } from './seed.ts'

const program = fileURLToPath(new URL('simulate.ts', import.meta.url))
/** Each lane is a process that keeps one processor busy. */
const queues = Array.from({ length: Math.min(2, availableParallelism()) }, () => Promise.resolve<unknown>(null))
let next = 0

const run = (words: readonly string[]): Promise<SeedResult[]> =>
  new Promise((resolve, reject) => {
    execFile(process.execPath, [program, ...words], { maxBuffer: 2 ** 26 }, (_error, stdout, stderr) => {
      const lines = stdout.trim().split('\n').filter(Boolean)
      if (lines.length === 0) reject(new Error(stderr))
      else resolve(lines.map((line) => JSON.parse(line)))
    })
  })
const simulate = (...words: readonly string[]): Promise<SeedResult[]> => {
  const queue = next++ % queues.length
  const mine = (queues[queue] ?? Promise.resolve()).then(() => run(words))
  queues[queue] = mine.catch(() => null)
  return mine
}
const patience = 30 * 60_000
const brokenIn = (results: readonly SeedResult[]) =>
  results.filter(({ broken }) => Object.keys(broken).length > 0).map(({ seed, broken }) => ({ seed, broken }))

test.concurrent('the same seed is the same run to the last step, whatever ran before it', {
  timeout: patience,
}, async () => {
  const [alone, after] = await Promise.all([simulate('--seed', '3'), simulate('--from', '2', '--seeds', '2')])
  expect(after.at(-1)).toEqual(alone[0])
  expect(after[0]?.hash).not.toBe(alone[0]?.hash)
})

test.concurrent.each(['1', '9', '17', '25'])(
  '8 seeds from %s break no invariant',
  { timeout: patience },
  async (from) => {
    const results = await simulate('--from', from, '--seeds', '8')
    expect(brokenIn(results)).toEqual([])
    expect(results).toHaveLength(8)
    for (const { commands, crashes } of results) {
      expect(commands).toBeGreaterThanOrEqual(150)
      expect(crashes).toBeGreaterThanOrEqual(3)
    }
  },
)

test.concurrent('seeds that once failed do not fail again', { timeout: patience }, async () => {
  const results = await Promise.all(failedSeeds.map((seed) => simulate('--seed', String(seed))))
  expect(brokenIn(results.flat())).toEqual([])
})

/** Set by the launcher; without it every planted fault is searched for. */
const day = process.env.SIMULATION_DAY ?? 'all'

test.concurrent.each(faultsOfDay(faults, day))(
  'within 100 seeds a run finds this fault: $name',
  { timeout: patience },
  async ({ name, seed, ...fault }) => {
    const found = (results: readonly SeedResult[]) => results.filter((one) => isFound(fault, one))
    const first = found(await simulate('--fault', name, '--seed', String(seed)))
    const results = first.length > 0 ? first : found(await simulate('--fault', name, '--seeds', '100'))
    expect(results).toHaveLength(1)
  },
)
