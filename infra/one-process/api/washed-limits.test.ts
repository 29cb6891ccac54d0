import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { LimitCounts, LimitKey } from '@tuma/platform/ports'
import { networkOf } from '@tuma/platform/ports'
import { openTemporaryEngines } from '@tuma/platform/testing'
import { washLimit } from '@tuma/platform/testing/suites'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'

const root = fileURLToPath(new URL('../../../', import.meta.url))
const sources = ['bff/src/**/*.ts', 'services/*/src/**/*.ts']
/** Where a limit is made, or the rules of one: the first text after it names its table. */
const making = /\b(?:pass|try|note)Limit\(\w+,(?! limit\))|: Rules =|\blimits\.count\((?!name)/g

/** Of every limit in the code, the name of its table. */
const kindsInCode = (): string[] => {
  const files = globSync(sources, { cwd: root }).filter((file) => !/\.test\.ts$|\/(testing|engines)\//.test(file))
  const kinds = files.flatMap((file) => {
    const source = readFileSync(root + file, 'utf8')
    return [...source.matchAll(making)].map(
      ({ index }) => /'([^']+)'/.exec(source.slice(index, index + 120))?.[1] ?? file,
    )
  })
  return [...new Set(kinds)].sort()
}

const ipv6 = networkOf('2001:db8:1:2::7')
const ipv4 = networkOf('41.90.64.7')
const phone = { hash: 'phone of Njeri' }
const account = { account: 'njeri' }

/** Who is counted by each limit. One that is missing here fails below. */
const guarded: Readonly<Record<string, readonly LimitKey[]>> = {
  'account changes': [account],
  'account requests': [phone],
  'collection codes': [account, { hash: 'shop of Njeri' }],
  decisions: [ipv6, ipv4],
  'free requests': [phone],
  'free requests from': [ipv6, ipv4],
  'identity network guesses': [ipv6, ipv4],
  mails: [account, phone],
  misses: [ipv6, ipv4],
  'own data': [account],
  papers: [ipv6, ipv4],
  'papers of a parcel': [{ hash: 'TM-0000-0000-0001' }],
  'papers of an account': [account],
  'paid requests': [phone],
  'paid requests from': [ipv6, ipv4],
  'payment guesses': [{ hash: 'visitor:njeri' }],
  'payment links': [{ hash: 'no network' }, ipv6, ipv4],
  posts: [ipv6, ipv4],
  'receipt guesses': [{ hash: 'visitor:njeri' }, ipv6, ipv4],
  'registrations from': [ipv6, ipv4],
  'resets from': [ipv6, ipv4],
  support: [account, ipv6, ipv4],
  tracking: [account, ipv6, ipv4],
  'unpaid requests': [account],
}

const rule = { most: 3, windowMs: 3_600_000 }
let limits: LimitCounts
beforeEach(async () => {
  const engines = await openTemporaryEngines()
  onTestFinished(() => engines.close())
  limits = engines.of('bff').limits
})

const passes = async (kind: string, key: LimitKey, times: number): Promise<number> => {
  const counted = []
  for (let time = 0; time < times; time += 1) counted.push(await limits.count(kind, key, rule))
  return counted.filter(({ isBeyond }) => !isBeyond).length
}

test('every limit in the code is one that is washed here', () =>
  expect(Object.keys(guarded)).toEqual(expect.arrayContaining(kindsInCode())))

test('all tables together take at most 32 MiB, because each takes one', () =>
  expect(kindsInCode().length).toBeLessThanOrEqual(32))

describe('a limit that is reached', () => {
  test.each(kindsInCode())('is still reached after 100,000 strangers: %s', async (kind) => {
    const keys = guarded[kind] ?? []
    expect(keys.length).toBeGreaterThan(0)
    for (const key of keys) expect(await passes(kind, key, 4)).toBe(3)
    await washLimit(limits, kind, rule, 100_000)
    for (const key of keys) expect([kind, key, await passes(kind, key, 3)]).toEqual([kind, key, 0])
  })

  test('is still reached after 1,000,000 strangers', async () => {
    for (const key of [ipv6, ipv4, phone]) expect(await passes('posts', key, 3)).toBe(3)
    await washLimit(limits, 'posts', rule, 1_000_000)
    for (const key of [ipv6, ipv4, phone]) expect(await passes('posts', key, 3)).toBe(0)
  })
})

describe('while a table is full', () => {
  beforeEach(() => washLimit(limits, 'posts', rule, 300_000))

  test('people in networks that are new may still ask', async () => {
    for (const address of ['41.90.70.1', '197.248.3.4', '2c0f:fe38:2:1::1', '2001:db8:77::1'])
      expect([address, await passes('posts', networkOf(address), 3)]).toEqual([address, 3])
  })

  test('one network that is new is refused at last: at its coarser levels, or in what it shares', async () => {
    expect(await passes('posts', networkOf('2001:db8:77:1::1'), 200)).toBeLessThanOrEqual(16 * 3)
    expect(await passes('posts', networkOf('41.90.70.1'), 200)).toBeLessThanOrEqual(20 * 3)
    expect(await passes('posts', { hash: 'phone of Otieno' }, 200)).toBeLessThanOrEqual(16 * 3)
  })
})
