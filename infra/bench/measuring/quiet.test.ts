import { expect, test } from 'vitest'
import { untilQuiet } from './quiet.ts'

/** A process with this CPU time in each fifth of a second and then none, and with messages at these moments. */
const process = (work: readonly number[], sends: readonly number[] = []) => {
  let [atMs, cpuMs, reached] = [0, 0, 0]
  return {
    look: () => ({ atMs, cpuMs, reached }),
    async pause(ms: number) {
      const until = atMs + ms
      for (; atMs < until; atMs += 200) {
        cpuMs += work[atMs / 200] ?? 0
        reached += sends.includes(atMs) ? 1 : 0
      }
    },
    works(ms: number) {
      cpuMs += ms
    },
  }
}
const nothing = async () => true

test('a process became quiet at its last work, and all of its work is counted', async () => {
  const { look, pause } = process([90, 90, 40, 0, 0, 50])
  expect(await untilQuiet({ look, pause, nothingWaits: nothing })).toMatchObject({ atMs: 1200, cpuMs: 270 })
})

test('a process that rests for less than a second is not quiet', async () => {
  const { look, pause } = process([90, 0, 0, 0, 0, 90])
  expect(await untilQuiet({ look, pause, nothingWaits: nothing })).toMatchObject({ atMs: 1200, cpuMs: 180 })
})

test('a tick now and then does not count as work', async () => {
  const { look, pause } = process([90, 10, 0, 0, 10, 0, 0, 10])
  expect(await untilQuiet({ look, pause, nothingWaits: nothing })).toMatchObject({ atMs: 200, cpuMs: 90 })
})

test('a process that still sends is not quiet, however little CPU that takes', async () => {
  const { look, pause } = process([90, 0, 0, 10, 0, 0, 0, 0], [600, 1400])
  expect(await untilQuiet({ look, pause, nothingWaits: nothing })).toMatchObject({ atMs: 1600, reached: 2 })
})

test('a process with waiting work is idle and not quiet', async () => {
  const { look, pause } = process([90, ...Array(9).fill(0), 60])
  const asked: number[] = []
  const nothingWaits = async () => {
    asked.push(look().atMs)
    return look().atMs > 2200
  }
  expect(await untilQuiet({ look, pause, nothingWaits })).toMatchObject({ atMs: 2200 })
  expect(asked.slice(0, 2)).toEqual([1200, 1800])
})

test('the cost of asking the process is not its work', async () => {
  const { look, pause, works } = process([90])
  let asked = 0
  const nothingWaits = async () => {
    works(70)
    asked += 1
    if (asked > 9) throw new Error('never quiet')
    return asked === 3
  }
  expect(await untilQuiet({ look, pause, nothingWaits })).toMatchObject({ atMs: 200, cpuMs: 90 })
})

test.each([
  ['works on', Array(1000).fill(90), nothing],
  ['is idle while something waits', [90], async () => false],
])('a process that %s for two minutes ends the run', async (_, work, nothingWaits) => {
  const { look, pause } = process(work)
  await expect(untilQuiet({ look, pause, nothingWaits })).rejects.toThrow('not quiet within 120 s')
})
