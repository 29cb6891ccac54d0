import { describe, expect, test } from 'vitest'
import { type Hashes, openHashingPlaces } from './hashing-places.ts'

const stranger = (name: string, network: string) => ({ name, who: { network } })
const known = (name: string) => ({ name, who: { known: name } })
/** Each with a /64 of its own, spread over this many /48s. */
const strangers = (count: number, wide = count) =>
  Array.from({ length: count }, (_, i) => stranger(`stranger ${i}`, `2001:db8:${i % wide}:${i}::/64`))
const knownDevices = (count: number) => Array.from({ length: count }, (_, i) => known(`device ${i}`))

/** All ask at the same moment, in this order. @returns the order in which their jobs start, and who was refused */
const ordered = async (all: readonly { readonly name: string; readonly who: Hashes }[]) => {
  const places = openHashingPlaces()
  const begun: string[] = []
  const refused: string[] = []
  const enter = async (who: Hashes) => places.enter(who)
  const asking = all.map(({ name, who }) =>
    enter(who)
      .then((place) => place.run(async () => void begun.push(name)))
      .catch((error) => {
        expect(error).toMatchObject({ name: 'Refused', code: 'busy' })
        refused.push(name)
      }),
  )
  await Promise.all(asking)
  return { begun, refused }
}

describe('sixty strangers at once, a /64 each,', () => {
  test.each([60, 1])('of %i /48s let each of ten known devices go first, after at most two strangers', async (wide) => {
    const { begun, refused } = await ordered([...strangers(60, wide), ...knownDevices(10)])
    expect(refused.filter((name) => name.startsWith('device'))).toEqual([])
    const lastDevice = begun.findLastIndex((name) => name.startsWith('device'))
    const before = begun.slice(0, lastDevice)
    expect(before.filter((name) => name.startsWith('device'))).toHaveLength(9)
    expect(before.filter((name) => name.startsWith('stranger')).length).toBeLessThanOrEqual(2)
  })

  test('of one /48 do not stop a stranger of another network', async () => {
    const { begun, refused } = await ordered([...strangers(60, 1), stranger('visitor', '203.0.113.7')])
    expect(refused).not.toContain('visitor')
    expect(begun.indexOf('visitor')).toBeLessThanOrEqual(2)
  })
})

test('strangers get a turn after eight known devices', async () => {
  const { begun } = await ordered([stranger('first', '203.0.113.7'), ...knownDevices(60), ...strangers(3)])
  expect(begun.flatMap((name, i) => (name.startsWith('stranger') ? [i] : []))).toEqual([9, 18, 27])
})

test('many logins from one known device wait for each other, and take one turn at a time', async () => {
  const many = Array.from({ length: 80 }, (_, i) => ({ name: `flood ${i}`, who: { known: 'flood' } }))
  const { begun, refused } = await ordered([...many, ...knownDevices(10)])
  expect(refused).toHaveLength(80 + 10 - 67)
  expect(refused.every((name) => name.startsWith('flood'))).toBe(true)
  expect(begun.findLastIndex((name) => name.startsWith('device'))).toBeLessThanOrEqual(12)
})

test('addresses of one IPv4 /24 are one group', async () => {
  const neighbours = Array.from({ length: 40 }, (_, i) => stranger(`neighbour ${i}`, `198.51.100.${i}`))
  const { begun } = await ordered([...neighbours, stranger('visitor', '203.0.113.7')])
  expect(begun.indexOf('visitor')).toBeLessThanOrEqual(2)
})

test('a job that fails gives its place to the next', async () => {
  const places = openHashingPlaces()
  const failing = places.enter({ network: '' }).run(() => Promise.reject(new Error('broken')))
  const next = places.enter({ network: '' }).run(async () => 'done')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('done')
  expect(await places.enter({ network: '' }).run(async () => 'again')).toBe('again')
})

test('the order is that of taking a place, not of the jobs’ readiness', async () => {
  const places = openHashingPlaces()
  const begun: string[] = []
  const [first, second] = [places.enter({ network: 'a' }), places.enter({ network: 'b' })]
  const faster = second.run(async () => void begun.push('second'))
  await first.run(async () => void begun.push('first'))
  await faster
  expect(begun).toEqual(['first', 'second'])
})

test('a place that is left without a job goes to the next one, before or during its turn', async () => {
  const places = openHashingPlaces()
  const [first, second, third] = [1, 2, 3].map((i) => places.enter({ network: `198.51.100.${i}` }))
  const done = third?.run(async () => 'done')
  second?.leave()
  first?.leave()
  first?.leave()
  expect(await done).toBe('done')
  const full = Array.from({ length: 34 }, (_, i) => places.enter({ network: `198.51.100.${i}` }))
  expect(() => places.enter({ network: '198.51.100.99' })).toThrow('busy')
  full[5]?.leave()
  places.enter({ network: '198.51.100.99' })
})
