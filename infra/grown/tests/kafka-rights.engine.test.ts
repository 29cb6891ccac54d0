import { type Certificates, makeCertificates, type RunningEngine, startKafka } from '@tuma/engines'
import { openKafka } from '@tuma/platform/engines/kafka'
import {
  AclOperationTypes,
  AclPermissionTypes,
  AclResourceTypes,
  Kafka,
  logLevel,
  ResourcePatternTypes,
} from '@tuma/platform/engines/kafka-client'
import { EngineAway, EngineMisconfigured, type Message } from '@tuma/platform/ports'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { toKafkaRights } from '../src/kafka-rights.ts'
import { type ProcessName, processes, services } from '../src/processes.ts'

/** A real Kafka with TLS, a user for each process, and the rights that follow from the table of processes. */

const operator = { username: 'operator', password: 'operators-4c1d' }
const names: readonly ProcessName[] = [...services, 'bff']
const toUser = (name: string) => ({ username: name, password: `${name}-7f3a91c2` })

let certificates: Certificates
let engine: RunningEngine

beforeAll(async () => {
  certificates = await makeCertificates()
  const guarded = { certificates, users: names.map(toUser) }
  engine = await startKafka(operator, guarded)
  console.log(engine.found)
  await giveRights()
}, 900_000)
afterAll(async () => {
  await engine?.close()
  await certificates?.close()
})

const giveRights = async () => {
  const sasl = { mechanism: 'scram-sha-512' as const, ...operator }
  const admin = new Kafka({
    brokers: [engine.url],
    logLevel: logLevel.NOTHING,
    sasl,
    ssl: { ca: [certificates.authority] },
  }).admin()
  await admin.connect()
  const acl = names.flatMap((name) =>
    toKafkaRights(name).flatMap((right) =>
      right.operations.map((operation) => ({
        resourceType: right.kind === 'topic' ? AclResourceTypes.TOPIC : AclResourceTypes.GROUP,
        resourceName: right.name,
        resourcePatternType: right.pattern === 'literal' ? ResourcePatternTypes.LITERAL : ResourcePatternTypes.PREFIXED,
        principal: `User:${name}`,
        host: '*',
        operation: AclOperationTypes[operation.toUpperCase() as 'READ'],
        permissionType: AclPermissionTypes.ALLOW,
      })),
    ),
  )
  await admin.createAcls({ acl })
  await admin.disconnect()
}

type Mechanism = 'plain' | 'scram-sha-256' | 'scram-sha-512'
const open = async (name: string, mechanism: Mechanism = 'scram-sha-512', password = toUser(name).password) => {
  const told: string[] = []
  const user = { username: name, password, mechanism }
  const options = { brokers: engine.url, clientId: 'test', onRefused: (why: string) => void told.push(why) }
  const bus = await openKafka({ ...options, user, tls: { ca: certificates.authority } })
  onTestFinished(() => bus.close())
  return { bus, told }
}

const message = (id: string, topic: string): Message => ({
  id,
  key: 'parcel-1',
  type: `${topic}.happened`,
  version: 1,
  data: { id },
  headers: { at: '2026-01-05T08:00:00.000Z' },
})
const noRight = new EngineMisconfigured(
  'Kafka does not let the user in KAFKA_USERNAME do this: check its rights (ACLs).',
)
const rejection = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (error: unknown) => error,
  )

test.each(['plain', 'scram-sha-256', 'scram-sha-512'] as const)(
  'a user is accepted over TLS by %s, and a wrong password is reported in one sentence',
  async (mechanism) => {
    const { bus } = await open('delivery', mechanism)
    await bus.publish('delivery', [message(`by-${mechanism}`, 'delivery')])
    expect(bus.healthy()).toBe(true)
    const refused = await open('delivery', mechanism, 'wrong-b80d55e1')
    const sentence = 'Kafka refuses the user or the password in KAFKA_USERNAME and KAFKA_PASSWORD.'
    await expect(refused.bus.publish('delivery', [message('no', 'delivery')])).rejects.toThrow(
      new EngineMisconfigured(sentence),
    )
    expect(refused.told).toEqual([sentence])
  },
)

