import { expect, it, onTestFinished, vi } from 'vitest'
import type { EventStore, StoredEvent } from '../../ports/event-store.ts'
import { appendAtTheEnd, event, notes, type OpenEventStore } from './weighed-parcels.ts'

const patience = { timeout: 120_000, interval: 10 }

export const subscribing = (opened: OpenEventStore): void => {
  it('brings the stored events and then new ones', async () => {
    const { store } = await opened()
    await store.append('parcel-1', [event('a'), event('b')], 'no-stream')
    const { seen } = follow(store, null)
    await vi.waitFor(() => expect(notes(seen)).toEqual(['a', 'b']), patience)
    await store.append('parcel-2', [event('c')], 'no-stream')
    await vi.waitFor(() => expect(notes(seen)).toEqual(['a', 'b', 'c']), patience)
    expect(seen).toEqual(await store.readAll(null, 10))
  })

  it('brings an event that was appended because of the one before', async () => {
    const { store } = await opened()
    const seen: string[] = []
    const subscription = store.subscribe(null, async (events) => {
      seen.push(...notes(events))
      const next = seen.length
      if (next < 30) void store.append(`parcel-${next}`, [event(`${next}`)], 'no-stream')
    })
    onTestFinished(() => subscription.close())
    await store.append('parcel-0', [event('0')], 'no-stream')
    await vi.waitFor(() => expect(seen).toEqual(Array.from({ length: 30 }, (_, i) => `${i}`)), patience)
  })

  it('begins after a checkpoint', async () => {
    const { store } = await opened()
    const { position } = await store.append('parcel-1', [event('a'), event('b')], 'no-stream')
    await store.append('parcel-1', [event('c')], 1)
    const { seen } = follow(store, position)
    await store.append('parcel-1', [event('d')], 2)
    await vi.waitFor(() => expect(notes(seen)).toEqual(['c', 'd']), patience)
  })

  it('misses nothing and brings nothing twice while many write', async () => {
    const { store } = await opened()
    const writers = Promise.all(
      Array.from({ length: 10 }, async (_, writer) => {
        for (let i = 0; i < 60; i++) await appendAtTheEnd(store, `parcel-${writer}`, `${writer}-${i}`)
      }),
    )
    await vi.waitFor(async () => expect(await store.head()).not.toBeNull(), patience)
    const early = follow(store, null)
    const checkpoint = await store.head()
    const late = follow(store, checkpoint)
    await writers
    const all = await store.readAll(null, 1000)
    expect(all).toHaveLength(600)
    await vi.waitFor(() => expect(early.seen).toHaveLength(600), patience)
    expect(notes(early.seen)).toEqual(notes(all))
    const afterCheckpoint = notes(all.filter(({ position }) => position > (checkpoint ?? 0)))
    await vi.waitFor(() => expect(notes(late.seen)).toEqual(afterCheckpoint), patience)
  })
}

const follow = (store: EventStore, after: number | null) => {
  const seen: StoredEvent[] = []
  const subscription = store.subscribe(after, async (events) => {
    seen.push(...events)
  })
  onTestFinished(() => subscription.close())
  return { seen, subscription }
}

export const endingSubscriptions = (opened: OpenEventStore): void => {
  it('waits for one batch before it brings the next', async () => {
    const { store } = await opened()
    await store.append('parcel-1', [event('a')], 'no-stream')
    const gate = Promise.withResolvers<void>()
    const batches: string[][] = []
    const subscription = store.subscribe(null, (events) => {
      batches.push(notes(events))
      return gate.promise
    })
    onTestFinished(() => subscription.close())
    await vi.waitFor(() => expect(batches).toEqual([['a']]), patience)
    await store.append('parcel-1', [event('b')], 0)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(batches).toEqual([['a']])
    gate.resolve()
    await vi.waitFor(() => expect(batches).toEqual([['a'], ['b']]), patience)
  })

  it('ends with the error of its follower, and brings no more', async () => {
    const { store } = await opened()
    await store.append('parcel-1', [event('a')], 'no-stream')
    let calls = 0
    const { ended } = store.subscribe(null, async () => {
      calls++
      throw new Error('the scale is broken')
    })
    await expect(ended).rejects.toThrow('the scale is broken')
    await store.append('parcel-1', [event('b')], 0)
    const { seen } = follow(store, null)
    await vi.waitFor(() => expect(notes(seen)).toEqual(['a', 'b']), patience)
    expect(calls).toBe(1)
  })

  it('brings nothing after it was closed', async () => {
    const { store } = await opened()
    await store.append('parcel-1', [event('a')], 'no-stream')
    const { seen, subscription } = follow(store, null)
    await vi.waitFor(() => expect(notes(seen)).toEqual(['a']), patience)
    await subscription.close()
    await subscription.ended
    const other = follow(store, null)
    await store.append('parcel-1', [event('b')], 0)
    await vi.waitFor(() => expect(notes(other.seen)).toEqual(['a', 'b']), patience)
    expect(notes(seen)).toEqual(['a'])
  })
}
