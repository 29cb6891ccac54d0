import type { Admin } from 'kafkajs'
import { describe, expect, test } from 'vitest'
import { EngineAway, OtherStore } from '../../ports/message-bus.ts'
import type { AskAdmin } from './ask-admin.ts'
import { openTopicMarks } from './topic-marks.ts'

const ours = '0f0e5c6e-3a4b-4c7d-9e21-5b1f0c9d8a70'
const others = 'c7d1a2b3-8f4e-4a6b-b0c9-1e2d3f4a5b6c'
const refused = new OtherStore(
  'The Kafka named by KAFKA_BROKERS is not the one of these data: its topics of one-jar belong to other data. Name the right one, or an empty one, or choose a new ENGINE_PREFIX. Nothing has been changed.',
)

/** A cluster that only answers with its names of topics. */
const getCluster = (...topics: string[]) => {
  const cluster = { topics, isAway: false, asked: 0 }
  const listTopics = async () => {
    cluster.asked += 1
    if (cluster.isAway) throw new EngineAway('Kafka is away')
    return [...cluster.topics]
  }
  const ask: AskAdmin = (question) => question({ listTopics } as Partial<Admin> as Admin)
  const create = async (topic: string) => void cluster.topics.push(topic)
  const marks = openTopicMarks(ask, { prefix: 'one-', create })
  return { cluster, marks }
}
const marked = (service: string, mark: string) => `one-storeMark-${service}-${mark}`

describe('the marks of topics', () => {
  test('are made before the first topic of a service is used, and are not asked for again', async () => {
    const { cluster, marks } = getCluster('one-format-5')
    marks.require(
      new Map([
        ['one-jar', ours],
        ['one-lid', others],
      ]),
    )
    await marks.check()
    expect(cluster.topics).toEqual(['one-format-5'])
    await Promise.all([marks.admit(), marks.admit()])
    expect(cluster.topics).toEqual(['one-format-5', marked('jar', ours), marked('lid', others)])
    await marks.check()
    const asked = cluster.asked
    await Promise.all([marks.admit(), marks.check()])
    expect(cluster.asked).toBe(asked)
  })

  test('are the same after a restart, which makes none', async () => {
    const { cluster, marks } = getCluster(marked('jar', ours), 'one-jar')
    marks.require(new Map([['one-jar', ours]]))
    await marks.admit()
    expect(cluster.topics).toHaveLength(2)
  })

  test.each([
    ['another one is there', [marked('jar', others)]],
    ['ours is there, and another one too', [marked('jar', ours), marked('jar', others)]],
  ])('refuse the topics when %s, and none is made', async (_, topics) => {
    const { cluster, marks } = getCluster(...topics, 'one-jar')
    marks.require(new Map([['one-jar', ours]]))
    await expect(marks.check()).rejects.toEqual(refused)
    await expect(marks.admit()).rejects.toEqual(refused)
    expect(cluster.topics).toEqual([...topics, 'one-jar'])
  })

  test('of another store refuse all services of a process before it makes any', async () => {
    const { cluster, marks } = getCluster(marked('jar', others))
    marks.require(
      new Map([
        ['one-lid', ours],
        ['one-jar', ours],
      ]),
    )
    await expect(marks.admit()).rejects.toEqual(refused)
    expect(cluster.topics).toEqual([marked('jar', others)])
  })

  test('accept topics without a mark, and topics of other software on the cluster', async () => {
    const names = ['one-jar', `storeMark-jar-${others}`, marked('jar-two', others), marked('jar', 'of-dates')]
    const { cluster, marks } = getCluster(...names)
    marks.require(new Map([['one-jar', ours]]))
    await marks.admit()
    expect(cluster.topics).toEqual([...names, marked('jar', ours)])
  })

  test('are not compared in a process without an event store of its own', async () => {
    const { cluster, marks } = getCluster(marked('jar', others))
    await marks.check()
    await marks.admit()
    expect(cluster.asked).toBe(0)
  })

  test('are compared again once a cluster was away: a failed question is no answer', async () => {
    const { cluster, marks } = getCluster(marked('jar', others))
    marks.require(new Map([['one-jar', ours]]))
    cluster.isAway = true
    const away = await marks.admit().catch((error: unknown) => error)
    expect(away).toBeInstanceOf(EngineAway)
    expect(away).not.toBeInstanceOf(OtherStore)
    cluster.isAway = false
    await expect(marks.admit()).rejects.toEqual(refused)
  })
})
