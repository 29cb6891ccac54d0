import { expect, test } from 'vitest'
import { judge, type Limits, type Sample } from './soak-verdict.ts'

const limits: Limits = { judgedMinutes: 20, maxGrowthMiBPerMinute: 0.5, maxLogMiB: 128, minDataMiB: 40 }
/** A sample every two minutes for half an hour. @param rssMiB by the minute */
const soaked = (rssMiB: (minute: number) => number): Sample[] =>
  Array.from({ length: 16 }, (_, n) => ({
    minute: 2 * n,
    rssMiB: rssMiB(2 * n),
    handles: { socket: 3, file: 20 },
    logMiB: 64,
    dataMiB: 40 + 3 * n,
  }))

test('memory that grows in the first ten minutes and then stays passes', () => {
  expect(
    judge(
      soaked((minute) => 200 + 20 * Math.min(minute, 10)),
      limits,
    ),
  ).toEqual({
    holds: true,
    growthMiBPerMinute: 0,
    changedHandles: {},
    logMiB: 64,
  })
})

test('memory that grows by more than half a MiB a minute at the end fails, whatever one sample says', () => {
  const growing = soaked((minute) => 300 + 0.6 * minute)
  expect(judge(growing, limits).growthMiBPerMinute).toBeCloseTo(0.6)
  expect(judge(growing, limits).holds).toBe(false)
  expect(
    judge(
      soaked((minute) => 300 + 0.6 * minute - (minute === 30 ? 3 : 0)),
      limits,
    ).holds,
  ).toBe(false)
  expect(
    judge(
      soaked((minute) => 300 + 0.4 * minute),
      limits,
    ).holds,
  ).toBe(true)
})

test('a handle more than before is named, and fails', () => {
  const samples = soaked(() => 300).map((sample) =>
    sample.minute < 30 ? sample : { ...sample, handles: { socket: 4, file: 20, pipe: 1 } },
  )
  expect(judge(samples, limits)).toMatchObject({ holds: false, changedHandles: { socket: [3, 4], pipe: [0, 1] } })
})

test('a log that was once too long fails, though it is short again', () => {
  const samples = soaked(() => 300).map((sample) => (sample.minute === 4 ? { ...sample, logMiB: 129 } : sample))
  expect(judge(samples, limits)).toMatchObject({ holds: false, logMiB: 129 })
})

test('a soak of one sample is refused', () => {
  expect(() => judge(soaked(() => 300).slice(0, 1), limits)).toThrow('two samples')
})

test('a soak whose judged minutes begin while the page cache still fills is refused', () => {
  const samples = soaked(() => 300)
  const small = samples.map((sample) => (sample.minute === 10 ? { ...sample, dataMiB: 39 } : sample))
  expect(() => judge(small, limits)).toThrow('smaller than 40 MiB')
  expect(
    judge(
      samples.map((sample) => (sample.minute < 10 ? { ...sample, dataMiB: 2 } : sample)),
      limits,
    ).holds,
  ).toBe(true)
})
