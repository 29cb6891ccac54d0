import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { AppendTooLarge, maxAppendBytes, RevisionConflict, type StoredEvent } from '../../ports/event-store.ts'
import { endingSubscriptions, subscribing } from './subscription-suite.ts'
import { appendAtTheEnd, event, notes, type OpenEventStore } from './weighed-parcels.ts'

/** The promises of `EventStore`, for every engine. `open` gives an empty store each time. */
export const eventStoreSuite = (name: string, open: OpenEventStore): void => {
  const opened = async () => {
    const it = await open()
    onTestFinished(() => it.close())
    return it
  }
  describe(`${name} as an event store`, { timeout: 300_000 }, () => {
    describe('appending', () => appending(opened))
    describe('the size of an append', () => sizeOfAppend(opened))
    describe('several writers', () => severalWriters(opened))
    describe('sending an append again', () => sendingAgain(opened))
    describe('reading', () => reading(opened))
    describe('subscribing', () => subscribing(opened))
    describe('the end of a subscription', () => endingSubscriptions(opened))
  })
}

const appending = (opened: OpenEventStore): void => {
  it('begins a stream only if it does not exist', async () => {
    const { store } = await opened()
    expect(await store.append('parcel-1', [event('a')], 'no-stream')).toMatchObject({ revision: 0 })
    await expect(store.append('parcel-1', [event('b')], 'no-stream')).rejects.toThrow(RevisionConflict)
    expect(notes(await store.read('parcel-1'))).toEqual(['a'])
  })

  it('continues only from the expected revision', async () => {
    const { store } = await opened()
    await store.append('parcel-1', [event('a'), event('b')], 'no-stream')
    await expect(store.append('parcel-1', [event('c')], 0)).rejects.toThrow(RevisionConflict)
    await expect(store.append('parcel-1', [event('c')], 2)).rejects.toThrow(RevisionConflict)
    await expect(store.append('parcel-2', [event('c')], 0)).rejects.toThrow(RevisionConflict)
    expect(await store.append('parcel-1', [event('c')], 1)).toMatchObject({ revision: 2 })
    expect(notes(await store.read('parcel-1'))).toEqual(['a', 'b', 'c'])
    expect(await store.read('parcel-2')).toEqual([])
  })

  it('answers with the revision and position of the last event', async () => {
    const { store } = await opened()
    const appended = await store.append('parcel-1', [event('a'), event('b')], 'no-stream')
    const last = (await store.read('parcel-1')).at(-1)
    expect(appended).toEqual({ revision: last?.revision, position: last?.position })
    expect(await store.head()).toBe(last?.position)
  })

  it('names the stream that was not as expected', async () => {
    const { store } = await opened()
    await expect(store.append('parcel-1', [event('a')], 7)).rejects.toMatchObject({ stream: 'parcel-1', expected: 7 })
  })
}

const sizeOfAppend = (opened: OpenEventStore): void => {
  /** Two events, together so many bytes of JSON. */
  const ofBytes = (bytes: number) => {
    const [one, other] = [event('a'), event('b')]
    const long = 'x'.repeat(
      bytes - Buffer.byteLength(JSON.stringify([one, { ...other, data: { note: 'b', long: '' } }])),
    )
    return [one, { ...other, data: { note: 'b', long } }]
  }

  it('accepts as much as is promised', async () => {
    const { store } = await opened()
    await store.append('parcel-1', ofBytes(maxAppendBytes), 'no-stream')
    expect(notes(await store.read('parcel-1'))).toEqual(['a', 'b'])
  })

  it('refuses one byte more with a sentence, stores none of it and continues', async () => {
    const { store } = await opened()
    const refused = store.append('parcel-1', ofBytes(maxAppendBytes + 1), 'no-stream')
    await expect(refused).rejects.toBeInstanceOf(AppendTooLarge)
    await expect(refused).rejects.toThrow(`an append to parcel-1 holds more than ${maxAppendBytes} bytes of JSON`)
    expect(await store.read('parcel-1')).toEqual([])
    expect(await store.append('parcel-1', [event('a')], 'no-stream')).toMatchObject({ revision: 0 })
  })
}

const severalWriters = (opened: OpenEventStore): void => {
  it('lets one of two writers win, and stores nothing of the other', async () => {
    const { store } = await opened()
    await store.append('parcel-1', [event('a')], 'no-stream')
    const outcomes = await Promise.allSettled([
      store.append('parcel-1', [event('b1'), event('b2')], 0),
      store.append('parcel-1', [event('c1'), event('c2')], 0),
    ])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: expect.any(RevisionConflict) })
    const won = outcomes[0].status === 'fulfilled' ? 'b' : 'c'
    expect(notes(await store.read('parcel-1'))).toEqual(['a', `${won}1`, `${won}2`])
  })

  it('stores everything of writers that read and try again', async () => {
    const { store } = await opened()
    const sent = Array.from({ length: 8 }, (_, writer) => Array.from({ length: 5 }, (_, i) => `${writer}-${i}`))
    await Promise.all(
      sent.map(async (own) => {
        for (const id of own) await appendAtTheEnd(store, 'parcel-1', id)
      }),
    )
    const events = await store.read('parcel-1')
    expect(notes(events).sort()).toEqual(sent.flat().sort())
    expect(events.map(({ revision }) => revision)).toEqual(events.map((_, i) => i))
  })
}