test('a broker with an unknown authority is not used, and one sentence says what to check', async () => {
  const told: string[] = []
  const bus = await openKafka({
    brokers: engine.url,
    clientId: 'test',
    user: { ...toUser('delivery'), mechanism: 'scram-sha-512' },
    tls: {},
    onRefused: (why) => void told.push(why),
  })
  onTestFinished(() => bus.close())
  const sentence = 'There is no safe connection to Kafka: check KAFKA_TLS, KAFKA_CA_FILE and the host in KAFKA_BROKERS.'
  await expect(bus.publish('delivery', [message('no', 'delivery')])).rejects.toThrow(new EngineMisconfigured(sentence))
  expect(told).toEqual([sentence])
})

test.each(services)('%s publishes on its own topic and reads those of the table', async (name) => {
  const { bus } = await open(name)
  await bus.publish(name, [message(`of-${name}`, name)])
  for (const topic of processes[name].hears ?? []) {
    const heard = Promise.withResolvers<void>()
    const onMessage = async () => heard.resolve()
    const owner = await open(topic)
    await owner.bus.publish(topic, [message(`for-${name}`, topic)])
    const options = { topic, group: name, types: new Set([`${topic}.happened`]), onMessage }
    const consumer = bus.consume(options as Parameters<typeof bus.consume>[0])
    await heard.promise
    await expect.poll(() => bus.lag(topic, name), { timeout: 60_000 }).toBe(0)
    await consumer.close()
  }
})

test('a message that a service cannot handle is parked and given back with its rights', async () => {
  const { bus } = await open('revenue')
  const payment = await open('payment')
  let fails = true
  const handled: string[] = []
  const onMessage = async ({ id }: Message) => {
    if (id !== 'stumbles') return
    if (fails) throw new Error('stumbles')
    handled.push(id)
  }
  await payment.bus.publish('payment', [message('stumbles', 'payment')])
  const options = { topic: 'payment', group: 'revenue', types: new Set(['payment.happened']), attempts: 1, onMessage }
  bus.consume(options as Parameters<typeof bus.consume>[0])
  await expect.poll(() => bus.parked('revenue'), { timeout: 60_000 }).toHaveLength(1)
  fails = false
  await bus.replay('revenue', 'payment', 'parcel-1')
  await expect.poll(() => handled, { timeout: 60_000 }).toEqual(['stumbles'])
})

test('the bff listens to its topics and publishes on none', async () => {
  const { bus } = await open('bff')
  const heard: string[] = []
  const onMessage = async ({ id }: Message) => void heard.push(id)
  const listener = bus.listen({ topic: 'payment', onMessage, onFault: () => {} })
  await expect.poll(() => listener.listening(), { timeout: 60_000 }).toBe(true)
  const { bus: payment } = await open('payment')
  await expect
    .poll(
      async () => {
        await payment.publish('payment', [message('live', 'payment')])
        return heard
      },
      { timeout: 60_000, interval: 500 },
    )
    .toContain('live')
  expect(await rejection(bus.publish('payment', [message('forged', 'payment')]))).toEqual(noRight)
  await listener.close()
})

test('no process reads or writes a topic that the table does not give it, nor another’s progress', async () => {
  const { bus: identity } = await open('identity')
  for (const foreign of ['payment', 'revenue', 'notification', 'of-nobody']) {
    expect(await rejection(identity.publish(foreign, [message('forged', foreign)]))).toEqual(noRight)
    expect(await rejection(identity.lag(foreign, 'identity'))).toEqual(noRight)
  }
  // kafkajs cannot tell a coordinator that it may not ask from one that it cannot find.
  await expect(identity.lag('delivery', 'notification')).rejects.toThrow(EngineAway)
})
