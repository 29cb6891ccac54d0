import { expect, test } from 'vitest'
import { countsIn } from './advisories.ts'
import { type Inventory, notAllowed, shippedPackages } from './shipped.ts'

const of = (licenses: NonNullable<Inventory['components'][number]['licenses']>): Inventory => ({
  components: [{ name: 'parcel', version: '1.0.0', purl: 'pkg:npm/parcel@1.0.0', licenses }],
})

test('every package that ships has a licence that lets us ship it', () => {
  const packages = shippedPackages()
  const names = packages.components.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(['express', 'react', '@e965/xlsx', 'kafkajs']))
  expect(names).not.toContain('vitest')
  expect(notAllowed(packages)).toEqual([])
})

test.each([
  ['none', []],
  ['GPL-3.0-only', [{ license: { id: 'GPL-3.0-only' } }]],
  ['MIT AND GPL-3.0-only', [{ license: { id: 'MIT' } }, { license: { id: 'GPL-3.0-only' } }]],
  ['SEE LICENSE IN LICENSE.md', [{ license: { name: 'SEE LICENSE IN LICENSE.md' } }]],
])('a package with the licence "%s" does not ship', (licence, licenses) => {
  expect(notAllowed(of(licenses))).toEqual([{ package: 'parcel@1.0.0', licence }])
})

test('one licence of several alternatives is enough', () => {
  expect(notAllowed(of([{ expression: '(GPL-2.0-only OR MIT)' }]))).toEqual([])
})

test('without an answer of the registry the count of advisories is unknown, not zero', () => {
  expect(countsIn('')).toBeNull()
  expect(countsIn(JSON.stringify({ message: '405 Method Not Allowed', method: 'POST' }))).toBeNull()
  const vulnerabilities = { info: 0, low: 1, moderate: 0, high: 2, critical: 0, total: 3 }
  expect(countsIn(JSON.stringify({ metadata: { vulnerabilities } }))).toMatchObject({ high: 2, low: 1 })
})
