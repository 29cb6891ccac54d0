import kafkajs, { type Admin, type Message as KafkaRecord } from 'kafkajs'
import { expect, test } from 'vitest'
import { EngineAway } from '../../ports/message-bus.ts'
import type { AskAdmin } from './ask-admin.ts'
import { orAway } from './away.ts'
import { openTopicEnds } from './topic-ends.ts'
import { replayFor } from './wire.ts'

const { KafkaJSProtocolError } = kafkajs
const marginRecords = 2000

type Groups = { readonly [groupId: string]: readonly number[] | Error }

/** A cluster with one topic and these ends of its partitions, and groups with what they have committed there. */
const openCluster = (ends: number[], groups: Groups = {}) => {
  const cluster = { ends, isGone: false, made: 0, forgotten: [] as string[], sent: [] as KafkaRecord[][] }
  const admin = {
    async fetchTopicOffsets() {
      if (cluster.isGone) throw refusal('UNKNOWN_TOPIC_OR_PARTITION', true)
      const found = cluster.ends.map((high, partition) => ({ partition, high: `${high}`, offset: `${high}`, low: '0' }))
      return found.reverse()
    },
    listGroups: async () => ({ groups: Object.keys(groups).map((groupId) => ({ groupId, protocolType: 'consumer' })) }),
    async fetchOffsets({ groupId }: { groupId: string }) {
      const committed = groups[groupId] ?? []
      if (committed instanceof Error) throw committed
      const partitions = committed.map((offset, partition) => ({ partition, offset: `${offset}`, metadata: null }))
      return [{ topic: 'till', partitions }]
    },
  }
  const ask: AskAdmin = (question) => orAway(question(admin as unknown as Admin))
  const open = openTopicEnds({
    ask,
    topics: {
      async ensure() {
        cluster.made += 1
      },
      isGone: () => {
        cluster.isGone = false
      },
    },
    async send(_topic, records) {
      cluster.sent.push([...records])
      for (const { partition = 0 } of records) cluster.ends[partition] = (cluster.ends[partition] ?? 0) + 1
      return []
    },
    onForgotten: (topic) => cluster.forgotten.push(topic),
  })
  return { cluster, ...open }
}

test('the end of a topic is that of each partition, in their order, and the topic is made first', async () => {
  const { cluster, end } = openCluster([4, 0, 9])
  expect([await end('till'), cluster.made]).toEqual([[4, 0, 9], 1])
})

test('a topic that is gone is away once, and then made again', async () => {
  const { cluster, end } = openCluster([0, 0])
  cluster.isGone = true
  await expect(end('till')).rejects.toThrow(EngineAway)
  expect([await end('till'), cluster.isGone]).toEqual([[0, 0], false])
})

test('only what is shorter is filled: behind what was acknowledged, with a margin, in batches that are no messages', async () => {
  const { cluster, fillUp } = openCluster([4, 7, 9])
  await fillUp('till', [4, 10, 9])
  expect(cluster.ends).toEqual([4, 10 + marginRecords, 9])
  expect(cluster.forgotten).toEqual(['till'])
  expect(Math.max(...cluster.sent.map(({ length }) => length))).toBeLessThanOrEqual(500)
  for (const record of cluster.sent.flat()) expect(replayFor(record as never)).toBe('')
})

test('a partition that a group has read further is filled behind that, and groups of other topics do not count', async () => {
  const groups = { 'book.till': [20, 3], 'ledger.till': [5, 2], 'book.other': [500, 500] }
  const { cluster, fillUp } = openCluster([4, 7], groups)
  await fillUp('till', [6, 7])
  expect(cluster.ends).toEqual([20 + marginRecords, 7])
})

const refusal = (type: string, retriable: boolean) =>
  new KafkaJSProtocolError(Object.assign(new Error(type), { type, code: 30, retriable }))

test('a group that it may not see is left out, and one that is away stops the filling', async () => {
  const refused = openCluster([4], { 'book.till': refusal('GROUP_AUTHORIZATION_FAILED', false) })
  await refused.fillUp('till', [6])
  expect(refused.cluster.ends).toEqual([6 + marginRecords])
  const gone = openCluster([4], { 'book.till': refusal('GROUP_COORDINATOR_NOT_AVAILABLE', true) })
  await expect(gone.fillUp('till', [6])).rejects.toThrow(EngineAway)
  expect(gone.cluster.ends).toEqual([4])
})
