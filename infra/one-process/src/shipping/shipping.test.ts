import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openFolderPlace } from './folder-place.ts'
import { getBases, getChains, getSegments } from './object-names.ts'
import { type Place, PlaceTrouble } from './place.ts'
import { keyInFile, type Opened, openShippedData } from './shipped-data.ts'

let data: ReturnType<typeof openShippedData>
const open: Opened[] = []
beforeEach(() => {
  data = openShippedData()
})
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
  data.remove()
})
const opened = async (...how: Parameters<typeof data.open>): Promise<Opened> => {
  const one = await data.open(...how)
  open.push(one)
  return one
}
const closed = async (one: Opened) => {
  open.splice(open.indexOf(one), 1)
  await one.close()
}
const all = (...texts: string[]) => ({ notes: texts, events: texts, keys: texts })
const iso = (ms: number) => new Date(ms).toISOString()
const sentence = (refused: Promise<unknown>) => refused.then(String, (error) => error.message as string)

test('a restore to each of three moments has what was acknowledged until then', async () => {
  const product = await opened()
  await product.write('a')
  await product.shipment.ship()
  const moments: [at: number, ...texts: string[]][] = []
  const texts = ['a']
  for (const text of ['b', 'c', 'd', 'e', 'f', 'g']) {
    data.passes(1000)
    await product.write(text)
    texts.push(text)
    if ('bdf'.includes(text)) moments.push([data.now(), ...texts])
    if ('ceg'.includes(text)) await product.shipment.ship()
  }
  for (const [at, ...until] of moments) {
    const { keys, ...held } = await data.restore('--at', iso(at))
    expect(held).toEqual({ notes: until, events: until })
    expect(keys).toEqual(until)
  }
  expect(await data.restore()).toEqual(all(...texts))
})

test('read models and keys are in no copy and in no segment', async () => {
  const product = await opened()
  await product.write('a')
  await product.shipment.ship()
  await product.write('b')
  await product.shipment.ship()
  const keys = ['a', 'b'].map((person) => keyInFile(product.log, person))
  for (const [name, content] of await data.opened()) {
    const [text, isKeys] = [content.toString('latin1'), name.includes('/keys-')]
    expect([name, text.includes('deliveries-v11')]).toEqual([name, false])
    if (!isKeys) expect([name, keys.some((key) => text.includes(key))]).toEqual([name, false])
  }
})

test('after a kill between commit and shipment the next life ships the commits, without another copy', async () => {
  const product = await opened()
  await product.shipment.ship()
  await product.write('a')
  await closed(product)
  const next = await opened()
  await next.write('b')
  await next.shipment.ship()
  expect(await data.restore()).toEqual(all('a', 'b'))
  expect(getBases(data.names())).toHaveLength(1)
})

test.each(['keys', 'log'])(
  'a shipment that was cut behind its %s is made again, and each commit counts once',
  async (cut) => {
    const place = openFolderPlace(data.place)
    let isCut = false
    const cutting: Place = {
      ...place,
      async put(name, bytes) {
        await place.put(name, bytes)
        if (isCut && name.includes(`/${cut}-`)) throw new PlaceTrouble('away', 'cut')
      },
    }
    const product = await opened('data', cutting)
    await product.shipment.ship()
    isCut = true
    await product.write('a')
    await expect(product.shipment.ship()).rejects.toThrow('cut')
    isCut = false
    await closed(product)
    const next = await opened()
    await next.write('b')
    await next.shipment.ship()
    await next.write('c')
    await next.shipment.ship()
    expect(await data.restore()).toEqual(all('a', 'b', 'c'))
  },
)

test('a copy that was cut counts for nothing, and the next one begins a chain', async () => {
  const place = openFolderPlace(data.place)
  const cutting: Place = {
    ...place,
    put: (name, bytes) =>
      name.endsWith('/all') ? Promise.reject(new PlaceTrouble('full', 'cut')) : place.put(name, bytes),
  }
  const product = await opened('data', cutting)
  await product.write('a')
  await expect(product.shipment.ship()).rejects.toThrow('cut')
  expect(await sentence(data.restore())).toBe(`There is no backup at ${data.place}.`)
  await closed(product)
  const next = await opened()
  await next.shipment.ship()
  expect(await data.restore()).toEqual(all('a'))
})

