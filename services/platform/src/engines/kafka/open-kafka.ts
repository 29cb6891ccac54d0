import type { EngineState } from '../../ports/engines.ts'
import {
  type Consumer,
  EngineMisconfigured,
  type Groups,
  OtherStore,
  type ParkedMessage,
  type Publishing,
} from '../../ports/message-bus.ts'
import type { OnRefused } from '../refused-by-engine.ts'
import { rethrowOtherFormat } from '../stored-format.ts'
import { askAdmin } from './ask-admin.ts'
import { findTlsFault } from './away.ts'
import { openBusListener } from './bus-listener.ts'
import { openGroupMember } from './group-member.ts'
import { groupOffsets } from './group-offsets.ts'
import { Kafka, logLevel, Partitioners } from './kafka-client.ts'
import { type KafkaSecurity, securityOptions } from './kafka-security.ts'
import { findOldestOpen } from './oldest-open.ts'
import { type Kept, openParkedMessages } from './parked-messages.ts'
import { openSender } from './sender.ts'
import { openTopicEnds } from './topic-ends.ts'
import type { Marks } from './topic-marks.ts'
import { openTopics } from './topics.ts'
import { replayRecord, toRecord } from './wire.ts'

const patienceMs = 10_000
const pulseMs = 1000
const pulsePatienceMs = 3000

export type KafkaMessageBus = Groups &
  Publishing & {
    close(): Promise<void>
    /** Kafka's last answer; it is asked about once a second. */
    state(): EngineState
    healthy(): boolean
    /**
     * For a start: asks Kafka, unless it is unreachable. @throws OtherFormat; EngineMisconfigured when it refuses us
     */
    assertTaken(): Promise<void>
    /**
     * For a start, before any message: only topics of these marks are used from now on. If Kafka is away, the first
     * call that reaches it checks. @throws OtherStore
     */
    requireMarks(marks: Marks): Promise<void>
  }

/**
 * Apache Kafka 3.9 or newer. Resolves also while Kafka is away: calls then reject with `EngineAway` within some
 * seconds, consumers wait, and all work again once Kafka is back. When it refuses us calls reject with
 * `EngineMisconfigured`, and with `OtherFormat` when it holds another format.
 * @param options.brokers host:port, with commas between several
 * @param options.onOtherStore called when its topics belong to other data, while Kafka is asked once a second: the
 * process must end then
 * @param options.onForgotten called when a topic has forgotten messages, before it is filled up
 * @param options.clientId names the connections in the broker's log
 * @param options.user for a listener with SASL; `options.tls` for one with TLS
 * @param options.prefix of the names of all its topics; callers name theirs with it
 */
