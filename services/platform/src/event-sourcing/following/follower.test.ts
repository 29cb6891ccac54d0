import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { EventStore, StoredEvent } from '../../ports/event-store.ts'
import { EngineAway } from '../../ports/message-bus.ts'
import { unchecked } from '../../testing/unchecked.ts'
import { UnknownStoredEvent } from '../events/event-codec.ts'
import { follow } from './follower.ts'
import type { Lease } from './lease.ts'

const patience = { timeout: 120_000, interval: 2 }

/** A store of positions only; `add` is an append by another process. Subscribing throws `breaks`. */
const openStore = () => {
  const events: StoredEvent[] = []
  const looks = new Set<() => void>()
  const state = { breaks: null as unknown, subscriptions: 0 }
  const subscribe: EventStore['subscribe'] = (after, onEvents) => {
    state.subscriptions += 1
    let closed = false
    let wake = () => {}
    const look = () => wake()
    looks.add(look)
    const run = async () => {
      for (let position = after ?? 0; !closed; ) {
        if (state.breaks) throw state.breaks
        const more = new Promise<void>((resolve) => {
          wake = resolve
        })
        const batch = events.filter((event) => event.position > position)
        if (batch.length === 0) await more
        else await onEvents(batch)
        position = batch.at(-1)?.position ?? position
      }
    }
    const ended = run().finally(() => looks.delete(look))
    return {
      ended,
      async close() {
        closed = true
        wake()
        await ended.catch(() => undefined)
      },
    }
  }
  const store = { subscribe, head: async () => events.at(-1)?.position ?? null } as EventStore
  return {
    ...state,
    store,
    state,
    add(...positions: number[]) {
      for (const position of positions) events.push({ position } as StoredEvent)
      for (const look of looks) look()
    },
  }
}

/** One lease that two may ask for, and what was done with it. */
const openOneLease = () => {
  let holder: string | null = null
  const lost = new Map<string, () => void>()
  const done: string[] = []
  return {
    done,
    holder: () => holder,
    /** As when it ran out and another replica was quicker. */
    give(name: string) {
      const before = holder
      holder = name
      if (before !== null) lost.get(before)?.()
    },
    of: (name: string): Lease => ({
      async take() {
        holder ??= name
        return holder === name
      },
      keep(onLost) {
        done.push(`${name} keeps`)
        lost.set(name, onLost)
        return () => {
          done.push(`${name} keeps no more`)
          lost.delete(name)
        }
      },
      async release() {
        done.push(`${name} releases`)
        if (holder === name) holder = null
      },
      forOthersMs: 7000,
    }),
  }
}

/** The test ends the pauses of working followers; those of watching ones end at once. */
const openClock = () => {
  const pauses: { ms: number; end: () => void }[] = []
  return {
    pause: (ms: number, signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        if (ms <= 50 || signal.aborted) return void setImmediate(resolve)
        pauses.push({ ms, end: resolve })
        signal.addEventListener('abort', () => resolve())
      }),
    /** Ends the current pause. */
    async passes(): Promise<number> {
      await vi.waitFor(() => expect(pauses).toHaveLength(1), patience)
      const [{ ms, end }] = pauses.splice(0) as [{ ms: number; end: () => void }]
      end()
      return ms
    },
    rests: () => vi.waitFor(() => expect(pauses).toHaveLength(1), patience),
  }
}

type World = {
  readonly it: ReturnType<typeof openStore>
  readonly leases: ReturnType<typeof openOneLease>
  /** The shared checkpoint. */
  checkpoint: number | null
}
const world = (): World => ({ it: openStore(), leases: openOneLease(), checkpoint: null })

const open = (shared: World, name = 'one', more: Partial<Parameters<typeof follow>[0]> = {}) => {
  const clock = openClock()
  const seen = { taken: [] as number[], passed: [] as number[], faults: [] as unknown[], lost: 0 }
  /** Thrown instead of taking a batch with this position. */
  const poison = new Map<number, unknown>()
  const follower = follow({
    store: unchecked(shared.it.store),
    lease: shared.leases.of(name),
    startAfter: async () => shared.checkpoint,
    async take(batch) {
      for (const { position } of batch) if (poison.has(position)) throw poison.get(position)
      seen.taken.push(...batch.map(({ position }) => position))
      shared.checkpoint = batch.at(-1)?.position ?? null
    },
    onTaken: (position) => seen.passed.push(position),
    onFault: (error) => seen.faults.push(error),
    async onLost() {
      seen.lost += 1
    },
    pause: clock.pause,
    ...more,
  })
  onTestFinished(() => follower.close())
  return { ...follower, seen, poison, clock }
}
const until = (check: () => void) => vi.waitFor(check, patience)
const broken = new Error('the scale is broken')
const away = new EngineAway('the documents are away')