test('while a place takes nothing commits wait, and when too much waits the next shipment is a copy', async () => {
  const product = await opened('data', openFolderPlace(data.place), { maxBytes: 4000 })
  await product.write('a')
  await product.shipment.ship()
  const early = data.now()
  const many = Array.from({ length: 20 }, (_, at) => `much-${String(at).padStart(2, '0')}`)
  data.passes(60_000)
  for (const text of many) await product.write(text)
  data.passes(60_000)
  await product.shipment.ship()
  expect(getBases(data.names())).toHaveLength(2)
  expect(await data.restore()).toEqual(all('a', ...many))
  expect((await data.restore('--at', iso(early))).notes).toEqual(['a'])
})

test('a second process with a copy of the folder takes the place over, and the first one stops', async () => {
  const product = await opened()
  await product.shipment.ship()
  await closed(product)
  cpSync(join(data.root, 'data'), join(data.root, 'copy'), { recursive: true })
  const [first, second] = [await opened(), await opened('copy')]
  await first.write('a')
  await first.shipment.ship()
  await second.write('b')
  await expect(second.shipment.ship()).rejects.toMatchObject({ state: 'refused' })
  expect(await data.restore()).toEqual(all('a'))
})

test('a running process whose place was taken by another one ships nothing more', async () => {
  const first = await opened()
  await first.shipment.ship()
  cpSync(join(data.root, 'data'), join(data.root, 'copy'), { recursive: true })
  rmSync(join(data.root, 'copy/tuma.lock'))
  const second = await opened('copy')
  await second.write('b')
  await second.shipment.ship()
  await first.write('a')
  await expect(first.shipment.ship()).rejects.toMatchObject({ state: 'refused' })
  expect(await data.restore()).toEqual(all('b'))
})

test('other data do not ship to a place that has a backup', async () => {
  const product = await opened()
  await product.shipment.ship()
  const other = await opened('other')
  await expect(other.shipment.ship()).rejects.toThrow('the place has the backup of other data')
})

test('restored data ship on to the same place, and both histories can be restored', async () => {
  const product = await opened()
  await product.shipment.ship()
  await product.write('a')
  const early = data.now()
  data.passes(60_000)
  await product.write('lost')
  await product.shipment.ship()
  const late = data.now()
  await data.restoreWith('again', '07'.repeat(32), '--at', iso(early))
  data.passes(60_000)
  const next = await opened('again')
  await next.write('b')
  await next.shipment.ship()
  expect((await data.restore()).notes).toEqual(['a', 'b'])
  expect((await data.restore('--at', iso(late))).notes).toEqual(['a', 'lost'])
  await expect(
    product.shipment
      .ship()
      .then(() => product.write('x'))
      .then(() => product.shipment.ship()),
  ).rejects.toThrow('another process')
})

test('a clock that jumps back loses no commit, and a moment means the last time that the clock showed it', async () => {
  const product = await opened()
  await product.shipment.ship()
  data.passes(10_000)
  await product.write('a')
  data.passes(-3_600_000)
  await product.write('b')
  await product.shipment.ship()
  data.passes(10_000)
  await product.write('c')
  await product.shipment.ship()
  expect(await data.restore()).toEqual(all('a', 'b', 'c'))
  data.passes(3_600_000)
  expect(await data.restore('--at', iso(data.now()))).toEqual(all('a', 'b', 'c'))
})

test('a process that logs nothing in between begins a chain of its own', async () => {
  const product = await opened()
  await product.write('a')
  await product.shipment.ship()
  await closed(product)
  await data.held('data')
  const next = await opened()
  await next.write('b')
  await next.shipment.ship()
  expect(getChains(data.names())).toHaveLength(2)
  expect(await data.restore()).toEqual(all('a', 'b'))
})

