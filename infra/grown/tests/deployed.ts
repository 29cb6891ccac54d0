import { parse, parseAllDocuments } from 'yaml'
import { getArea, getCallers, type ProcessName, processes, processNames, remotes } from '../src/processes.ts'

/**
 * What the table requires of a deployment, and what docker-compose.yml and the manifests contain, both as the same
 * lines: `payment: SECRET=<SECRET_PAYMENT>`. `<NAME>` is a variable that must be set, `<NAME?>` one that may be.
 */

type Settings = Readonly<Record<string, string>>
/** The file of that name, in the repository or with a planted change. */
export type Read = (path: string) => string

const port = 8080
const upper = (name: string) => name.toUpperCase()
const isService = (name: ProcessName) => processes[name].workspace.startsWith('services/')
export const isFrontEnd = (name: ProcessName) => processes[name].workspace.startsWith('frontends/')
const getOrigin = (name: ProcessName) => `http://${name}:${port}`
const getLines = (name: string, settings: Settings) =>
  Object.entries(settings).map(([key, to]) => `${name}: ${key}=${to}`)
const inOrder = (pairs: string) => pairs.split(',').sort().join(',')

const asking = (name: ProcessName): Settings =>
  Object.fromEntries(
    processes[name].asks.flatMap((asked) => [
      [`${upper(asked)}_URL`, getOrigin(asked)],
      [`${upper(asked)}_KEY`, `<KEY_${upper(name)}_${upper(asked)}>`],
    ]),
  )
const answering = (name: ProcessName): Settings => ({
  CALLER_KEYS: inOrder(
    getCallers(name)
      .map((caller) => `${caller}=<KEY_${upper(caller)}_${upper(name)}>`)
      .join(','),
  ),
})
const forBrowsers = (name: ProcessName): Settings =>
  name === 'shell'
    ? {
        BFF_URL: getOrigin('bff'),
        REMOTES: inOrder(remotes.map((one) => `${getArea(one)}=${getOrigin(one)}`).join(',')),
      }
    : { BUILDS_DIR: '/builds' }
const given = (names: readonly string[]): Settings => Object.fromEntries(names.map((name) => [name, `<${name}?>`]))

/** All settings except those that may be public. */
const inPrivate = (name: ProcessName): Settings =>
  isFrontEnd(name)
    ? forBrowsers(name)
    : {
        SECRET: `<SECRET_${upper(name)}>`,
        ...asking(name),
        ...(isService(name) ? answering(name) : {}),
        ...given(processes[name].secrets),
        ...toPasswords(name),
      }

/** The public settings of a process's engines. The bff stores nothing. */
export const toEngineAddresses = (name: ProcessName): Settings => {
  if (isFrontEnd(name)) return {}
  const shared = { KAFKA_BROKERS: 'kafka:9092' }
  return isService(name) ? { ...shared, EVENTSTORE_URL: 'esdb://eventstoredb:2113?tls=false' } : shared
}
/** How engines are reached: other values where they are not ours. */
export const engineChoices = ['KAFKA_SASL', 'KAFKA_TLS', 'KAFKA_CA_FILE', 'REDIS_CA_FILE']
/** A user of its own in each engine: passwords, and the addresses that contain one. */
const toPasswords = (name: ProcessName): Settings => {
  const own = upper(name)
  const shared = {
    KAFKA_USERNAME: name,
    KAFKA_PASSWORD: `<KAFKA_PASSWORD_${own}>`,
    REDIS_URL: `<REDIS_URL_${own}>`,
  }
  return isService(name) ? { ...shared, MONGODB_URL: `<MONGODB_URL_${own}>` } : shared
}
export const getEngines = (name: ProcessName): Settings =>
  isFrontEnd(name) ? {} : { ...toEngineAddresses(name), ...given(engineChoices), ...toPasswords(name) }

const askedOfCompose = () =>
  processNames.flatMap((name) => [
    `${name}: is tuma/${name}, made of ${processes[name].workspace}`,
    ...getLines(name, {
      ...given(processes[name].settings),
      ...getEngines(name),
      ...inPrivate(name),
    }),
  ])

type Composed = { build?: { args: { WORKSPACE: string } }; image: string; environment: Settings }

