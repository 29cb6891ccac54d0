import { hkdfSync } from 'node:crypto'
import * as z from 'zod/mini'
import { engineSettings, openEngines } from '../engines/open-engines.ts'
import type { Engines } from '../ports/engines.ts'
import { explainStartError } from './cannot-start.ts'
import { bytesByChance } from './chance.ts'
import { tellLateness } from './lateness.ts'
import { type Log, openLog } from './log.ts'
import { runProcess } from './process.ts'
import { callerKeysSetting, processSettings, secretSetting } from './process-settings.ts'
import { type RetryWhileAway, retryCollections } from './retry-while-away.ts'
import { serveProcess } from './serve-process.ts'
import type { Environment, Service } from './service.ts'
import { readSettings } from './settings.ts'
import { serveOverHttp } from './transport.ts'

export const thisMachine: Environment = {
  now: () => new Date().toISOString(),
  randomBytes: bytesByChance(),
}

/** The settings of any service's process, in addition to the service's own. */
const serviceSettings = z.extend(z.extend(processSettings(8080), engineSettings.shape), {
  SECRET: secretSetting,
  CALLER_KEYS: callerKeysSetting,
})

type Parts<Settings> = {
  readonly engines: Engines
  /** `secret` is 32 bytes in hexadecimal, made from SECRET, whatever its form. */
  readonly settings: Settings & { readonly secret: string }
  readonly environment: Environment
  readonly log: Log
  readonly retryWhileAway: RetryWhileAway
}

/**
 * A service as a process of its own: its contract for the callers in CALLER_KEYS, in addition to the answers of
 * `serveProcess`.
 * @param schema the service's own settings
 */
export const runService = <Schema extends z.ZodMiniType>(
  name: string,
  schema: Schema,
  create: (parts: Parts<z.output<Schema>>) => Promise<Service>,
): Promise<void> =>
  runProcess(name, async (fail) => {
    const { SECRET, CALLER_KEYS, ...settings } = readSettings(serviceSettings, process.env)
    const secret = Buffer.from(hkdfSync('sha256', SECRET, '', `tuma ${name}`, 32)).toString('hex')
    const own = { ...(readSettings(schema, process.env) as object), secret } as Parts<z.output<Schema>>['settings']
    const log = openLog(settings.LOG_LEVEL).child({ service: name })
    const { openMetrics } = await import('./metrics.ts')
    const metrics = openMetrics(name)
    const onFault = (error: unknown, path: readonly string[]) =>
      log.error({ err: error, call: path.join('.') }, 'fault')

    return serveProcess(settings, { log, metrics, fail }, async (retryWhileAway, { begin }) => {
      const processEngines = await openEngines(settings, {
        services: [name],
        retryWhileAway,
        onChecking: () => begin('checkingData'),
        onOtherStore: (error) => fail(explainStartError(error, settings)),
      })
      begin('openingServices')
      const { engines, opened } = retryCollections(processEngines.of(name), retryWhileAway)
      const service = await create({ engines, settings: own, environment: thisMachine, log, retryWhileAway })
      opened()
      const endTelling = tellLateness(engines.cache, service.listening ?? [])
      return {
        app: serveOverHttp(service.router, CALLER_KEYS, onFault, metrics.called),
        followers: service.followers,
        listening: service.listening,
        engines: processEngines,
        async close() {
          endTelling()
          await service.close()
          await processEngines.close()
        },
      }
    })
  })