const sendingAgain = (opened: OpenEventStore): void => {
  it('adds nothing and answers as the first time, also when the stream has later events', async () => {
    const { store } = await opened()
    const events = [event('a'), event('b')]
    const first = await store.append('parcel-1', events, 'no-stream')
    expect(await store.append('parcel-1', events, 'no-stream')).toEqual(first)
    await store.append('parcel-1', [event('c')], 1)
    expect(await store.append('parcel-1', events, 'no-stream')).toEqual(first)
    expect(notes(await store.read('parcel-1'))).toEqual(['a', 'b', 'c'])
  })

  it('adds nothing when both tries are under way at the same time', async () => {
    const { store } = await opened()
    const events = [event('a'), event('b')]
    const [first, second] = await Promise.all([
      store.append('parcel-1', events, 'no-stream'),
      store.append('parcel-1', events, 'no-stream'),
    ])
    expect(second).toEqual(first)
    expect(notes(await store.read('parcel-1'))).toEqual(['a', 'b'])
  })

  it('is found by its ids in its own stream: an id in another stream is no earlier try', async () => {
    const { store } = await opened()
    await store.append('parcel-1', [event('a')], 'no-stream')
    const answer = await store.append('parcel-2', [event('a')], 'no-stream').catch(() => null)
    // An engine whose ids are unique over all streams refuses it; no engine answers with the other stream's result.
    const [there] = await store.read('parcel-2')
    expect(answer).toEqual(there ? { revision: 0, position: there.position } : null)
    await expect(store.append('parcel-1', [event('a')], 5)).resolves.toMatchObject({ revision: 0 })
    expect(notes(await store.read('parcel-1'))).toEqual(['a'])
  })

  it('of another attempt at the same thing conflicts with the first', async () => {
    const { store } = await opened()
    const attempt = (id: string) => [{ ...event(id), data: { grams: 250, note: 'a' }, metadata: { commandId: 'c1' } }]
    const outcomes = await Promise.allSettled([
      store.append('parcel-1', attempt('a1'), 'no-stream'),
      store.append('parcel-1', attempt('a2'), 'no-stream'),
    ])
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({ reason: expect.any(RevisionConflict) })
    expect(notes(await store.read('parcel-1'))).toEqual(['a'])
  })

  it('refuses the whole append when only a part of it is stored', async () => {
    const { store } = await opened()
    await store.append('parcel-1', [event('a')], 'no-stream')
    await store.append('parcel-1', [event('b')], 0)
    await expect(store.append('parcel-1', [event('b'), event('c')], 0)).rejects.toThrow()
    expect(notes(await store.read('parcel-1'))).toEqual(['a', 'b'])
  })
}

const reading = (opened: OpenEventStore): void => {
  it('returns what was appended, after a restart too', async () => {
    const { store, reopen } = await opened()
    const sent = { ...event('a'), version: 3, data: { name: 'Wanjikũ "W" 📦', none: null, list: [1, [true]] } }
    const { position } = await store.append('parcel-1', [sent], 'no-stream')
    const again = (await reopen?.()) ?? store
    expect(await again.read('parcel-1')).toEqual([{ ...sent, stream: 'parcel-1', revision: 0, position }])
  })

  it('returns the checksum of an event that has one, and none for others', async () => {
    const { store } = await opened()
    const checksum = '0123456789abcdef'
    await store.append('parcel-1', [{ ...event('a'), checksum }, event('b')], 'no-stream')
    for (const events of [await store.read('parcel-1'), await store.readAll(null, 10)]) {
      expect(events.map((one) => one.checksum)).toEqual([checksum, undefined])
    }
    const seen: StoredEvent[] = []
    const subscription = store.subscribe(null, async (events) => void seen.push(...events))
    onTestFinished(() => subscription.close())
    await vi.waitFor(() => expect(seen.map((one) => one.checksum)).toEqual([checksum, undefined]), 120_000)
  })

  it('reads a stream from a revision on', async () => {
    const { store } = await opened()
    await store.append('parcel-1', [event('a'), event('b'), event('c')], 'no-stream')
    expect(notes(await store.read('parcel-1', 1))).toEqual(['b', 'c'])
    expect(await store.read('parcel-1', 3)).toEqual([])
  })

  it('reads no more events of a stream than asked for', async () => {
    const { store } = await opened()
    await store.append('parcel-1', [event('a'), event('b'), event('c')], 'no-stream')
    expect(notes(await store.read('parcel-1', 1, 1))).toEqual(['b'])
    expect(notes(await store.read('parcel-1', 1, 5))).toEqual(['b', 'c'])
    expect(await store.read('parcel-1', 3, 1)).toEqual([])
    expect(await store.read('parcel-2', 0, 1)).toEqual([])
  })

  it('reads all streams in the order of appending, page by page', async () => {
    const { store } = await opened()
    expect(await store.head()).toBeNull()
    expect(await store.readAll(null, 10)).toEqual([])
    await store.append('parcel-1', [event('a')], 'no-stream')
    await store.append('parcel-2', [event('b'), event('c')], 'no-stream')
    await store.append('parcel-1', [event('d')], 0)
    const first = await store.readAll(null, 3)
    const second = await store.readAll(first.at(-1)?.position ?? null, 3)
    expect([notes(first), notes(second)]).toEqual([['a', 'b', 'c'], ['d']])
    const positions = [...first, ...second].map(({ position }) => position)
    expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b))
  })
}
