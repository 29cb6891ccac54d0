import { describe, expect, test } from 'vitest'
import { type GroupPath, openFairQueue } from './fair-queue.ts'

const all = 1000
/** Each job is named after its group: `a/b` belongs to group b in group a. */
const buildPath = (job: string): GroupPath => job.replace(/\d+$/, '').split('/')
const queued = (jobs: readonly string[], maxWaiting = all) => {
  const queue = openFairQueue<string>(maxWaiting, buildPath(jobs[0] ?? '').length)
  const gaveWay = jobs.flatMap((job) => queue.add(buildPath(job), job) ?? [])
  const taken = () => {
    const order: string[] = []
    for (let next = queue.take(); next !== null; next = queue.take()) order.push(next)
    return order
  }
  return { queue, gaveWay, taken }
}

describe('waiting jobs', () => {
  test('of one group run in the order of arrival', () => {
    expect(queued(['a1', 'a2', 'a3']).taken()).toEqual(['a1', 'a2', 'a3'])
  })

  test('of several groups take turns, in the order in which the groups came', () => {
    expect(queued(['a1', 'a2', 'a3', 'b1', 'c1', 'c2']).taken()).toEqual(['a1', 'b1', 'c1', 'a2', 'c2', 'a3'])
  })

  test('of a wide group have one turn, however many narrow groups it has', () => {
    expect(queued(['a/b1', 'a/c1', 'a/d1', 'a/b2', 'x/y1', 'x/y2']).taken()).toEqual([
      ...['a/b1', 'x/y1', 'a/c1', 'x/y2', 'a/d1', 'a/b2'],
    ])
  })

  test('of a group that comes back after each turn run after those that wait', () => {
    const { queue } = queued(['a1', 'a2', 'b1'])
    expect(queue.take()).toBe('a1')
    queue.add(['c'], 'c1')
    queue.add(['a'], 'a3')
    expect([queue.take(), queue.take(), queue.take(), queue.take(), queue.take()]).toEqual([
      'b1',
      'a2',
      'c1',
      'a3',
      null,
    ])
  })
})

describe('when all places are taken', () => {
  test('the newest job of the largest group gives its place to a smaller group', () => {
    const { gaveWay, taken } = queued(['a1', 'a2', 'a3', 'b1', 'c1'], 4)
    expect(gaveWay).toEqual(['a3'])
    expect(taken()).toEqual(['a1', 'b1', 'c1', 'a2'])
  })

  test('the largest group gets no further place', () => {
    expect(queued(['a1', 'a2', 'b1', 'a3'], 3).gaveWay).toEqual(['a3'])
    expect(queued(['a1', 'b1', 'c1', 'b2'], 3).gaveWay).toEqual(['b2'])
  })

  test('a newcomer is refused if each group has one place', () => {
    expect(queued(['a1', 'b1', 'c1', 'd1'], 3).gaveWay).toEqual(['d1'])
  })

  test('a wide group of many narrow ones loses a place as one group', () => {
    const wide = Array.from({ length: 60 }, (_, i) => `a/${'n'.repeat(i + 1)}1`)
    const { gaveWay, queue } = queued([...wide, 'x/y1', 'x/z1'], 33)
    expect(gaveWay).toHaveLength(29)
    expect(gaveWay.every((job) => job.startsWith('a/'))).toBe(true)
    expect([queue.take(), queue.take()]).toEqual(['a/n1', 'x/y1'])
    expect(queue.size()).toBe(31)
  })
})