const foundInCompose = (text: string) => {
  const { services } = parse(text, { merge: true }) as { services: Record<string, Composed> }
  const ours = Object.entries(services).filter(([, { build }]) => build)
  return ours.flatMap(([name, { build, image, environment }]) => [
    `${name}: is ${image.replace(/:\$.*/, '')}, made of ${build?.args.WORKSPACE}`,
    ...getLines(
      name,
      named(environment, (text) => text.replace(/\$\{(\w+):(\?|-)[^}]*\}/g, asWritten)),
    ),
  ])
}
const asWritten = (_: string, name: string, kind: string) => (kind === '?' ? `<${name}>` : `<${name}?>`)

const askedOfManifests = () =>
  processNames.flatMap((name) => [
    `${name}: is tuma/${name}, answers at ${name}:${port}, is applied, has a tag`,
    ...(isFrontEnd(name) && name !== 'shell' ? [] : [`${name}: takes tuma-settings`]),
    ...getLines(name, inPrivate(name)),
  ])

type Reference = { secretKeyRef: { key: string; optional?: boolean } }
type Variable = { name: string; value?: string; valueFrom?: Reference }
type Container = { image: string; env: Variable[]; envFrom?: { configMapRef: { name: string } }[] }
type Manifest = {
  kind: string
  metadata: { name: string }
  spec: { template: { spec: { containers: Container[] } }; ports: { port: number; targetPort: string }[] }
}

const foundInManifests = (read: Read) => {
  const { resources, images } = parse(read('infra/kubernetes/kustomization.yaml')) as {
    resources: string[]
    images: { name: string }[]
  }
  const files = resources.filter((path) => path.startsWith('processes/'))
  return files.flatMap((path) => {
    const manifests = parseAllDocuments(read(`infra/kubernetes/${path}`)).map((one) => one.toJS() as Manifest)
    const [deployment, service] = ['Deployment', 'Service'].map((kind) => manifests.find((one) => one.kind === kind))
    const name = deployment?.metadata.name ?? path
    const container = deployment?.spec.template.spec.containers[0] as Container
    const tagged = images.some((image) => image.name === container.image) ? 'has a tag' : 'has no tag'
    const answers = service?.spec.ports.map((one) => `${service.metadata.name}:${one.port}`)
    return [
      `${name}: is ${container.image}, answers at ${answers}, is applied, ${tagged}`,
      ...(container.envFrom ?? []).map(({ configMapRef }) => `${name}: takes ${configMapRef.name}`),
      ...getLines(
        name,
        named(toVariables(container.env), (text) => text),
      ),
    ]
  })
}

/** Each variable's value; one that is part of another by $(NAME) is filled in there. */
const toVariables = (variables: readonly Variable[]): Settings => {
  const values = Object.fromEntries(
    variables.map(({ name, value, valueFrom }) => {
      const { key, optional } = valueFrom?.secretKeyRef ?? { key: '' }
      return [name, value ?? `<${key}${optional ? '?' : ''}>`]
    }),
  )
  const parts = new Set<string>()
  const whole = (value: string) =>
    value.replace(/\$\((\w+)\)/g, (asIs, name: string) => {
      parts.add(name)
      return values[name] ?? asIs
    })
  const all = Object.entries(values).map(([name, value]) => [name, whole(value)] as const)
  return Object.fromEntries(all.filter(([name]) => !parts.has(name)))
}

const lists = ['CALLER_KEYS', 'REMOTES']
const named = (settings: Settings, name: (text: string) => string): Settings =>
  Object.fromEntries(
    Object.entries(settings).map(([key, value]) => [key, lists.includes(key) ? inOrder(name(value)) : name(value)]),
  )

/** The differences of two lists of lines: `missing …` and `too much …`, empty where they agree. */
export const differences = (asked: readonly string[], found: readonly string[]) => [
  ...asked.filter((line) => !found.includes(line)).map((line) => `missing ${line}`),
  ...found.filter((line) => !asked.includes(line)).map((line) => `too much ${line}`),
]
export const wrongInCompose = (read: Read) => differences(askedOfCompose(), foundInCompose(read('docker-compose.yml')))
export const wrongInManifests = (read: Read) => differences(askedOfManifests(), foundInManifests(read))
