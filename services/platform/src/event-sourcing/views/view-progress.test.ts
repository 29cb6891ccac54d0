import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Checkpoint, DocumentStore } from '../../ports/document-store.ts'
import type { EventStore } from '../../ports/event-store.ts'
import type { DomainEvent } from '../events/event.ts'
import { isAtOrPast } from '../following/waiting.ts'
import type { AnyView } from './view.ts'
import { ViewFault } from './view-batch.ts'
import { openViewProgress, toCheckpoints } from './view-progress.ts'

const view = (name: 'jars-v1' | 'cups-v1' | 'mugs-v1'): AnyView<DomainEvent> => ({
  collection: { name, shape: { sum: 'number' }, fields: { sum: 'number' }, indexes: [], sortBy: 'sum' },
  getIds: () => [],
  project: () => null,
})

/** A store whose head and checkpoints the test sets. */
let head: number | null
let storedCheckpoints: Map<string, number>
let written: Checkpoint[]
let looks: number
let writes: unknown[]
beforeEach(() => {
  writes = []
  head = 3
  storedCheckpoints = new Map()
  written = []
  looks = 0
})
const documents = {
  async checkpoints(names: readonly string[]) {
    looks += 1
    return new Map([...storedCheckpoints].filter(([name]) => names.includes(name)))
  },
  async write(documents: readonly unknown[], checkpoints: readonly Checkpoint[]) {
    writes.push(documents)
    written.push(...checkpoints)
    for (const { name, position } of checkpoints) storedCheckpoints.set(name, position)
    return []
  },
} as unknown as DocumentStore
const store = { head: async () => head } as EventStore

const open = () => {
  const progress = openViewProgress({ store, documents, views: [view('jars-v1'), view('cups-v1')] })
  return { ...progress, jars: progress.named('jars-v1'), cups: progress.named('cups-v1') }
}
const faultAt = (position: number) => new ViewFault('cups-v1', { type: 'Added', position }, new RangeError('thirteen'))

test('a position is reached from itself on, and null from the beginning', () => {
  expect([isAtOrPast(2, 2), isAtOrPast(3, 2), isAtOrPast(1, 2), isAtOrPast(null, 0)]).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect([isAtOrPast(null, null), isAtOrPast(0, null)]).toEqual([true, true])
})

test('the checkpoints of a view have its name', () => {
  expect(toCheckpoints('jars-v1')).toEqual(['view-jars-v1', 'view-jars-v1-filled', 'view-jars-v1-stopped'])
})

test('before a look at the store, a view has no position, was never filled and counts as up to date', async () => {
  const { jars, remember, isReadable } = open()
  expect(jars).toMatchObject({ position: null, wasFilled: false, progress: { state: 'live' } })
  expect(isReadable(jars)).toBe(false)
  await remember()
  expect(writes).toEqual([])
})

describe('a look at the store', () => {
  test('returns the position of each view, what stopped it and whether it was ever read', async () => {
    storedCheckpoints = new Map([
      ['view-jars-v1', 2],
      ['view-cups-v1', 1],
      ['view-cups-v1-filled', 1],
      ['view-cups-v1-stopped', 2],
    ])
    const { look, jars, cups, furthest } = open()
    await look()
    expect(jars).toMatchObject({ position: 2, wasFilled: false, progress: { state: 'live' } })
    expect(cups).toMatchObject({ position: 1, wasFilled: true, progress: { state: 'stopped', at: 2, fault: null } })
    expect(furthest()).toBe(2)
  })

  test('ends the fault that another replica has passed, and keeps the one that still stops a view', async () => {
    const { look, cups, stopped } = open()
    const fault = faultAt(2)
    await stopped(cups, fault, 2)
    await look()
    expect(cups.progress).toEqual({ state: 'stopped', at: 2, fault })
    storedCheckpoints.set('view-cups-v1-stopped', 3)
    await look()
    expect(cups.progress).toEqual({ state: 'stopped', at: 3, fault: null })
    storedCheckpoints.set('view-cups-v1', 3)
    await look()
    expect(cups.progress).toEqual({ state: 'catchingUp' })
  })

  test('changes nothing for a view that is not stopped', async () => {
    const { look, jars, arrived } = open()
    arrived(jars, 1, 'catchingUp')
    await look()
    expect(jars.progress).toEqual({ state: 'catchingUp' })
    arrived(jars, 2, 'live')
    await look()
    expect(jars.progress).toEqual({ state: 'live' })
  })

  test('is shared by concurrent callers, and made again for a later one', async () => {
    const { look } = open()
    await Promise.all([look(), look(), look()])
    expect(looks).toBe(1)
    await look()
    expect(looks).toBe(2)
  })

  test('is made once for callers that only need one', async () => {
    const { known } = open()
    await known()
    await known()
    expect(looks).toBe(1)
  })

  test('never moves a view back, because its checkpoint may be written later than its documents', async () => {
    storedCheckpoints.set('view-jars-v1', 3)
    const { look, jars, isReadable } = open()
    await look()
    storedCheckpoints.set('view-jars-v1', 1)
    await look()
    expect([jars.position, isReadable(jars)]).toEqual([3, true])
  })
})

