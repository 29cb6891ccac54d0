import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type ExpectedRevision, RevisionConflict } from '../../../ports/event-store.ts'
import { openTemporaryEngines } from '../../../testing/temporary-engines.ts'

/** The model of the store: an array, and three rules. */
class PlainArray {
  readonly events: { stream: string; id: string; revision: number }[] = []

  append(stream: string, ids: readonly string[], expected: ExpectedRevision): number | 'conflict' | 'fault' {
    const length = this.of(stream).length
    if (expected !== (length === 0 ? 'no-stream' : length - 1)) {
      const known = this.of(stream).filter((event) => ids.includes(event.id))
      return known.length > 0 ? this.#again(ids, known) : 'conflict'
    }
    this.events.push(...ids.map((id, i) => ({ stream, id, revision: length + i })))
    return length + ids.length - 1
  }

  of(stream: string) {
    return this.events.filter((event) => event.stream === stream)
  }

  #again(ids: readonly string[], known: PlainArray['events']): number | 'fault' {
    const first = known[0]?.revision ?? 0
    const there = known.map(({ id, revision }) => [id, revision])
    const sent = ids.map((id, i) => [id, first + i])
    return JSON.stringify(there) === JSON.stringify(sent) ? first + ids.length - 1 : 'fault'
  }
}

const stream = fc.constantFrom('parcel-1', 'parcel-2')
const appends = fc.record({
  stream,
  ids: fc.array(fc.constantFrom(...'abcdefgh'), { minLength: 1, maxLength: 3 }),
  expected: fc.oneof(
    fc.constant('no-stream' as const),
    fc.integer({ min: 0, max: 5 }),
    fc.constant('current' as const),
  ),
})

it('behaves like a plain array', { timeout: 300_000 }, async () => {
  const engines = await openTemporaryEngines(true)
  let run = 0
  const sameAsArray = fc.asyncProperty(fc.array(appends, { maxLength: 25 }), async (script) => {
    const store = engines.of(`run${run++}`).events
    const model = new PlainArray()
    for (const { stream, ids, expected } of script) {
      const current = model.of(stream).length - 1
      const revision = expected === 'current' ? (current < 0 ? 'no-stream' : current) : expected
      const events = ids.map((id) => ({ id, type: 'ParcelWeighed', version: 1, data: {}, metadata: {} }))
      const answer = await store.append(stream, events, revision).then(
        (appended) => appended.revision,
        (error) => (error instanceof RevisionConflict ? 'conflict' : 'fault'),
      )
      expect(answer).toBe(model.append(stream, ids, revision))
    }
    const all = await store.readAll(null, 1000)
    expect(all.map(({ stream, id, revision }) => ({ stream, id, revision }))).toEqual(model.events)
    for (const name of ['parcel-1', 'parcel-2']) {
      expect((await store.read(name)).map(({ id }) => id)).toEqual(model.of(name).map(({ id }) => id))
    }
  })
  try {
    await fc.assert(sameAsArray, { numRuns: 150 })
  } finally {
    await engines.close()
  }
})
