import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Kafka, logLevel } from '@tuma/platform/engines/kafka-client'
import { freePort } from '@tuma/platform/runtime'
import { GenericContainer } from 'testcontainers'
import { dockerAnswers, startContainer } from './docker.ts'
import { type Guarded, guardedBy, scramUsers, type User } from './kafka-guard.ts'
import { EngineMissing, engineProcess, type RunningEngine } from './running-engine.ts'

/** The version in compose and the manifests. KAFKA_VERSION=3.9.1 tests the oldest one that is supported. */
const VERSION = process.env.KAFKA_VERSION || '4.4.0'
/** With it a broker that does not start logs why. */
const SLF4J = '1.7.36'
const IMAGE = `apache/kafka:${VERSION}`
const CACHE = fileURLToPath(new URL(`../../../.cache/engines/kafka-${VERSION}`, import.meta.url))
/** Little memory and a fast start. */
const JVM = ['-Xmx512m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn']
const run = promisify(execFile)

/**
 * The Kafka of KAFKA_BROKERS, otherwise one in Docker, otherwise Apache Kafka's jars from Maven Central.
 * @param user the only one who is accepted; then it is always our own Kafka
 * @param guarded TLS, SASL by PLAIN and SCRAM, and rights by ACLs; then it is always Java, because an image makes no
 * SCRAM users
 * @throws EngineMissing
 */
export const startKafka = async (user?: User, guarded?: Guarded): Promise<RunningEngine> => {
  const given = process.env.KAFKA_BROKERS
  if (given && !user) return givenKafka(given)
  const start = !guarded && (await dockerAnswers()) ? startInDocker : (one?: User) => startJava(one, guarded)
  // A second try, in case another process took a port or the machine was too busy.
  return start(user).catch(() => start(user))
}

const startInDocker = async (user?: User): Promise<RunningEngine> => {
  const port = await freePort()
  const url = `127.0.0.1:${port}`
  const container = new GenericContainer(IMAGE)
    .withExposedPorts({ container: 9092, host: port })
    .withEnvironment(inContainer(settings({ listen: '0.0.0.0:9092', controller: 'localhost:9093', url }, user)))
  const started = await startContainer(container, () => answers(url, user))
  return { url, found: `Kafka in a container of ${IMAGE}`, ...started }
}

const givenKafka = async (brokers: string): Promise<RunningEngine> => {
  if (!(await answers(brokers).catch(() => false)))
    throw new EngineMissing(`KAFKA_BROKERS is given, but no Kafka answers at ${brokers}`)
  return { url: brokers, found: 'Kafka given by KAFKA_BROKERS', process: null, close: async () => {} }
}

/** One node that is broker and controller, with groups that form at once. */
const settings = (at: { listen: string; controller: string; url: string }, user?: User, guarded?: Guarded) => ({
  ...listeners(at, guarded ? 'SASL_SSL' : user ? 'SASL_PLAINTEXT' : 'PLAINTEXT'),
  ...(user ? (guarded ? guardedBy(user, guarded) : forUser(user)) : {}),
  'process.roles': 'broker,controller',
  'node.id': '1',
  'offsets.topic.replication.factor': '1',
  'offsets.topic.num.partitions': '1',
  'transaction.state.log.replication.factor': '1',
  'transaction.state.log.min.isr': '1',
  'group.initial.rebalance.delay.ms': '0',
  'auto.create.topics.enable': 'false',
  // A node that was killed can take its own place again this soon after its start.
  'broker.session.timeout.ms': '3000',
  'broker.heartbeat.interval.ms': '500',
})

const listeners = (
  { listen, controller, url }: { listen: string; controller: string; url: string },
  protocol: string,
) => ({
  'controller.quorum.voters': `1@${controller}`,
  'controller.listener.names': 'CONTROLLER',
  'listener.security.protocol.map': `CLIENTS:${protocol},CONTROLLER:PLAINTEXT`,
  'inter.broker.listener.name': 'CLIENTS',
  listeners: `CLIENTS://${listen},CONTROLLER://${controller}`,
  'advertised.listeners': `CLIENTS://${url}`,
})

/** As in docker-compose.yml and the manifests. */
const forUser = ({ username, password }: User) => ({
  'sasl.enabled.mechanisms': 'PLAIN',
  'sasl.mechanism.inter.broker.protocol': 'PLAIN',
  'listener.name.clients.plain.sasl.jaas.config': `org.apache.kafka.common.security.plain.PlainLoginModule required username="${username}" password="${password}" user_${username}="${password}";`,
})

