import { openFirstAdmin } from '@tuma/identity'
import { openEngines } from '@tuma/platform/engines'
import type { EngineHouse } from '@tuma/platform/ports'
import {
  type Listener,
  type Log,
  openListener,
  openLog,
  type Surroundings,
  thisMachine,
  toldPlainly,
} from '@tuma/platform/runtime'
import { openSecretKey } from './secret-key.ts'
import { markIn, seedDemonstration } from './seed.ts'
import { isEmpty, openServices, type Services } from './services.ts'
import { type ProductSettings, readProductSettings } from './settings.ts'
import { webApp } from './web-app.ts'

export { type ProductSettings, readProductSettings }

export type Product = {
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
  readonly settings: ProductSettings
  readonly log: Log
  readonly surroundings: Surroundings
}

/**
 * The whole product in this process, on one port and one data folder. The port comes first, so that a second start by
 * mistake touches nothing. @throws CannotStart
 */
export const startProduct = async (
  settings: ProductSettings,
  { log = openLog(settings.LOG_LEVEL), surroundings = thisMachine }: Partial<Omit<House, 'settings'>> = {},
): Promise<Product> => {
  const opened: { close(): Promise<void> }[] = []
  try {
    const listener = await openListener(settings.HOST, settings.PORT)
    opened.push(listener)
    const engines = await openEngines(settings)
    opened.push(engines)
    return await openProduct({ settings, log, surroundings }, listener, engines)
  } catch (error) {
    for (const part of opened) await part.close()
    throw toldPlainly(error, { ...settings, startedBy: 'npm start' })
  }
}

const openProduct = async (house: House, listener: Listener, engines: EngineHouse): Promise<Product> => {
  const { url } = listener
  const settings = { ...house.settings, PUBLIC_URL: house.settings.PUBLIC_URL ?? url }
  const secretFor = openSecretKey(settings.DATA_DIR, await isEmpty(engines))
  const parts = { ...house, engines, settings, secretFor }
  const services = await openServices(parts)
  const { clients } = services
  try {
    const demonstration = await seedDemonstration({
      mark: markIn(engines),
      isEmpty: () => isEmpty(engines),
      services: clients,
      wanted: settings.demonstration,
      now: house.surroundings.now(),
    })
    const hasAdmin = await openFirstAdmin(clients.identity, settings.admin)
    const web = webApp(parts, services, demonstration)
    listener.answerWith([web.app])
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
