import kafkajs, { type Message, type ProducerRecord } from 'kafkajs'
import { expect, it, vi } from 'vitest'
import { EngineAway } from '../../ports/message-bus.ts'
import { openSender, portions } from './sender.ts'

const { KafkaJSConnectionError, KafkaJSProtocolError } = kafkajs

/** A producer whose test decides when each send ends. */
const handOperated = () => {
  const under: { record: ProducerRecord; end: PromiseWithResolvers<void> }[] = []
  const producer = {
    connect: async () => {},
    async send(record: ProducerRecord) {
      const end = Promise.withResolvers<void>()
      under.push({ record, end })
      await end.promise
      return []
    },
  }
  const sent = () => under.map(({ record }) => record.messages.map(({ value }) => value).join())
  return { producer, under, sent }
}
const records = (...values: string[]): Message[] => values.map((value) => ({ key: 'k', value }))
const broken = () => new KafkaJSConnectionError('gone', {})

it('has one send in flight for each topic', async () => {
  const { producer, under, sent } = handOperated()
  const { send } = openSender(producer)
  const [first, second] = [send('parcels', records('1', '2')), send('parcels', records('3'))]
  await vi.waitFor(() => expect(sent()).toEqual(['1,2']), 60_000)
  const other = send('payments', records('p'))
  await vi.waitFor(() => expect(sent()).toEqual(['1,2', 'p']), 60_000)
  under[1]?.end.resolve()
  await other
  expect(sent()).toEqual(['1,2', 'p'])
  under[0]?.end.resolve()
  await first
  await vi.waitFor(() => expect(sent()).toEqual(['1,2', 'p', '3']), 60_000)
  under[2]?.end.resolve()
  await second
})

it('asks for the acknowledgement of all replicas', async () => {
  const { producer, under } = handOperated()
  const sending = openSender(producer).send('parcels', records('1'))
  await vi.waitFor(() => expect(under[0]?.record.acks).toBe(-1), 60_000)
  under[0]?.end.resolve()
  await sending
})

it('continues after a failed send, which rejects for its caller', async () => {
  const { producer, under, sent } = handOperated()
  const { send } = openSender(producer)
  const [first, second] = [send('parcels', records('1')), send('parcels', records('2'))]
  await vi.waitFor(() => expect(sent()).toEqual(['1']), 60_000)
  under[0]?.end.reject(broken())
  await expect(first).rejects.toBeInstanceOf(EngineAway)
  await vi.waitFor(() => expect(sent()).toEqual(['1', '2']), 60_000)
  under[1]?.end.resolve()
  await second
})

it('waits for the end of the last send, and never sends what its caller has given up', async () => {
  const { producer, under, sent } = handOperated()
  const { send } = openSender(producer, 1000)
  const given = await Promise.allSettled([send('parcels', records('1')), send('parcels', records('2'))])
  for (const one of given) expect(one).toMatchObject({ status: 'rejected', reason: expect.any(EngineAway) })
  const third = send('parcels', records('3'))
  expect(sent()).toEqual(['1'])
  under[0]?.end.resolve()
  await vi.waitFor(() => expect(sent()).toEqual(['1', '3']), 60_000)
  under[1]?.end.resolve()
  await third
})

it('tells a final refusal by Kafka from an outage', async () => {
  const { producer, under } = handOperated()
  const sending = openSender(producer).send('parcels', records('1'))
  await vi.waitFor(() => expect(under).toHaveLength(1), 60_000)
  const tooLarge = Object.assign(new Error('too large'), { type: 'MESSAGE_TOO_LARGE', code: 10, retriable: false })
  under[0]?.end.reject(new KafkaJSProtocolError(tooLarge))
  await expect(sending).rejects.not.toBeInstanceOf(EngineAway)
})

it('sends large amounts in portions that a broker accepts, in order', () => {
  const many = records(...Array.from({ length: 1001 }, (_, i) => `${i}`))
  expect(portions(many).map(({ length }) => length)).toEqual([500, 500, 1])
  expect(portions(many).flat()).toEqual(many)
  const large = records(...Array.from({ length: 4 }, () => 'x'.repeat(200_000)))
  expect(portions(large).map(({ length }) => length)).toEqual([2, 2])
})