test('a day later there is another copy, and the chain goes on', async () => {
  const product = await opened()
  await product.write('a')
  await product.shipment.ship()
  data.passes(24 * 60 * 60_000)
  await product.write('b')
  await product.shipment.ship()
  expect(getBases(data.names())).toHaveLength(2)
  for (const name of readdirSync(join(data.place, String(getChains(data.names())[0]))))
    if (name.startsWith('log-')) rmSync(join(data.place, String(getChains(data.names())[0]), name))
  expect(await data.restore()).toEqual(all('a', 'b'))
})

test('a missing or damaged segment is refused with the moment up to which it can be restored', async () => {
  const product = await opened()
  await product.shipment.ship()
  for (const text of ['a', 'b', 'c']) {
    data.passes(1000)
    await product.write(text)
    await product.shipment.ship()
  }
  const [, second] = getSegments(data.names())
  const name = data.names().find((one) => one.includes(`/log-${String(second?.first).padStart(15, '0')}`)) as string
  writeFileSync(join(data.place, name), Buffer.alloc(200))
  const until = iso(data.now() - 2000)
  const refusal = `Something is missing at ${data.place} after ${until}: it can be restored up to that moment, with --at ${until}. Nothing has been changed.`
  expect(await sentence(data.restore())).toBe(refusal)
  rmSync(join(data.place, name))
  expect(await sentence(data.restore())).toBe(refusal)
  expect((await data.restore('--at', until)).notes).toEqual(['a'])
})

test('a wrong key, a wrong moment and a place that is away are refused in a sentence, and nothing is made', async () => {
  const product = await opened()
  await product.shipment.ship()
  const [key, other] = ['07'.repeat(32), '08'.repeat(32)]
  const said = (...asked: Parameters<typeof data.restoreWith>) => sentence(data.restoreWith(...asked))
  expect(await said('x', other)).toBe(`${data.place} was written with another BACKUP_KEY. Nothing has been changed.`)
  expect(await said('x', key, '--at', '2026-11-29')).toContain('2026-11-29 is no moment with its time zone.')
  expect(await said('x', key, '--at', '2020-01-01T00:00:00Z')).toContain('reaches back to 2026-11-29T09:00:00.000Z')
  expect(await said('x', key, '--until', 'now')).toContain('Name the place')
  rmSync(data.place, { recursive: true })
  expect(await said('x', key)).toBe(`${data.place} can't be reached. Nothing has been changed.`)
  expect(readdirSync(data.root)).not.toContain('x')
})

test('an erased person is on the list at once, and their key is nowhere at the place within the hour', async () => {
  const product = await opened()
  for (const person of ['erased', 'stays']) await product.write(person)
  await product.shipment.ship()
  await product.write('later')
  await product.shipment.ship()
  const gone = keyInFile(product.log, 'erased')
  const before = data.now()
  const scan = async () => [...(await data.opened())].filter(([, content]) => content.includes(gone)).length
  expect(await scan()).toBeGreaterThan(0)
  data.passes(1000)
  await product.erase('erased')
  await product.shipment.ship()
  expect(String((await data.opened()).get('erased'))).toBe('delivery erased\n')
  expect((await data.restore('--at', iso(before))).keys).toEqual(['later', 'stays'])
  data.passes(15 * 60_000)
  await product.shipment.ship()
  expect(await scan()).toBe(0)
  expect((await data.restore('--at', iso(before))).keys).toEqual(['later', 'stays'])
})

test('an erasure after a restore reaches the keys of the history before it', async () => {
  const product = await opened()
  for (const person of ['erased', 'stays']) await product.write(person)
  await product.shipment.ship()
  const gone = keyInFile(product.log, 'erased')
  const early = data.now()
  await data.restoreWith('again', '07'.repeat(32))
  data.passes(1000)
  const next = await opened('again')
  await next.shipment.ship()
  await next.erase('erased')
  await next.shipment.ship()
  data.passes(15 * 60_000)
  await next.shipment.ship()
  for (const [name, content] of await data.opened()) expect([name, content.includes(gone)]).toEqual([name, false])
  expect((await data.restore('--at', iso(early))).keys).toEqual(['stays'])
})