/** The names that Kafka's own image takes: KAFKA_PROCESS_ROLES. */
const inContainer = (values: Record<string, string>) =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [`KAFKA_${name.toUpperCase().replaceAll('.', '_')}`, value]),
  )

const startJava = async (user?: User, guarded?: Guarded): Promise<RunningEngine> => {
  const jars = await fetchedKafka()
  const url = `127.0.0.1:${await freePort()}`
  const controller = `127.0.0.1:${await freePort()}`
  const folder = await mkdtemp(join(tmpdir(), 'tuma-kafka-'))
  const properties = join(folder, 'server.properties')
  const dataFolder = join(folder, 'data')
  const values = { ...settings({ listen: url, controller, url }, user, guarded), 'log.dirs': dataFolder }
  const lines = Object.entries(values).map(([name, value]) => `${name}=${value}\n`)
  await writeFile(properties, lines.join(''))
  const java = (main: string, ...args: string[]) => [...JVM, '-cp', join(jars, '*'), main, ...args]
  const cluster = Buffer.from(randomUUID().replaceAll('-', ''), 'hex').toString('base64url')
  await run(
    'java',
    java('kafka.tools.StorageTool', 'format', '-t', cluster, '-c', properties, ...scramUsers(user, guarded)),
  )
  const up = () => answers(url, user, guarded)
  const broker = engineProcess('java', java('kafka.Kafka', properties), up)
  const close = async () => {
    // Its data are thrown away, so it need not end in order.
    await broker.kill()
    await rm(folder, { recursive: true, force: true })
  }
  try {
    await broker.start()
  } catch (error) {
    await close()
    throw error
  }
  const found = `Kafka as a process here: Apache Kafka ${VERSION} by Maven, ${await javaVersion()}`
  return { url, found, process: broker, dataFolder, close }
}

const javaVersion = async (): Promise<string> => {
  const { stdout } = await run('java', ['--version'])
  return stdout.split('\n', 1)[0] ?? ''
}

/** Kafka's jars by Maven, downloaded once. @returns their folder @throws EngineMissing */
export const fetchedKafka = async (): Promise<string> => {
  if (existsSync(CACHE)) return CACHE
  for (const tool of ['java', 'mvn']) {
    await run(tool, ['--version']).catch(() => {
      throw new EngineMissing(`No KAFKA_BROKERS, no Docker, and no ${tool} to run Apache Kafka with`)
    })
  }
  const folder = `${CACHE}-${randomUUID()}`
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'pom.xml'), POM)
  const copy = ['-q', '-B', '-f', join(folder, 'pom.xml'), 'dependency:copy-dependencies']
  const fetch = () =>
    run('mvn', [...copy, `-DoutputDirectory=${folder}`, '-DincludeScope=runtime'], { timeout: 600_000 })
  try {
    await fetch().catch(fetch).catch(fetch)
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw new EngineMissing(`Apache Kafka's jars could not be fetched: ${(error as Error).message}`, { cause: error })
  }
  // Another process may have fetched them in the meantime; its files are the same.
  await rename(folder, CACHE).catch(() => rm(folder, { recursive: true, force: true }))
  return CACHE
}

const POM = `<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>tuma</groupId>
  <artifactId>kafka</artifactId>
  <version>1</version>
  <dependencies>
    <dependency>
      <groupId>org.apache.kafka</groupId>
      <artifactId>kafka_2.13</artifactId>
      <version>${VERSION}</version>
    </dependency>
    <dependency>
      <groupId>org.slf4j</groupId>
      <artifactId>slf4j-simple</artifactId>
      <version>${SLF4J}</version>
    </dependency>
  </dependencies>
</project>
`

const answers = async (brokers: string, user?: User, guarded?: Guarded): Promise<boolean> => {
  const client = new Kafka({
    brokers: brokers.split(','),
    logLevel: logLevel.NOTHING,
    retry: { retries: 0 },
    ...(user ? { sasl: { mechanism: 'plain', ...user } } : {}),
    ...(guarded ? { ssl: { ca: [guarded.certificates.authority] } } : {}),
  })
  const admin = client.admin()
  try {
    await admin.connect()
    return (await admin.describeCluster()).brokers.length > 0
  } finally {
    await admin.disconnect()
  }
}
