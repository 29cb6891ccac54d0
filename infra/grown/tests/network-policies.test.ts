import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { settingsOfProcess as bff } from '@tuma/bff/settings-of-process'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { processNames, services } from '../src/processes.ts'

const folder = join(import.meta.dirname, '../../kubernetes/engines')
const read = (file: string) => readFileSync(join(folder, file), 'utf8')
const { resources } = parse(read('kustomization.yaml')) as { resources: string[] }

type Manifest = { kind: string; metadata: { name: string }; spec: { ports?: { port: number }[] } & Partial<Policy> }
type Policy = {
  podSelector: { matchLabels: { engine: string } }
  policyTypes: string[]
  ingress: { from: { podSelector: Selector }[]; ports?: { port: number }[] }[]
}
type Selector = {
  matchLabels?: Record<string, string>
  matchExpressions?: { key: string; operator: string; values: string[] }[]
}
const manifests = resources.flatMap((file) => parseAllDocuments(read(file)).map((one) => one.toJS() as Manifest))
const engines = manifests.filter(({ kind }) => kind === 'StatefulSet').map(({ metadata }) => metadata.name)

const getAddress = {
  eventstoredb: 'EVENTSTORE_URL',
  kafka: 'KAFKA_BROKERS',
  mongodb: 'MONGODB_URL',
  redis: 'REDIS_URL',
}
const toAskers = (engine: string): string[] => [
  ...processNames.filter(
    (name) =>
      services.includes(name) ||
      (name === 'bff' && Object.hasOwn(bff.shape, getAddress[engine as keyof typeof getAddress])),
  ),
  // The job that gives the others their rights.
  ...(engine === 'kafka' ? ['kafka-rights'] : []),
]

test('each engine has at least one process that uses it', () => {
  expect(engines.toSorted()).toEqual(Object.keys(getAddress).toSorted())
})

test.each(engines)('%s is reached at its port only by the processes that have its address', (engine) => {
  const ofEngine = (kind: string) => manifests.filter((one) => one.kind === kind && one.metadata.name === engine)
  const policies = manifests.filter(
    ({ kind, spec }) => kind === 'NetworkPolicy' && spec.podSelector?.matchLabels.engine === engine,
  )
  expect(policies.map(({ spec }) => spec.policyTypes)).toEqual([['Ingress']])
  const admitted = policies.flatMap(({ spec }) => spec.ingress ?? [])
  const selectors = admitted.flatMap(({ from }) => from.map(({ podSelector }) => podSelector))
  const others = selectors.filter(({ matchLabels }) => matchLabels?.engine !== engine)
  expect(others.flatMap(({ matchExpressions = [] }) => matchExpressions)).toEqual([
    {
      key: 'process',
      operator: 'In',
      values: expect.toSatisfy((names: string[]) => sameNames(names, toAskers(engine))),
    },
  ])
  expect(admitted.flatMap(({ ports = [] }) => ports)).toEqual(
    ofEngine('Service').flatMap(({ spec }) => (spec.ports ?? []).map(({ port }) => ({ port }))),
  )
})

const sameNames = (one: readonly string[], other: readonly string[]): boolean =>
  JSON.stringify(one.toSorted()) === JSON.stringify(other.toSorted())
