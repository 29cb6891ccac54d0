import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { services } from '../src/processes.ts'

/**
 * Each engine requires the password that make-secrets has made, and EventStoreDB, which requires none, is on a network
 * of its own. Tests start what is deployed.
 */

const root = join(import.meta.dirname, '../../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const secretOf = { kafka: 'KAFKA_PASSWORD', mongodb: 'MONGODB_PASSWORD', redis: 'REDIS_PASSWORD' }
const whoAsks = Object.entries(secretOf)

type Composed = {
  image: string
  networks?: string[]
  ports?: string[]
  command?: string[]
  environment?: Record<string, string>
}
const composed = (parse(read('docker-compose.yml'), { merge: true }) as { services: Record<string, Composed> }).services

/** The bff stores no documents. */
const toUsers = (engine: string) => (engine === 'mongodb' ? services : [...services, 'bff'])

/** How the engine's own file says that a password is required. */
const asking = {
  kafka: /^KAFKA_LISTENER_SECURITY_PROTOCOL_MAP .*\bCLIENTS:SASL_SSL\b/m,
  mongodb: /^MONGO_INITDB_ROOT_PASSWORD /m,
  redis: /--requirepass \S*REDIS_PASSWORD/,
}

/** How it says that it accepts TLS only. */
const overTls = {
  kafka: /CLIENTS:SASL_SSL\b.*KAFKA_SSL_KEYSTORE_LOCATION/,
  mongodb: /--tlsMode requireTLS\b/,
  redis: /--port 0 --tls-port 6379\b/,
}
const plain = (text: string) => text.replace(/["',[\]]/g, '').replace(/\s+/g, ' ')
const getBlock = (engine: string) =>
  read('docker-compose.yml')
    .split(/\n(?= {2}\w[\w-]*:\n)/)
    .find((one) => one.startsWith(`  ${engine}:`))

test.each(Object.entries(overTls))('%s accepts TLS only in compose and in the manifests', (engine, tls) => {
  expect(plain(getBlock(engine) ?? '')).toMatch(tls)
  expect(plain(read(`infra/kubernetes/engines/${engine}.yaml`))).toMatch(tls)
})

test.each(['docker-compose.yml', 'infra/kubernetes/kustomization.yaml', 'infra/kubernetes/engines/kustomization.yaml'])(
  '%s says that it is not for a shared network, while EventStoreDB speaks without TLS',
  (file) => {
    expect(read('docker-compose.yml')).toContain('esdb://eventstoredb:2113?tls=false')
    expect(read(file).replace(/\n# /g, ' ')).toContain('not for a shared network')
  },
)

describe('docker-compose.yml', () => {
  test.each(whoAsks)('%s requires %s, which must be made first', (engine, secret) => {
    const { command = [], environment = {} } = composed[engine] as Composed
    const settings = Object.entries(environment).map(([name, value]) => `${name} ${value}`)
    const text = [...command, '\n', settings.join('\n')].join(' ').replaceAll('\n ', '\n')
    expect(text).toContain(`\${${secret}:?make .env first}`)
    expect(text).toMatch(asking[engine as keyof typeof asking])
  })

  test('EventStoreDB is on a network with only the processes that store data, and no engine is reached from outside', () => {
    expect(composed.eventstoredb?.networks).toEqual(['events'])
    const there = Object.keys(composed).filter((name) => composed[name]?.networks?.includes('events'))
    expect(there.sort()).toEqual(['eventstoredb', ...services].sort())
    for (const engine of ['eventstoredb', ...Object.keys(secretOf)]) expect(composed[engine]?.ports).toBeUndefined()
  })
})

type Container = {
  image: string
  args?: string[]
  env?: { name: string; value?: string; valueFrom?: { secretKeyRef: { name: string; key: string } } }[]
}

const toContainer = (engine: string): Container => {
  const [stateful] = parseAllDocuments(read(`infra/kubernetes/engines/${engine}.yaml`)).map((one) => one.toJS())
  return stateful.spec.template.spec.containers[0]
}

test.each(['eventstoredb', ...Object.keys(secretOf)])(
  '%s has one version in tests, compose and manifests',
  (engine) => {
    const { image = '' } = composed[engine] ?? {}
    expect(toContainer(engine).image).toBe(image)
    const [, version = 'none'] = image.split(':')
    expect(read(`infra/engines/src/${engine}.ts`)).toContain(`${version}'`)
  },
)

describe('infra/kubernetes', () => {
  test.each(whoAsks)('%s requires %s, which comes from a Secret', (engine, secret) => {
    const { args = [], env = [] } = toContainer(engine)
    const users = toUsers(engine).map((name) => `${secret}_${name}`.toUpperCase())
    expect(env.flatMap(({ valueFrom }) => valueFrom?.secretKeyRef ?? [])).toEqual(
      [secret, ...users].map((key) => ({ name: 'tuma-secrets', key })),
    )
    const settings = env.map(({ name, value = '' }) => `${name} ${value}`)
    expect([args.join(' '), ...settings].join('\n')).toMatch(asking[engine as keyof typeof asking])
  })
})