describe('a view is filled', () => {
  test('once it has all events stored when this process began, whatever came since', async () => {
    const { look, jars, cups, arrived, isFilled, isReadable } = open()
    await look()
    head = 100
    await look()
    arrived(jars, 2, 'live')
    arrived(cups, 3, 'live')
    expect([isFilled(jars), isFilled(cups)]).toEqual([false, true])
    expect([isReadable(jars), isReadable(cups)]).toEqual([false, true])
  })

  test('not before a look has read the stored positions', () => {
    const { changed, jars, isFilled } = open()
    changed()
    expect(isFilled(jars)).toBe(false)
  })

  test('at once when the store is empty', async () => {
    head = null
    const { look, jars, isFilled } = open()
    await look()
    expect(isFilled(jars)).toBe(true)
  })
})

describe('a view arrives', () => {
  test('further on, and never goes back', () => {
    const { jars, arrived } = open()
    arrived(jars, 5, 'live')
    arrived(jars, 4, 'live')
    expect(jars.position).toBe(5)
  })

  test('past its fault, which is over then and not before', async () => {
    const { cups, arrived, stopped } = open()
    const fault = faultAt(5)
    await stopped(cups, fault, 7)
    arrived(cups, 4, 'catchingUp')
    expect(cups.progress).toEqual({ state: 'stopped', at: 5, fault })
    arrived(cups, 5, 'catchingUp')
    expect(cups.progress).toEqual({ state: 'catchingUp' })
    arrived(cups, 6, 'live')
    expect(cups.progress).toEqual({ state: 'live' })
  })
})

describe('a view that is stopped', () => {
  test('reports it to others and to later runs, once', async () => {
    const { cups, stopped } = open()
    await stopped(cups, faultAt(5), 7)
    const again = faultAt(5)
    await stopped(cups, again, 9)
    expect(cups.progress).toEqual({ state: 'stopped', at: 5, fault: again })
    expect(written).toEqual([{ name: 'view-cups-v1-stopped', position: 5 }])
    expect(writes).toEqual([[]])
    await stopped(cups, faultAt(6), 7)
    expect(written.at(-1)).toEqual({ name: 'view-cups-v1-stopped', position: 6 })
  })

  test('by a refused write is behind the end of the batch', async () => {
    const { cups, stopped } = open()
    await stopped(cups, new ViewFault('cups-v1', null, new Error('taken')), 7)
    expect(cups.progress).toMatchObject({ at: 7 })
  })

  test('can be read as it was, if it was read before, and only then', async () => {
    storedCheckpoints = new Map([['view-cups-v1-filled', 1]])
    const { look, jars, cups, stopped, isReadable } = open()
    await look()
    expect([isReadable(jars), isReadable(cups)]).toEqual([false, false])
    await stopped(cups, faultAt(2), 2)
    await stopped(jars, faultAt(2), 2)
    expect([isReadable(jars), isReadable(cups)]).toEqual([false, true])
  })
})

describe('a later run knows', () => {
  test('which views were read, once, and the position that they had to reach for it', async () => {
    const { look, jars, arrived, remember } = open()
    await look()
    await remember()
    expect(written).toEqual([])
    arrived(jars, 5, 'live')
    await remember()
    await remember()
    expect(written).toEqual([{ name: 'view-jars-v1-filled', position: 3 }])
    expect(writes).toEqual([[]])
    expect(jars.wasFilled).toBe(true)
  })
})

