import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SecretFor } from '@tuma/one-process/secret-key'
import { getArea, getCallers, type ProcessName, processes, remotes, services } from './processes.ts'
import type { GrownSettings } from './settings.ts'

/** A process that will be started: its program, and its settings beside the environment. */
export type Planned = {
  readonly name: string
  readonly entry: string
  readonly url: string
  readonly environment: Readonly<Record<string, string>>
}

/**
 * The launcher is not a process of the table: it asks these whether they are empty, and fills them with the
 * demonstration.
 */
export const launcherAsks: readonly ProcessName[] = ['identity', 'payment', 'delivery']

const file = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/** The key with which one process calls another; it is valid for this pair only. */
export const keyBetween = (secretFor: SecretFor, caller: string, service: ProcessName) =>
  secretFor(`${caller} asks ${service}`)

/** The engines of one process. New data get new topics, whatever else uses the same Kafka. */
export const getEngines = (settings: GrownSettings, secretFor: SecretFor) => (name: string) => ({
  KAFKA_BROKERS: settings.KAFKA_BROKERS,
  REDIS_URL: settings.REDIS_URL,
  ENGINE_PREFIX: settings.ENGINE_PREFIX || `tuma-${secretFor('engines').slice(0, 8)}-`,
  DATA_DIR: join(settings.DATA_DIR, name),
  REPLICA: `${name}-1`,
})

/** @param urls of every process, by its name */
export const planned = (
  settings: GrownSettings,
  publicUrl: string,
  secretFor: SecretFor,
  urls: Readonly<Record<string, string>>,
): Planned[] => {
  const buildUrl = (name: string) => urls[name] as string
  const listening = (name: string) => ({
    HOST: new URL(buildUrl(name)).hostname.replace(/[[\]]/g, ''),
    PORT: new URL(buildUrl(name)).port,
  })
  const asking = (caller: ProcessName) =>
    Object.fromEntries(
      processes[caller].asks.flatMap((service) => [
        [`${service.toUpperCase()}_URL`, buildUrl(service)],
        [`${service.toUpperCase()}_KEY`, keyBetween(secretFor, caller, service)],
      ]),
    )
  const answering = (service: ProcessName) =>
    [...getCallers(service), ...(launcherAsks.includes(service) ? ['launcher'] : [])]
      .map((caller) => `${caller}=${keyBetween(secretFor, caller, service)}`)
      .join(',')
  const plan = (name: string, entry: string, environment: Record<string, string>): Planned => ({
    name,
    entry: file(entry),
    url: buildUrl(name),
    environment: { ...listening(name), ...environment },
  })
  const engines = (name: string) => ({
    ...getEngines(settings, secretFor)(name),
    SECRET: secretFor(name),
    PUBLIC_URL: publicUrl,
  })

  const seed = { SEED: settings.demonstration ? 'demo' : 'none' }

  return [
    ...services.map((name) =>
      plan(name, `${processes[name].workspace}/src/main.ts`, {
        ...engines(name),
        CALLER_KEYS: answering(name),
        ...asking(name),
        // In a demonstration agents and admins have the public password, and messages are kept.
        ...(name === 'identity' || name === 'notification' ? seed : {}),
      }),
    ),
    plan('bff', 'bff/src/main.ts', {
      ...engines('bff'),
      ...asking('bff'),
      ...seed,
      // The shell's server tells the bff the address of each visitor.
      TRUSTED_PROXIES: String((settings.TRUSTED_PROXIES ?? 0) + 1),
    }),
    ...remotes.map((name) =>
      plan(name, 'frontends/shell/server/remote-main.ts', { DIST: file(`${processes[name].workspace}/dist`) }),
    ),
    plan('shell', 'frontends/shell/server/main.ts', {
      DIST: file('frontends/shell/dist'),
      PUBLIC_URL: publicUrl,
      BFF_URL: buildUrl('bff'),
      REMOTES: remotes.map((name) => `${getArea(name)}=${buildUrl(name)}`).join(','),
    }),
  ]
}
