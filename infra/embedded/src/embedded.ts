import { randomBytes } from 'node:crypto'
import { openEmbedded } from '@tuma/platform/engines'
import type { EngineHouse } from '@tuma/platform/ports'
import { type Log, openLog, type Surroundings } from '@tuma/platform/runtime'
import { toldPlainly } from './cannot-start.ts'
import { openFirstAdmin } from './first-admin.ts'
import { type Listener, openListener } from './listener.ts'
import { openSecretKey } from './secret-key.ts'
import { seedDemonstration } from './seed.ts'
import { isEmpty, openServices, type Services } from './services.ts'
import { type EmbeddedSettings, readEmbeddedSettings } from './settings.ts'
import { webApp } from './web-app.ts'

export { type EmbeddedSettings, readEmbeddedSettings }

export type Embedded = {
  /** Where it listens. */
  readonly url: string
  /** The demonstration network is there. */
  readonly demonstration: boolean
  readonly hasAdmin: boolean
  readonly services: Services['clients']
  /** Finishes what is under way, then lets go of the data folder. */
  close(): Promise<void>
}

type House = {
  readonly settings: EmbeddedSettings
  readonly log: Log
  readonly surroundings: Surroundings
}

const thisMachine: Surroundings = { now: () => new Date().toISOString(), randomBytes: (count) => randomBytes(count) }

/**
 * The whole product in this process, on one port and one data folder. The port comes first, so that a second start by
 * mistake touches nothing. @throws CannotStart
 */
export const startEmbedded = async (
  settings: EmbeddedSettings,
  { log = openLog(settings.LOG_LEVEL), surroundings = thisMachine }: Partial<Omit<House, 'settings'>> = {},
): Promise<Embedded> => {
  const opened: { close(): Promise<void> }[] = []
  try {
    const listener = await openListener(settings.HOST, settings.PORT)
    opened.push(listener)
    const engines = await openEmbedded({ folder: settings.DATA_DIR })
    opened.push(engines)
    return await openProduct({ settings, log, surroundings }, listener, engines)
  } catch (error) {
    for (const part of opened) await part.close()
    throw toldPlainly(error, settings)
  }
}

const openProduct = async (house: House, listener: Listener, engines: EngineHouse): Promise<Embedded> => {
  const { url } = listener
  const settings = { ...house.settings, PUBLIC_URL: house.settings.PUBLIC_URL ?? url }
  const secretFor = openSecretKey(settings.DATA_DIR, await isEmpty(engines))
  const parts = { ...house, engines, settings, secretFor }
  const services = await openServices(parts)
  const { clients } = services
  try {
    const demonstration = await seedDemonstration({
      engines,
      services: clients,
      wanted: settings.demonstration,
      tillName: settings.MPESA_TILL_NAME,
      now: house.surroundings.now(),
    })
    const hasAdmin = await openFirstAdmin(clients.identity, settings.admin)
    const web = webApp(parts, services, demonstration)
    listener.answerWith(web.app)
    return {
      url,
      demonstration,
      hasAdmin,
      services: clients,
      async close() {
        for (const part of [web, listener, services, engines]) await part.close()
      },
    }
  } catch (error) {
    await services.close()
    throw error
  }
}
