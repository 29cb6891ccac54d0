import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openSecretKey } from '@tuma/one-process/secret-key'
import { CannotStart, freePort } from '@tuma/platform/runtime'
import { demonstrationIn, type LauncherClients, launcherClients } from './demonstration.ts'
import { type Planned, planned } from './plan.ts'
import { processes, processNames, services } from './processes.ts'
import type { GrownSettings } from './settings.ts'
import { type Supervised, supervise, untilReady } from './supervisor.ts'

export type { Planned } from './plan.ts'
export { type GrownSettings, readGrownSettings } from './settings.ts'

/** Runs a process of the table in our place, at its address and with its settings; resolves when it serves. */
export type RunElsewhere = (plan: Planned) => Promise<void>

export type Grown = {
  /** The address of the shell, and so of the product. */
  readonly url: string
  readonly demonstration: boolean
  readonly hasAdmin: boolean
  /** The names of the processes: identity, payment, …, bff, remote-public, …, shell. */
  readonly names: readonly string[]
  readonly services: LauncherClients
  /** kill -9. Without a name all of them, as when a machine loses its power. */
  kill(name?: string): Promise<void>
  /** On the same port and data; resolves when it is ready. */
  start(name?: string): Promise<void>
  /** Every process finishes what is under way. */
  close(): Promise<void>
}

const patienceMs = 180_000
/** Credentials that allow sending to people, or acting as one, are secret. */
const onlyFor: Readonly<Record<string, string>> = Object.fromEntries(
  processNames.flatMap((name) => processes[name].secrets.map((secret) => [secret, name])),
)

/**
 * The whole product in the grown form on this machine: five services, the bff, four remotes and the shell. Keys and
 * secrets are made in DATA_DIR and kept there; a service without an engine's address has its own file below it.
 * @throws CannotStart
 */
export const startGrown = async (options: {
  readonly settings: GrownSettings
  /** The environment for settings of single processes. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Gets a line about each event of a process. */
  readonly say: (line: string) => void
  /** By the names of processes that are started elsewhere: tests run replicas and other releases of them. */
  readonly elsewhere?: Readonly<Record<string, RunElsewhere>>
  /** Settings of one process only, by its name: tests give each a line of its own to an engine. */
  readonly getSettings?: (name: string) => Readonly<Record<string, string>>
}): Promise<Grown> => {
  const { settings, environment, say, elsewhere = {}, getSettings = () => ({}) } = options
  const { DATA_DIR, HOST, PORT } = settings
  mkdirSync(DATA_DIR, { recursive: true })
  const secretFor = openSecretKey(DATA_DIR, !services.some((name) => existsSync(join(DATA_DIR, name))))
  const urls = Object.fromEntries(
    await Promise.all(processNames.map(async (name) => [name, `http://127.0.0.1:${await freePort()}`])),
  )
  const url = `http://${HOST.includes(':') ? `[${HOST}]` : HOST}:${PORT || (await freePort())}`
  urls.shell = url
  const plans = planned(settings, settings.PUBLIC_URL ?? url, secretFor, urls)
  const supervised = plans
    .filter(({ name }) => !(name in elsewhere))
    .map((plan) => supervise(plan, { ...createEnvironment(plan.name, environment), ...getSettings(plan.name) }, say))
  const those = (name?: string) => supervised.filter((one) => name === undefined || one.name === name)
  const stop = (signal: 'SIGTERM' | 'SIGKILL', name?: string) =>
    Promise.all(those(name).map((one) => one.stop(signal))).then(() => undefined)
  const start = async (name?: string): Promise<void> => {
    for (const one of those(name)) one.start()
    await assertReady(those(name), say)
  }

  try {
    await Promise.all([start(), ...plans.map((plan) => elsewhere[plan.name]?.(plan))])
    const clients = launcherClients(secretFor, urls)
    const demonstration = await demonstrationIn(DATA_DIR, clients, settings.demonstration)
    const { hasAdmin } = await clients.identity.hasAdmin()
    return {
      url,
      demonstration,
      hasAdmin,
      names: processNames,
      services: clients,
      kill: (name) => stop('SIGKILL', name),
      start,
      close: () => stop('SIGTERM'),
    }
  } catch (error) {
    await stop('SIGTERM')
    throw error
  }
}

const createEnvironment = (name: string, environment: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(environment).filter(([setting]) => (onlyFor[setting] ?? name) === name))

const assertReady = async (processes: readonly Supervised[], say: (line: string) => void): Promise<void> => {
  const missing = await untilReady(processes, patienceMs, (names) => say(`Still waiting for ${names.join(', ')} …`))
  const [first] = missing
  if (!first) return
  const why = first.fallen() ? 'what it said stands above' : `it was not ready within ${patienceMs / 1000} s`
  throw new CannotStart(`${missing.map(({ name }) => name).join(', ')} could not start: ${why}.`)
}
