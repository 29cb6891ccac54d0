import type { Admin } from 'kafkajs'
import { describe, expect, test } from 'vitest'
import { EngineAway, OtherFormat } from '../../ports/message-bus.ts'
import { storedFormat } from '../stored-format.ts'
import type { AskAdmin } from './ask-admin.ts'
import { openTopicFormat } from './topic-format.ts'

const refused = new OtherFormat(
  "Kafka holds messages in a format that this version of Tuma can't read. Choose a new ENGINE_PREFIX, or name an empty server with KAFKA_BROKERS. Nothing has been changed.",
)

/** A cluster that only answers with its names of topics; `late` is what it shows before it knows them all. */
const getCluster = (...topics: string[]) => {
  const cluster = { topics, late: [] as string[][], isAway: false, asked: 0 }
  const listTopics = async () => {
    cluster.asked += 1
    if (cluster.isAway) throw new EngineAway('Kafka is away')
    return cluster.late.shift() ?? [...cluster.topics]
  }
  const ask: AskAdmin = (question) => question({ listTopics } as Partial<Admin> as Admin)
  const open = (prefix = '') => {
    const create = async (topic: string) => void cluster.topics.push(topic)
    return openTopicFormat(ask, { prefix, create, used: [`${prefix}parked-messages`], lookIntervalMs: 5 })
  }
  return { cluster, open }
}

describe('the format of topics', () => {
  test('is marked on an empty cluster before any other topic is made, and is not asked for again', async () => {
    const { cluster, open } = getCluster()
    const format = open('one-')
    await format.check()
    expect(cluster.topics).toEqual([])
    await Promise.all([format.admit('one-jar'), format.admit('one-lid')])
    expect(cluster.topics).toEqual([`one-format-${storedFormat}`])
    const asked = cluster.asked
    await Promise.all([format.admit('one-cap'), format.check()])
    expect(cluster.asked).toBe(asked)
  })

  test('is known from a marker that another process made', async () => {
    const { cluster, open } = getCluster(`format-${storedFormat}`, 'jar', 'parked-messages')
    await open().admit('jar')
    expect(cluster.topics).toHaveLength(3)
  })

  test.each([
    ['another number is marked', [`format-${storedFormat + 1}`]],
    ['ours is marked, and another one too', [`format-${storedFormat}`, `format-${storedFormat + 1}`]],
    ['messages were parked without a marker', ['parked-messages']],
  ])('is refused at a start when %s', async (_, topics) => {
    const { cluster, open } = getCluster(...topics)
    const format = open()
    await expect(format.check()).rejects.toEqual(refused)
    await expect(format.admit('jar')).rejects.toEqual(refused)
    expect(cluster.topics).toEqual(topics)
  })

  test('is refused when a topic exists without a marker and will be used', async () => {
    const { cluster, open } = getCluster('jar')
    const format = open()
    await format.check()
    await expect(format.admit('jar')).rejects.toEqual(refused)
    await expect(format.check()).rejects.toEqual(refused)
    expect(cluster.topics).toEqual(['jar'])
  })

  test.each([
    [
      '',
      [
        'orders',
        'orders-parked-messages',
        `staging-format-${storedFormat + 1}`,
        'staging-jar',
        'format-of-dates',
        'format-',
      ],
    ],
    [
      'one-',
      [
        `format-${storedFormat + 1}`,
        'jar',
        'parked-messages',
        `one-two-format-${storedFormat + 1}`,
        'one-two-jar',
        'one-two-parked-messages',
      ],
    ],
  ])('with the prefix "%s" ignores the topics of other software, and refuses none of them', async (prefix, others) => {
    const { cluster, open } = getCluster(...others)
    await open(prefix).admit(`${prefix}jar`)
    expect(cluster.topics).toEqual([...others, `${prefix}format-${storedFormat}`])
  })

  test('is looked for again when a broker shows a topic before the marker', async () => {
    const { cluster, open } = getCluster(`format-${storedFormat}`, 'jar')
    cluster.late = [['jar'], ['jar']]
    await open().admit('jar')
    expect(cluster.asked).toBe(3)
  })

  test('is refused for two versions that begin on an empty cluster at the same time', async () => {
    const { cluster, open } = getCluster(`format-${storedFormat + 1}`)
    cluster.late = [[]]
    await expect(open().admit('jar')).rejects.toEqual(refused)
    expect(cluster.topics).not.toContain('jar')
  })

  test('is asked for again once a cluster was away, or was emptied', async () => {
    const { cluster, open } = getCluster(`format-${storedFormat + 1}`)
    const format = open()
    cluster.isAway = true
    const away = await format.admit('jar').catch((error: unknown) => error)
    expect(away).toBeInstanceOf(EngineAway)
    expect(away).not.toBeInstanceOf(OtherFormat)
    cluster.isAway = false
    await expect(format.admit('jar')).rejects.toEqual(refused)
    cluster.topics = []
    await format.admit('jar')
    expect(cluster.topics).toEqual([`format-${storedFormat}`])
  })
})
