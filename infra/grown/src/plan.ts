import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { SecretFor } from '@tuma/embedded/secret-key'
import type { GrownSettings } from './settings.ts'

/** A process to be: what to run, and with which settings beside those of its surroundings. */
export type Planned = {
  readonly name: string
  readonly entry: string
  readonly url: string
  readonly environment: Readonly<Record<string, string>>
}

export const services = ['identity', 'payment', 'delivery', 'revenue', 'notification'] as const
const areas = ['public', 'client', 'agent', 'admin'] as const
export type ServiceName = (typeof services)[number]

/** Who asks whom. The launcher asks to find out whether there is anything, and to fill it with the demonstration. */
const asks = {
  bff: services,
  delivery: ['payment'],
  notification: ['delivery', 'identity'],
  launcher: ['identity', 'payment', 'delivery'],
} as const satisfies Record<string, readonly ServiceName[]>

export const processNames = [...services, 'bff', ...areas.map((area) => `remote-${area}`), 'shell']

const file = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

/** The key with which one asks another: nobody else's, and of use nowhere else. */
export const keyBetween = (secretFor: SecretFor, caller: string, service: ServiceName) =>
  secretFor(`${caller} asks ${service}`)

/** @param urls of every process, by its name */
export const planned = (
  settings: GrownSettings,
  publicUrl: string,
  secretFor: SecretFor,
  urls: Readonly<Record<string, string>>,
): Planned[] => {
  const urlOf = (name: string) => urls[name] as string
  const listening = (name: string) => ({
    HOST: new URL(urlOf(name)).hostname.replace(/[[\]]/g, ''),
    PORT: new URL(urlOf(name)).port,
  })
  const asking = (caller: keyof typeof asks) =>
    Object.fromEntries(
      asks[caller].flatMap((service) => [
        [`${service.toUpperCase()}_URL`, urlOf(service)],
        [`${service.toUpperCase()}_KEY`, keyBetween(secretFor, caller, service)],
      ]),
    )
  const answering = (service: ServiceName) =>
    Object.entries(asks)
      .filter(([, asked]) => (asked as readonly ServiceName[]).includes(service))
      .map(([caller]) => `${caller}=${keyBetween(secretFor, caller, service)}`)
      .join(',')
  const plan = (name: string, entry: string, environment: Record<string, string>): Planned => ({
    name,
    entry: file(entry),
    url: urlOf(name),
    environment: { ...listening(name), ...environment },
  })
  /** Fresh data meet fresh topics, whoever else uses the same Kafka. */
  const engines = (name: string) => ({
    KAFKA_BROKERS: settings.KAFKA_BROKERS,
    REDIS_URL: settings.REDIS_URL,
    ENGINE_PREFIX: settings.ENGINE_PREFIX || `tuma-${secretFor('engines').slice(0, 8)}-`,
    DATA_DIR: join(settings.DATA_DIR, name),
    REPLICA: `${name}-1`,
    SECRET: secretFor(name),
    PUBLIC_URL: publicUrl,
  })

  return [
    ...services.map((name) =>
      plan(name, `services/${name}/src/main.ts`, {
        ...engines(name),
        CALLER_KEYS: answering(name),
        ...(name === 'delivery' || name === 'notification' ? asking(name) : {}),
      }),
    ),
    plan('bff', 'bff/src/main.ts', {
      ...engines('bff'),
      ...asking('bff'),
      SEED: settings.demonstration ? 'demo' : 'none',
      // The shell's server says who is asking.
      TRUSTED_PROXIES: String(settings.TRUSTED_PROXIES + 1),
    }),
    ...areas.map((area) =>
      plan(`remote-${area}`, 'frontends/shell/server/remote-main.ts', { DIST: file(`frontends/${area}/dist`) }),
    ),
    plan('shell', 'frontends/shell/server/main.ts', {
      DIST: file('frontends/shell/dist'),
      BFF_URL: urlOf('bff'),
      REMOTES: areas.map((area) => `${area}=${urlOf(`remote-${area}`)}`).join(','),
    }),
  ]
}
