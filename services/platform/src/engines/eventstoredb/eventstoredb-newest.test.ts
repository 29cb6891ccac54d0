import { Readable } from 'node:stream'
import { BACKWARDS, type EventStoreDBClient, type ReadAllOptions, START } from '@eventstore/db-client'
import { describe, expect, test } from 'vitest'
import { openNewest } from './eventstoredb-newest.ts'
import { atEvent } from './eventstoredb-position.ts'
import { at } from './eventstoredb-reading.ts'

/** A log with events of a service at these positions, and one of others at `end`. */
const getLog = (own: readonly number[], end: number) => {
  const reads: ReadAllOptions[] = []
  const readAll = (options: ReadAllOptions) => {
    const { direction, fromPosition = START, maxCount } = options
    if (direction !== BACKWARDS) reads.push(options)
    const from = typeof fromPosition === 'string' ? 0 : Number(fromPosition.commit)
    const found = direction === BACKWARDS ? [end] : own.filter((position) => position >= from)
    const events = found.slice(0, Number(maxCount)).map((position) => ({ event: { position: at(position) } }))
    return Object.assign(Readable.from(events), { cancel: async () => {} })
  }
  return { client: { readAll } as unknown as EventStoreDBClient, reads }
}
const live = { isSearching: () => false, next: () => Promise.reject(new Error('it tells nothing more')) }
const everyTenth = (count: number) => Array.from({ length: count }, (_, i) => (i + 1) * 10)

describe('the newest event of a service', () => {
  test.each([0, 1, 99, 100, 101, 199, 200, 201])('is the last of %i behind the known position', async (count) => {
    const { client } = getLog(everyTenth(count), 5000)
    const newest = openNewest(client, 'jar.', live)
    expect(await newest.find()).toBe(count === 0 ? null : count * 10)
  })
  test('is searched once for all concurrent callers, and not again while the log has not grown', async () => {
    const { client, reads } = getLog(everyTenth(3), 5000)
    const newest = openNewest(client, 'jar.', live)
    expect(await Promise.all([newest.find(), newest.find(), newest.find()])).toEqual([30, 30, 30])
    expect(await newest.find()).toBe(30)
    expect(reads).toHaveLength(1)
  })
  test("is searched behind the tail's position", async () => {
    const { client, reads } = getLog(everyTenth(3), 5000)
    const newest = openNewest(client, 'jar.', live)
    newest.learn({ newest: 20, from: at(25) })
    newest.learn(atEvent(20))
    expect(await newest.find()).toBe(30)
    expect(reads).toMatchObject([{ fromPosition: at(25) }])
  })
  test('is awaited while the tail searches, and an error of the tail rejects it', async () => {
    const { client, reads } = getLog(everyTenth(3), 5000)
    const next = async () => newest.learn({ newest: 30, from: at(5000) })
    const newest = openNewest(client, 'jar.', { isSearching: () => true, next })
    expect(await newest.find()).toBe(30)
    const broken = { isSearching: () => true, next: () => Promise.reject(new Error('broken')) }
    await expect(openNewest(client, 'jar.', broken).find()).rejects.toThrow('broken')
    expect(reads).toEqual([])
  })
  test('is unknown once the log has other positions', async () => {
    const { client } = getLog([10], 50)
    const newest = openNewest(client, 'jar.', live)
    newest.learn(atEvent(900))
    expect(await newest.find()).toBe(900)
    newest.forget()
    expect(await newest.find()).toBe(10)
  })
})