describe('while another replica works', () => {
  test('a view behind the furthest of the last look is not up to date', async () => {
    storedCheckpoints = new Map([
      ['view-jars-v1', 2],
      ['view-cups-v1', 1],
    ])
    const { look, watch, jars, cups } = open()
    await look()
    storedCheckpoints.set('view-jars-v1', 5)
    expect(await watch()).toBe(5)
    expect([jars.progress.state, cups.progress.state]).toEqual(['live', 'catchingUp'])
    storedCheckpoints.set('view-cups-v1', 5)
    await watch()
    expect(cups.progress.state).toBe('live')
  })

  test('waiting callers are notified', async () => {
    storedCheckpoints.set('view-cups-v1', 1).set('view-jars-v1', 3)
    const { look, watch, until, cups } = open()
    await look()
    const catchesUp = until(() => cups.progress.state === 'catchingUp')
    await watch()
    expect(await catchesUp).toBe(true)
  })
})

describe('a waiting caller', () => {
  test('gets the answer at once if it is true, and otherwise as soon as it becomes true', async () => {
    const { until, jars, arrived } = open()
    expect(await until(() => true)).toBe(true)
    const come = until(() => isAtOrPast(jars.position, 2))
    arrived(jars, 2, 'live')
    expect(await come).toBe(true)
  })

  test('gives up after its time, and is removed', async () => {
    vi.useFakeTimers()
    try {
      const { until, changed } = open()
      const asked = vi.fn(() => false)
      const came = until(asked, 1000)
      await vi.advanceTimersByTimeAsync(999)
      changed()
      expect(asked).toHaveBeenCalledTimes(2)
      await vi.advanceTimersByTimeAsync(1)
      expect(await came).toBe(false)
      changed()
      expect(asked).toHaveBeenCalledTimes(2)
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  test('waits for ever by default', async () => {
    vi.useFakeTimers()
    try {
      const { until, jars, arrived } = open()
      const came = until(() => isAtOrPast(jars.position, 2))
      await vi.advanceTimersByTimeAsync(2 ** 31 - 1)
      arrived(jars, 2, 'live')
      expect(await came).toBe(true)
    } finally {
      vi.useRealTimers()
    }
  })

  test('leaves no timer running after the end', async () => {
    vi.useFakeTimers()
    try {
      const { until } = open()
      expect(await until(() => true, 1000)).toBe(true)
      expect(vi.getTimerCount()).toBe(0)
    } finally {
      vi.useRealTimers()
    }
  })

  test('waits no longer than the process lives', async () => {
    const { until, end } = open()
    const never = until(() => false)
    end()
    expect(await never).toBe(true)
    expect(await until(() => false)).toBe(true)
  })
})

test('a view that the service does not have has no progress', () => {
  expect(() => open().named('mugs-v1')).toThrow('mugs-v1 is no view of this service')
})

describe('the filling of views', () => {
  test('counts over all views from where this process found them, and no event that came since', async () => {
    storedCheckpoints.set('view-jars-v1', 1)
    const { filling, look, arrived, jars, cups } = open()
    expect(filling()).toEqual({ taken: 0, toTake: 0, isReadable: false })
    await look()
    expect(filling()).toEqual({ taken: 0, toTake: 5, isReadable: false })
    arrived(cups, 2, 'catchingUp')
    await look()
    expect(filling()).toEqual({ taken: 2, toTake: 5, isReadable: false })
    head = 9
    arrived(jars, 5, 'live')
    expect(filling()).toEqual({ taken: 4, toTake: 5, isReadable: true })
  })

  test('does not count a view that an event has stopped', async () => {
    const { filling, look, stopped, cups } = open()
    await look()
    await stopped(cups, faultAt(2), 2)
    expect(filling()).toEqual({ taken: 0, toTake: 3, isReadable: false })
  })

  test('is over at once where nothing is stored', async () => {
    head = null
    const { filling, look } = open()
    await look()
    expect(filling()).toEqual({ taken: 0, toTake: 0, isReadable: true })
  })
})