describe('a follower takes', () => {
  test('everything after its checkpoint, in order, each event once, and then new ones', async () => {
    const shared = world()
    shared.it.add(1, 2, 3)
    shared.checkpoint = 1
    const one = open(shared)
    await one.caughtUp()
    shared.it.add(4)
    await one.caughtUp()
    expect(one.seen.taken).toEqual([2, 3, 4])
    expect(one.seen.passed).toEqual([1, 3, 4])
    expect(one.position()).toBe(4)
  })

  test('no event that it had by another way, which shows that it works', async () => {
    const shared = world()
    shared.it.add(1)
    const one = open(shared)
    await one.caughtUp()
    one.poison.set(2, away)
    shared.it.add(2)
    await until(() => expect(one.fault()).toBe(away))
    const waits = one.caughtUp({ position: 3 })
    one.took(3)
    expect(await waits).toBe(true)
    expect([one.position(), one.fault()]).toEqual([3, null])
    one.took(2)
    expect(one.position()).toBe(3)
  })

  test('nothing past a batch that fails, which is tried until it is taken', async () => {
    const shared = world()
    const one = open(shared)
    shared.it.add(1)
    await one.caughtUp()
    one.poison.set(2, broken)
    shared.it.add(2, 3)
    await one.clock.passes()
    await one.clock.passes()
    await one.clock.rests()
    one.poison.clear()
    await one.clock.passes()
    await one.caughtUp()
    expect(one.seen.taken).toEqual([1, 2, 3])
    expect(one.seen.faults).toEqual([broken, broken, broken])
  })
})

describe('a fault', () => {
  test('is shown while it lasts and reported at each try; an outage of an engine is only shown', async () => {
    const shared = world()
    const one = open(shared)
    one.poison.set(1, broken)
    shared.it.add(1)
    await one.clock.rests()
    expect(one.fault()).toBe(broken)
    one.poison.set(1, away)
    await one.clock.passes()
    await until(() => expect(one.fault()).toBe(away))
    expect(one.seen.faults).toEqual([broken])
    await one.clock.rests()
    one.poison.clear()
    await one.clock.passes()
    await one.caughtUp()
    expect(one.fault()).toBeNull()
  })

  test('is over with the batch that failed, though others wait', async () => {
    const shared = world()
    const during: unknown[] = []
    let failures = 0
    const one = open(shared, 'one', {
      async take([event]) {
        during.push([event?.position, one.position(), one.fault()])
        if (failures++ < 1) throw broken
        if (event?.position === 1) shared.it.add(2)
      },
    })
    shared.it.add(1)
    await one.clock.passes()
    await until(() => expect(one.position()).toBe(2))
    expect(during).toEqual([
      [1, null, null],
      [1, null, broken],
      [2, 1, null],
    ])
  })

  test('is not over by a new attempt, only when the failed batch is taken', async () => {
    const shared = world()
    const during: unknown[] = []
    const one = open(shared, 'one', {
      async take() {
        await new Promise((resolve) => setImmediate(resolve))
        during.push(one.fault())
        throw broken
      },
    })
    shared.it.add(1)
    for (const _ of Array(5)) await one.clock.passes()
    expect(during).toEqual([null, broken, broken, broken, broken])
  })

  test.each([broken, away])(
    'of its checkpoint is over when that can be read again, even without an event: %s',
    async (error) => {
      const shared = world()
      let failing = true
      const startAfter = async () => {
        if (failing) throw error
        return null
      }
      const one = open(shared, 'one', { startAfter })
      await until(() => expect(one.fault()).toBe(error))
      failing = false
      await one.clock.passes()
      await until(() => expect(one.fault()).toBeNull())
    },
  )

  test('of its subscription is over when that works again, even without an event', async () => {
    const shared = world()
    shared.it.add(1)
    shared.checkpoint = 1
    shared.it.state.breaks = broken
    const one = open(shared)
    await one.clock.rests()
    expect(one.seen.faults).toEqual([broken])
    expect(one.fault()).toBe(broken)
    shared.it.state.breaks = null
    await one.clock.passes()
    await until(() => expect(one.fault()).toBeNull())
    expect(one.seen.taken).toEqual([])
  })
})

