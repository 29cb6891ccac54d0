import { getNetwork, type LimitCounts, type Network } from '@tuma/platform/ports'
import { openTemporaryEngines } from '@tuma/platform/testing'
import { limitKindsInCode } from '@tuma/platform/testing/suites'

/**
 * The cost of one check of a rate limit, beside a `get` and a `set` of a `Map` with the same keys in the same run: with
 * 10,000 networks and with 1,000,000, each asked for the first time and again. CPU of this process, the median and the
 * best of five. Then the bytes of all tables, when each limit in the code has counted 1,000,000 networks.
 */
const rounds = 5
const rule = { max: 100, windowMs: 3_600_000 }

type Counted = { readonly value: number; readonly until: number }

const ipv4 = (index: number): Network => getNetwork(`${41 + (index >> 16)}.${(index >> 8) & 255}.${index & 255}.9`)
const ipv6 = (index: number): Network =>
  getNetwork(`2c0f:${(index >> 12).toString(16)}:${(index & 0xfff).toString(16)}:1::1`)

const nanosecondsEach = (count: number, work: () => void): number => {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return ((user + system) * 1000) / count
}

const computeRatio = (limits: LimitCounts, keys: readonly Network[], kind: string): number => {
  const map = new Map<string, Counted>()
  const ours = nanosecondsEach(keys.length, () => {
    for (const key of keys) void limits.count(kind, key, rule)
  })
  const theirs = nanosecondsEach(keys.length, () => {
    for (const key of keys) {
      const name = `${kind} ${key}`
      const { value, until } = map.get(name) ?? { value: 0, until: Date.now() + rule.windowMs }
      map.set(name, { value: value + 1, until })
    }
  })
  return ours / theirs
}

const median = (numbers: readonly number[]): number => [...numbers].sort((a, b) => a - b)[numbers.length >> 1] as number

const engines = await openTemporaryEngines()
const { limits } = engines.of('bench')
for (const [name, networkAt] of Object.entries({ ipv4, ipv6 })) {
  for (const networks of [10_000, 1_000_000]) {
    const each = Array.from({ length: networks }, (_, index) => networkAt(index))
    const keys = networks < 1_000_000 ? Array.from({ length: 50 }, () => each).flat() : each
    const ratios = Array.from({ length: rounds }, (_, round) =>
      computeRatio(limits, keys, `${name} ${networks} ${round}`),
    )
    process.stdout.write(
      `${name}, ${networks.toLocaleString('en')} networks: ${median(ratios).toFixed(2)} × Map get and set (best ${Math.min(...ratios).toFixed(2)})\n`,
    )
  }
}
await engines.close()

const million = Array.from({ length: 1_000_000 }, (_, index) => ipv6(index))
const all = await openTemporaryEngines()
const { limits: ofProduct } = all.of('bench')
const bytesBefore = process.memoryUsage().arrayBuffers
const kinds = limitKindsInCode()
for (const kind of kinds) {
  for (const key of million) void ofProduct.count(kind, key, rule)
  await new Promise(setImmediate)
}
const mebibytes = (process.memoryUsage().arrayBuffers - bytesBefore) / 2 ** 20
process.stdout.write(`${kinds.length} tables after 1,000,000 networks each: ${mebibytes.toFixed(1)} MiB\n`)
await all.close()
