import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { getCallers, type ProcessName, processes, processNames, services } from '../src/processes.ts'
import { isFrontEnd } from './deployed.ts'

const folder = join(import.meta.dirname, '../../kubernetes')
const read = (file: string) => readFileSync(join(folder, file), 'utf8')

type Selector = {
  matchLabels?: { engine?: string }
  matchExpressions?: { key: string; operator: string; values: string[] }[]
}
type Peer = { podSelector?: Selector; namespaceSelector?: object; ipBlock?: { cidr: string; except?: string[] } }
type Port = { port: number; protocol?: string }
type Policy = {
  metadata: { name: string }
  spec: {
    podSelector: { matchLabels: { process: string } }
    policyTypes: string[]
    ingress: { from?: Peer[]; ports?: Port[] }[]
    egress: { to?: Peer[]; ports?: Port[] }[]
  }
}
const policies = parseAllDocuments(read('who-asks-whom.yaml')).map((one) => one.toJS() as Policy)
const getPolicy = (name: string) => {
  const found = policies.filter(({ spec }) => spec.podSelector.matchLabels.process === name)
  expect(found).toHaveLength(1)
  return (found[0] as Policy).spec
}

const numbers = (ports: readonly Port[] = []) => ports.map(({ port, protocol = '' }) => `:${port}${protocol}`).join('')
const getNames = ({ podSelector, ipBlock, ...more }: Peer): string => {
  expect(more).toEqual({})
  if (ipBlock) return `internet (${ipBlock.cidr} but ${ipBlock.except?.join(' ')})`
  const { engine } = podSelector?.matchLabels ?? {}
  const named = podSelector?.matchExpressions ?? []
  return engine ?? named.map(({ key, operator, values }) => `${key} ${operator} ${values.toSorted()}`).join()
}
const lines = (rules: readonly { peers: readonly Peer[] | undefined; ports?: Port[] | undefined }[]) =>
  rules.map(({ peers, ports }) => `${peers?.map(getNames).join() ?? 'all'} ${numbers(ports)}`).sort()

const portOf = { eventstoredb: 2113, kafka: 9092, mongodb: 27017, redis: 6379 }
const getEngines = (name: ProcessName) => {
  if (isFrontEnd(name)) return []
  return Object.entries(portOf).filter(([engine]) => services.includes(name) || ['kafka', 'redis'].includes(engine))
}
/** Daraja; Africa's Talking and mail. */
const outside: Partial<Record<ProcessName, string>> = { payment: ':443', notification: ':443:465:587' }
const privateNetworks = '10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 100.64.0.0/10 169.254.0.0/16'

test('the policies are applied, one for each process and none for another', () => {
  expect((parse(read('kustomization.yaml')) as { resources: string[] }).resources).toContain('who-asks-whom.yaml')
  expect(policies.map(({ metadata }) => metadata.name).sort()).toEqual(processNames.toSorted())
  for (const { spec } of policies) expect(spec.policyTypes).toEqual(['Ingress', 'Egress'])
})

test.each(processNames)('only its callers reach %s', (name) => {
  const who = name === 'shell' ? 'all' : `process In ${getCallers(name).toSorted()}`
  expect(lines(getPolicy(name).ingress.map(({ from, ports }) => ({ peers: from, ports })))).toEqual([`${who} :8080`])
})

test.each(processNames)(
  '%s reaches only the processes that it calls, its engines, names, and its providers',
  (name) => {
    const { asks } = processes[name]
    const wanted = [
      'all :53UDP:53TCP',
      ...(asks.length > 0 ? [`process In ${asks.toSorted()} :8080`] : []),
      ...getEngines(name).map(([engine, port]) => `${engine} :${port}`),
      ...(outside[name] ? [`internet (0.0.0.0/0 but ${privateNetworks}) ${outside[name]}`] : []),
    ]
    expect(lines(getPolicy(name).egress.map(({ to, ports }) => ({ peers: to, ports })))).toEqual(wanted.sort())
  },
)