test('a follower that is closed during a repeated batch only waits for that batch', async () => {
  const shared = world()
  const [begun, done] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let tries = 0
  let asked = 0
  const clock = openClock()
  const one = open(shared, 'one', {
    async take() {
      tries += 1
      if (tries === 1) throw away
      begun.resolve()
      await done.promise
    },
    pause(ms, signal) {
      if (signal.aborted) asked += 1
      return clock.pause(ms, signal)
    },
  })
  shared.it.add(1)
  await clock.passes()
  await begun.promise
  const closed = one.close()
  for (const _ of Array(10)) await new Promise(setImmediate)
  done.resolve()
  await closed
  // At most the pause after the batch.
  expect(asked).toBeLessThanOrEqual(1)
})

describe('the pauses between tries', () => {
  test('grow up to five seconds during an outage, and the lease is kept', async () => {
    const shared = world()
    const one = open(shared)
    one.poison.set(1, away)
    shared.it.add(1)
    const pauses: number[] = []
    for (const _ of Array(8)) pauses.push(await one.clock.passes())
    expect(pauses).toEqual([100, 200, 400, 800, 1600, 3200, 5000, 5000])
    expect(shared.leases.done).not.toContain('one releases')
  })

  test('begin with the shortest again after progress', async () => {
    const shared = world()
    const one = open(shared)
    for (const position of [1, 2]) {
      one.poison.set(position, away)
      shared.it.add(position)
      expect(await one.clock.passes()).toBe(100)
      expect(await one.clock.passes()).toBe(200)
      await one.clock.rests()
      one.poison.clear()
      await one.clock.passes()
      await one.caughtUp()
    }
  })
})

describe('a follower that fails repeatedly', () => {
  test('releases the lease at the third failure, begins nothing more, and leaves the lease to others for a while', async () => {
    const shared = world()
    const one = open(shared)
    one.poison.set(1, broken)
    shared.it.add(1)
    expect([await one.clock.passes(), await one.clock.passes()]).toEqual([100, 200])
    await one.clock.rests()
    expect(shared.leases.holder()).toBeNull()
    expect(one.seen.lost).toBe(1)
    expect(await one.clock.passes()).toBe(7000)
  })

  test('keeps trying without another replica, and works again once it can', async () => {
    const shared = world()
    const one = open(shared)
    one.poison.set(1, broken)
    shared.it.add(1)
    for (const _ of Array(6)) await one.clock.passes()
    expect(one.seen.faults.length).toBeGreaterThan(5)
    await one.clock.rests()
    one.poison.clear()
    await one.clock.passes()
    await one.caughtUp()
    expect(one.fault()).toBeNull()
    expect(one.seen.taken).toEqual([1])
    expect(shared.leases.holder()).toBe('one')
  })

  test('is followed by a healthy one, which continues at its position, works and catches up', async () => {
    const shared = world()
    const [sick, sound] = [open(shared, 'sick'), open(shared, 'sound')]
    sick.poison.set(1, broken)
    shared.it.add(1, 2)
    await sick.clock.passes()
    await sick.clock.passes()
    await sound.caughtUp()
    expect(sound.seen.taken).toEqual([1, 2])
    expect(sound.fault()).toBeNull()
    expect(sick.fault()).toBe(broken)
  })

  test('watches the healthy one, and is well when that one has done what it could not do', async () => {
    const shared = world()
    const [sick, sound] = [open(shared, 'sick'), open(shared, 'sound')]
    sick.poison.set(1, broken)
    shared.it.add(1)
    for (const _ of [1, 2]) await sick.clock.passes()
    await sound.caughtUp()
    await sick.clock.passes()
    await until(() => expect(sick.fault()).toBeNull())
    shared.it.add(2)
    await sick.caughtUp()
    expect([sick.seen.taken, sound.seen.taken]).toEqual([[], [1, 2]])
  })

  test('is not well because another has the lease, only when that one is past what failed', async () => {
    const shared = world()
    const watched = vi.fn(async () => shared.checkpoint)
    const one = open(shared, 'one', { watch: watched })
    one.poison.set(1, broken)
    shared.it.add(1)
    await one.clock.rests()
    shared.leases.give('a slow one')
    await one.clock.passes()
    await until(() => expect(watched.mock.calls.length).toBeGreaterThan(3))
    expect(one.fault()).toBe(broken)
    shared.checkpoint = 1
    await until(() => expect(one.fault()).toBeNull())
  })

  test('during an outage is well as soon as the engine answers, though the other is not far yet', async () => {
    const shared = world()
    const one = open(shared)
    one.poison.set(1, away)
    shared.it.add(1)
    await one.clock.rests()
    shared.leases.give('a slow one')
    await one.clock.passes()
    await until(() => expect(one.fault()).toBeNull())
    expect(one.position()).toBeNull()
  })

  test('stays faulty when a newer release wrote an unreadable event, even if another replica continues', async () => {
    const shared = world()
    const [old, newer] = [open(shared, 'old'), open(shared, 'newer')]
    old.poison.set(1, new UnknownStoredEvent('ParcelWeighed', 2))
    shared.it.add(1)
    for (const _ of [1, 2]) await old.clock.passes()
    await newer.caughtUp()
    await old.clock.passes()
    shared.it.add(2)
    await old.caughtUp()
    expect(String(old.fault())).toMatch(/ParcelWeighed version 2: a newer release wrote it/)
    await newer.close()
    shared.it.add(3)
    await old.caughtUp()
    expect(old.seen.taken).toEqual([3])
    expect(old.fault()).toBeInstanceOf(UnknownStoredEvent)
  })

  test('is not well because it leaves the lease to others, who have done nothing yet', async () => {
    const shared = world()
    const one = open(shared, 'one', { watch: async () => 100 })
    one.poison.set(1, broken)
    shared.it.add(1)
    for (const _ of Array(5)) {
      await one.clock.passes()
      expect(one.fault()).toBe(broken)
    }
  })
})

