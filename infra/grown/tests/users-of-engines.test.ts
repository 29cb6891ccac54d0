import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { expect, onTestFinished, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { toKafkaRights } from '../src/kafka-rights.ts'
import { type ProcessName, processes, processNames, services } from '../src/processes.ts'
import { isFrontEnd } from './deployed.ts'

/** Each process has a user of its own in each engine, with the rights that follow from the table. */

const root = join(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const inside = processNames.filter((name) => !isFrontEnd(name))

/** What the deployed script asks of kafka-acls.sh: `payment topic delivery literal Create`. */
const rightsGiven = (): string[] => {
  const folder = mkdtempSync(join(tmpdir(), 'tuma-rights-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const tool = join(folder, 'kafka-acls')
  writeFileSync(tool, '#!/bin/bash\necho "$@"\n', { mode: 0o700 })
  const script = read('infra/kubernetes/engines/kafka-rights.sh').replaceAll('/tmp/', `${folder}/`)
  const env = { PATH: process.env.PATH, KAFKA_ACLS: tool, OPERATORS_PASSWORD: 'operators' }
  const calls = execFileSync('bash', ['-c', script], { env, encoding: 'utf8' }).trim().split('\n')
  return calls.flatMap((call) => {
    expect(call).toContain('--add --allow-principal User:')
    const [, name] = call.match(/User:(\S+)/) ?? []
    const [, kind, resource] = call.match(/--(topic|group) (\S+)/) ?? []
    const [, pattern] = call.match(/--resource-pattern-type (\S+)/) ?? []
    const operations = [...call.matchAll(/--operation=(\S+)/g)].map(([, operation]) => operation)
    return operations.map((operation) => [name, kind, resource, pattern, operation].join(' '))
  })
}

test('kafka-rights.sh gives each process its rights in Kafka, and no other', () => {
  const wanted = inside.flatMap((name) =>
    toKafkaRights(name).flatMap(({ kind, name: resource, pattern, operations }) =>
      operations.map((operation) => [name, kind, resource, pattern, operation].join(' ')),
    ),
  )
  expect(rightsGiven().sort()).toEqual(wanted.sort())
})

const listeningIn: { readonly [name in ProcessName]?: string } = {
  bff: 'bff/src/live/changes.ts',
  notification: 'services/notification/src/listeners.ts',
}

/** Topics by the sources: `listenTo(deliveryEvents.…` or `topic: 'delivery'`. */
const heardBy = (name: ProcessName): string[] => {
  const source = read(listeningIn[name] ?? `${processes[name].workspace}/src/service.ts`)
  const found = [...source.matchAll(/(?:listenTo\(\s*|topic: )(?:(\w+)Events\.|'(\w+)')/g)]
  return [...new Set(found.map(([, events, topic]) => events ?? topic ?? ''))].sort()
}

test.each(inside)('%s reads exactly the topics of its row', (name) => {
  expect(heardBy(name)).toEqual(processes[name].hears?.toSorted())
})

test('each service has a user in MongoDB who reads and writes its own database, and no other', () => {
  const made: unknown[] = []
  const db = { getSiblingDB: (name: string) => ({ createUser: (user: object) => made.push({ name, ...user }) }) }
  const env = Object.fromEntries(services.map((name) => [`PASSWORD_${name.toUpperCase()}`, `of-${name}`]))
  runInContext(read('infra/kubernetes/engines/mongodb-users.js'), createContext({ db, process: { env } }))
  expect(JSON.parse(JSON.stringify(made))).toEqual(
    services.map((name) => ({
      name: 'admin',
      user: name,
      pwd: `of-${name}`,
      roles: [{ role: 'readWrite', db: `tuma-${name}` }],
    })),
  )
})

test('no process has the operator’s password of an engine, nor another’s user', () => {
  const composed = (parse(read('docker-compose.yml'), { merge: true }) as Composed).services
  for (const name of inside) {
    const deployed = parseAllDocuments(read(`infra/kubernetes/processes/${name}.yaml`))[0]?.toJS()
    const texts = [composed[name]?.environment, deployed.spec.template.spec.containers[0].env]
    for (const text of texts.map((one) => JSON.stringify(one))) {
      const secrets = text.match(/\b(KAFKA|REDIS|MONGODB)_(PASSWORD|URL)_\w+|\b(MONGODB|REDIS)_PASSWORD\b/g) ?? []
      expect(secrets.length).toBeGreaterThan(0)
      expect(secrets.filter((secret) => !secret.endsWith(`_${name.toUpperCase()}`))).toEqual([])
      expect(text).not.toMatch(/\$\{KAFKA_PASSWORD:|"key":"KAFKA_PASSWORD"/)
    }
  }
})

test('compose and manifests give Redis the same users', () => {
  const { command } = (parse(read('docker-compose.yml'), { merge: true }) as Composed).services.redis ?? {}
  const [deployed] = parseAllDocuments(read('infra/kubernetes/engines/redis.yaml')).map((one) => one.toJS())
  const { args } = deployed.spec.template.spec.containers[0] as { args: string[] }
  const plain = (words: readonly string[] = []) =>
    words.map((word) => word.replace(/\$\{REDIS_(PASSWORD\w*):[^}]*\}|\$\((?:REDIS_)?(PASSWORD\w*)\)/, '$1$2'))
  expect(plain(args)).toEqual(plain(command))
  expect(args.filter((_, index) => args[index - 1] === '--user')).toEqual(inside)
})

type Composed = { services: Record<string, { environment?: object; command?: string[] }> }

test.each(['docker-compose.yml', 'infra/kubernetes/engines/kafka.yaml'])(
  '%s gives Kafka a user for each process, and refuses a user without a right',
  (file) => {
    const users = [...read(file).matchAll(/\buser_(\w+)="\$[{(](?:KAFKA_)?PASSWORD(?:_(\w+))?\b/g)]
    expect(users.map(([, user = '', own = 'tuma']) => [user, own.toLowerCase()])).toEqual(
      ['tuma', ...inside].map((name) => [name, name]),
    )
    expect(read(file)).toContain('org.apache.kafka.metadata.authorizer.StandardAuthorizer')
  },
)
