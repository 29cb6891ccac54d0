import { whileStarting } from '@tuma/bff'
import { openFirstAdmin } from '@tuma/identity'
import { keepsFile, openEngines } from '@tuma/platform/engines'
import type { EngineHouse } from '@tuma/platform/ports'
import {
  type Listener,
  type Log,
  openListener,
  openLog,
  type StorageTrouble,
  type Surroundings,
  tellTrouble,
  thisMachine,
  toldPlainly,
} from '@tuma/platform/runtime'
import { deleteAgain } from './erased.ts'
import { assertDataBesideKey, openKeyOfData } from './key-of-data.ts'
import { openPayersPhone, type PayersPhone } from './payers-phone.ts'
import { restorationIn } from './restoration.ts'
import { assertNoRestoreCut } from './restore-backup.ts'
import { holdsDemonstration, markIn, seedDemonstration } from './seed.ts'
import { isEmpty, isUntouched, openServices, type Services, serviceNames } from './services.ts'
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

type Around = Omit<House, 'settings'> & {
  /** Ends the process: while it ran, another event store took the place of the one of these data. */
  readonly fail: (error: unknown) => void
}

/**
 * The whole product in this process, on one port and one data folder. The port comes first, so that a second start by
 * mistake touches nothing. @throws CannotStart
 */
export const startProduct = async (
  settings: ProductSettings,
  { log = openLog(settings.LOG_LEVEL), surroundings = thisMachine, fail = () => {} }: Partial<Around> = {},
): Promise<Product> => {
  const opened: { close(): Promise<void> }[] = []
  const storage = storageWhileOpening(log)
  let engines: EngineHouse | undefined
  try {
    const listener = await openListener(settings.HOST, settings.PORT, whileStarting)
    opened.push(listener)
    if (keepsFile(settings)) {
      assertNoRestoreCut(settings.DATA_DIR)
      assertDataBesideKey(settings.DATA_DIR)
    }
    const onOtherStore = (error: Error) => fail(toldPlainly(error, settings))
    engines = await openEngines(settings, { services: serviceNames, onTrouble: storage.onTrouble, onOtherStore })
    opened.push(engines)
    return await storage.unlessTroubled(openProduct({ settings, log, surroundings }, listener, engines))
  } catch (error) {
    const trouble = storage.trouble() ?? engines?.trouble?.()
    for (const part of opened) await part.close()
    throw toldPlainly(trouble ?? error, { ...settings, startedBy: 'npm start' })
  }
}

/** A disk that fails before the product is open is why it can't start, whatever failed of that; later it is logged. */
const storageWhileOpening = (log: Log) => {
  const troubled = Promise.withResolvers<never>()
  troubled.promise.catch(() => undefined)
  let first: Error | null = null
  let tell: (trouble: StorageTrouble) => void = (trouble) => {
    first ??= trouble
    if (trouble) troubled.reject(trouble)
  }
  return {
    onTrouble: (trouble: StorageTrouble) => tell(trouble),
    trouble: () => first,
    async unlessTroubled<T>(opening: Promise<T>): Promise<T> {
      const opened = await Promise.race([opening, troubled.promise])
      tell = tellTrouble(log)
      return opened
    },
  }
}

const openProduct = async (house: House, listener: Listener, engines: EngineHouse): Promise<Product> => {
  const { url } = listener
  const settings = { ...house.settings, PUBLIC_URL: house.settings.PUBLIC_URL ?? url }
  const secretFor = await openKeyOfData(settings.DATA_DIR, engines, () => isUntouched(engines))
  const restored = await restorationIn(engines).read()
  const phone = await phoneOf(settings, engines, { url, secret: secretFor('daraja'), now: house.surroundings.now })
  const parts = {
    ...house,
    engines,
    settings: phone ? { ...settings, ...asDemonstrated(phone) } : settings,
    secretFor,
    restored,
  }
  const services = await openServices(parts)
  const { clients } = services
  try {
    await deleteAgain(clients.identity, restored?.erased ?? [])
    const demonstration = await seedDemonstration({
      mark: markIn(engines),
      isEmpty: () => isEmpty(engines),
      services: clients,
      wanted: settings.demonstration,
      now: house.surroundings.now(),
    })
    const hasAdmin = await openFirstAdmin(clients.identity, settings.admin)
    const web = await webApp(parts, services, demonstration, phone?.page)
    listener.answerWith([web.router], settings.TRUSTED_PROXIES)
    return {
      url,
      demonstration,
      hasAdmin,
      services: clients,
      async close() {
        for (const part of [web, listener, services, ...(phone ? [phone] : []), engines]) await part.close()
      },
    }
  } catch (error) {
    await services.close()
    await phone?.close()
    throw error
  }
}

/** Nobody's phone is asked for nothing: there, as many prompts as somebody likes to try. */
const asDemonstrated = ({ daraja }: PayersPhone) => ({ daraja, prompts: { aPhone: 0, anAccount: 0, anAddress: 0 } })

/** Where money is only pretended, so is M-Pesa; whoever names one asks that. */
const phoneOf = async (
  { demonstration, daraja }: ProductSettings,
  engines: EngineHouse,
  options: Parameters<typeof openPayersPhone>[0],
): Promise<PayersPhone | null> => {
  const isThere = demonstration && (await holdsDemonstration(markIn(engines), () => isEmpty(engines)))
  return isThere && !daraja ? openPayersPhone(options) : null
}