describe('of two followers', () => {
  test('the one with the lease works and keeps it, the other sees its progress', async () => {
    const shared = world()
    const one = open(shared)
    shared.it.add(1)
    await one.caughtUp()
    const two = open(shared, 'two')
    shared.it.add(2)
    await two.caughtUp()
    expect([one.seen.taken, two.seen.taken]).toEqual([[1, 2], []])
    expect(shared.leases.done).toEqual(['one keeps'])
  })

  test('the one that loses the lease stops, is notified, and watches', async () => {
    const shared = world()
    const [one, two] = [open(shared), open(shared, 'two')]
    shared.it.add(1)
    await one.caughtUp()
    shared.leases.give('two')
    await until(() => expect(one.seen.lost).toBe(1))
    expect(shared.leases.done.slice(0, 2)).toEqual(['one keeps', 'one keeps no more'])
    shared.it.add(2)
    await Promise.all([one.caughtUp(), two.caughtUp()])
    expect([one.seen.taken, two.seen.taken]).toEqual([[1], [2]])
    expect([one.seen.lost, two.seen.lost]).toEqual([1, 0])
  })

  test('the one that finds the lease gone after an outage is notified too', async () => {
    const shared = world()
    const one = open(shared)
    one.poison.set(1, away)
    shared.it.add(1)
    await one.clock.rests()
    expect(one.seen.lost).toBe(0)
    shared.leases.give('two')
    await one.clock.passes()
    await until(() => expect(one.seen.lost).toBe(1))
  })

  test('the other takes over at once when the first is closed in order', async () => {
    const shared = world()
    const [one, two] = [open(shared), open(shared, 'two')]
    shared.it.add(1)
    await one.caughtUp()
    await one.close()
    expect(one.seen.lost).toBe(0)
    shared.it.add(2)
    await two.caughtUp()
    expect(two.seen.taken).toEqual([2])
  })
})

test('waiting ends at once when all is taken already, or the store is empty', async () => {
  const shared = world()
  const one = open(shared)
  await one.caughtUp()
  shared.it.add(1)
  await one.caughtUp()
  await one.caughtUp()
  expect(one.seen.taken).toEqual([1])
})

test('waiting to catch up ends when the follower is closed', async () => {
  const shared = world()
  const one = open(shared)
  one.poison.set(1, broken)
  shared.it.add(1)
  const caughtUp = one.caughtUp()
  await one.close()
  await caughtUp
  expect(one.seen.taken).toEqual([])
})