export const openKafka = async (options: {
  brokers: string
  clientId: string
  user?: KafkaSecurity['user']
  tls?: KafkaSecurity['tls']
  prefix?: string
  onRefused?: OnRefused
  onOtherStore?: (error: OtherStore) => void
  onForgotten?: (topic: string) => void
}): Promise<KafkaMessageBus> => {
  const kafka = new Kafka({
    clientId: options.clientId,
    brokers: options.brokers.split(','),
    logLevel: logLevel.NOTHING,
    ...securityOptions(options),
    connectionTimeout: 3000,
    requestTimeout: 10_000,
    retry: { initialRetryTime: 100, maxRetryTime: 1000, retries: 3, restartOnFailure: async () => false },
  })
  const admin = kafka.admin()
  const producer = kafka.producer({ createPartitioner: Partitioners.DefaultPartitioner, allowAutoTopicCreation: false })
  const ask = askAdmin(admin, patienceMs)
  const topics = openTopics(ask, options.prefix ?? '')
  const { send, idle } = openSender(producer)
  const parked = openParkedMessages(kafka, ask, topics, send)
  const consumers = new Set<Pick<Consumer, 'close'>>()
  const pulse = await openPulse(kafka, topics.check, options)
  /** Closed with the bus, unless it was closed before. */
  const kept = <One extends Pick<Consumer, 'close'>>(one: One): One => {
    const closing = {
      ...one,
      async close() {
        await one.close()
        consumers.delete(closing)
      },
    }
    consumers.add(closing)
    return closing
  }

  return {
    async publish(topic, messages) {
      if (messages.length === 0) return []
      await topics.ensure(topic)
      return send(topic, messages.map(toRecord))
    },
    ...openTopicEnds({ ask, topics, send, onForgotten: options.onForgotten }),
    consume: (wanted) => kept(openGroupMember(kafka, topics, parked, findOldestOpen(ask, wanted), wanted)),
    listen: (wanted) => kept(openBusListener(kafka, ask, topics, wanted)),
    async parked(group) {
      await parked.upToDate()
      const all = parked.all()
      return all.filter((one) => group === undefined || one.group === group).map(shown)
    },
    async replay(group, topic, key) {
      await parked.upToDate()
      const waiting = parked.of({ topic, group, key }).length
      if (waiting > 0) await send(topic, [replayRecord(group, key)])
      return waiting
    },
    async lag(topic, group) {
      await topics.ensure(topic)
      const offsets = await groupOffsets(ask, topic, group)
      return offsets.reduce((sum, { next, end }) => sum + end - next, 0)
    },
    state: pulse.state,
    healthy: () => pulse.state() === 'reached',
    async assertTaken() {
      const isReached = pulse.state() === 'reached'
      const refusal = pulse.refusal() ?? (isReached ? null : await findTlsFault(options.brokers, options.tls))
      if (refusal !== null) throw refusal
      if (isReached) await topics.check().catch(rethrowOtherFormat)
    },
    requireMarks: (marks) => topics.requireMarks(marks).catch(rethrowOtherFormat),
    async close() {
      await Promise.all([...consumers].map((consumer) => consumer.close()))
      await parked.close()
      await idle()
      await Promise.allSettled([producer.disconnect(), admin.disconnect(), pulse.stop()])
    },
  }
}

const shown = ({ place, ...one }: Kept): ParkedMessage => one

/** @param trouble the last error of Kafka, null for none */
const getState = (trouble: unknown): EngineState => {
  if (trouble === null) return 'reached'
  return trouble instanceof EngineMisconfigured ? 'refused' : 'away'
}

type FaultListeners = { readonly onRefused?: OnRefused; readonly onOtherStore?: (error: OtherStore) => void }

/**
 * Asks about once a second whether Kafka is reachable and accepts us, later also whether its topics are ours. Resolves
 * after the first time.
 */
const openPulse = async (
  kafka: Kafka,
  checkTopics: () => Promise<void>,
  { onRefused = () => {}, onOtherStore = () => {} }: FaultListeners,
) => {
  const admin = kafka.admin({ retry: { retries: 0 } })
  const ask = askAdmin(admin, pulsePatienceMs)
  let state: EngineState = 'away'
  let refusal: EngineMisconfigured | null = null
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  const beat = async (check: () => Promise<void>): Promise<void> => {
    const trouble = await ask((admin) => admin.describeCluster())
      .then(check)
      .then(
        () => null,
        (error: unknown) => error,
      )
    const refused = trouble instanceof EngineMisconfigured ? trouble : null
    state = getState(trouble)
    if (refused && refusal === null) onRefused(refused.message)
    if (refused instanceof OtherStore) onOtherStore(refused)
    refusal = refused ?? (state === 'reached' ? null : refusal)
    if (!stopped) timer = setTimeout(beat, pulseMs, checkTopics).unref()
  }
  await beat(async () => {})
  return {
    state: () => state,
    /** The refusal since it last accepted us. */
    refusal: () => refusal,
    async stop() {
      stopped = true
      clearTimeout(timer)
      await admin.disconnect()
    },
  }
}
