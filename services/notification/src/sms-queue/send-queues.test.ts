import { setTimeout as pause } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { openRetryQueue } from './send-queues.ts'

const noFault = (error: unknown) => {
  throw error
}

test('a few run at once, and all come through', async () => {
  let underWay = 0
  let max = 0
  const done: string[] = []
  const queue = openRetryQueue(
    async (name) => {
      underWay += 1
      max = Math.max(max, underWay)
      await pause(2)
      underWay -= 1
      done.push(name)
      return null
    },
    8,
    noFault,
  )
  const names = Array.from({ length: 50 }, (_, n) => `m${n}`)
  for (const name of names) queue.enqueue(name, name)
  await vi.waitFor(() => expect([...done].sort()).toEqual([...names].sort()), 60_000)
  expect(max).toBe(8)
})

test('a running task is not begun again until it ends', async () => {
  const tries: string[] = []
  const queue = openRetryQueue(
    async (name) => {
      tries.push(name)
      return tries.length === 1 ? 30 : null
    },
    8,
    noFault,
  )
  queue.enqueue('m1', 'm1')
  queue.enqueue('m1', 'm1')
  await pause(10)
  queue.enqueue('m1', 'm1')
  await vi.waitFor(() => expect(tries).toEqual(['m1', 'm1']), 60_000)
  await pause(10)
  queue.enqueue('m1', 'm1')
  await vi.waitFor(() => expect(tries).toHaveLength(3), 60_000)
})

test('retryNow tries a task at once: while it waits, and when it was just running', async () => {
  const tries: string[] = []
  const trying = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const queue = openRetryQueue(
    async (name) => {
      tries.push(name)
      await trying[tries.length - 1]?.promise
      return 3_600_000
    },
    8,
    noFault,
  )
  queue.retryNow('m1', 'm1')
  queue.retryNow('m1', 'm1')
  expect(tries).toEqual(['m1'])
  trying[0]?.resolve()
  await vi.waitFor(() => expect(tries).toHaveLength(2), 60_000)
  trying[1]?.resolve()
  await pause(10)
  expect(tries).toHaveLength(2)
  queue.retryNow('m1', 'm1')
  await vi.waitFor(() => expect(tries).toHaveLength(3), 60_000)
  await queue.close()
})

test('tasks that wait for another try block none', async () => {
  const done: string[] = []
  const queue = openRetryQueue(
    async (name) => {
      done.push(name)
      return name === 'last' ? null : 60_000
    },
    8,
    noFault,
  )
  for (let n = 0; n < 20; n += 1) queue.enqueue(`waits ${n}`, `waits ${n}`)
  queue.enqueue('last', 'last')
  await vi.waitFor(() => expect(done).toContain('last'), 60_000)
  await queue.close()
})

test('each person gets one message after the other, in order, and others get theirs in parallel', async () => {
  const log: string[] = []
  const first = Promise.withResolvers<void>()
  const queue = openRetryQueue(
    async (name) => {
      log.push(name)
      if (name === 'njeri 1') await first.promise
      return null
    },
    8,
    noFault,
  )
  for (const name of ['njeri 1', 'njeri 2', 'njeri 3']) queue.enqueue(name, 'njeri')
  queue.enqueue('otieno 1', 'otieno')
  await vi.waitFor(() => expect(log).toContain('otieno 1'), 60_000)
  expect(log).toEqual(['njeri 1', 'otieno 1'])
  first.resolve()
  await vi.waitFor(() => expect(log).toEqual(['njeri 1', 'otieno 1', 'njeri 2', 'njeri 3']), 60_000)
})

test('runIfIdle runs a try of its own, and every later try is the usual one', async () => {
  const log: string[] = []
  const queue = openRetryQueue(
    async (name) => {
      log.push(`${name} again`)
      return null
    },
    8,
    noFault,
  )
  const first = async (name: string) => {
    log.push(`${name} first`)
    return 1
  }
  expect(queue.runIfIdle('m1', 'njeri', first)).toBe(true)
  queue.enqueue('m1', 'njeri')
  await vi.waitFor(() => expect(log).toEqual(['m1 first', 'm1 again']), 60_000)
  await vi.waitFor(() => expect(queue.runIfIdle('m2', 'njeri', async () => null)).toBe(true), 60_000)
  await queue.close()
})

test('runIfIdle does nothing while an earlier message of the person waits, all places are taken, or the queue is closed', async () => {
  const ends = Promise.withResolvers<null>()
  const queue = openRetryQueue(async (name) => (name === 'waits' ? 3_600_000 : null), 2, noFault)
  const begun = (name: string, person: string) => queue.runIfIdle(name, person, () => ends.promise)
  queue.enqueue('waits', 'akinyi')
  await new Promise(setImmediate)
  expect(begun('m2', 'akinyi')).toBe(false)
  expect(begun('m1', 'njeri')).toBe(true)
  expect(begun('m2', 'njeri')).toBe(false)
  expect(begun('m1 too', 'otieno')).toBe(true)
  expect(begun('m1 three', 'wafula')).toBe(false)
  ends.resolve(null)
  await vi.waitFor(() => expect(begun('m1 three', 'wafula')).toBe(true), 60_000)
  await queue.close()
  expect(begun('m1 four', 'kamau')).toBe(false)
})

test('a later message of a person starts the try of a waiting one, and goes itself whatever the result', async () => {
  const log: string[] = []
  const queue = openRetryQueue(
    async (name) => {
      log.push(name)
      return name === 'second' ? null : 3_600_000
    },
    8,
    noFault,
  )
  queue.enqueue('first', 'njeri')
  // The first try has ended.
  await new Promise(setImmediate)
  queue.enqueue('second', 'njeri')
  await vi.waitFor(() => expect(log).toEqual(['first', 'first', 'second']), 60_000)
  await queue.close()
})

test('closing waits for the running tries and begins no other', async () => {
  const log: string[] = []
  const queue = openRetryQueue(
    async (name) => {
      log.push(`${name} begins`)
      await pause(20)
      log.push(`${name} ends`)
      return 1
    },
    8,
    noFault,
  )
  for (let n = 0; n < 9; n += 1) queue.enqueue(`m${n}`, `m${n}`)
  await queue.close()
  await pause(30)
  expect(log.filter((line) => line.endsWith('begins'))).toHaveLength(8)
  expect(log.filter((line) => line.endsWith('ends'))).toHaveLength(8)
})

test('a fault is reported, and the turn is taken again later', async () => {
  vi.useFakeTimers()
  try {
    const faults: unknown[] = []
    let tries = 0
    const queue = openRetryQueue(
      async () => {
        tries += 1
        if (tries === 1) throw new Error('the store is away')
        return null
      },
      8,
      (error) => faults.push(error),
    )
    queue.enqueue('m1', 'm1')
    await vi.advanceTimersByTimeAsync(5000)
    expect(tries).toBe(2)
    expect(faults).toEqual([expect.objectContaining({ message: 'the store is away' })])
  } finally {
    vi.useRealTimers()
  }
})
