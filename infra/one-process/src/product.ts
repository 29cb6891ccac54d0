import { setTimeout as pause } from 'node:timers/promises'
import { whileStarting } from '@tuma/bff'
import { openFirstAdmin } from '@tuma/identity'
import { keepsFile, openEngines } from '@tuma/platform/engines'
import type { ProcessEngines } from '@tuma/platform/ports'
import {
  type Environment,
  explainStartError,
  findFilling,
  type Listener,
  type Log,
  logStorageTrouble,
  openListener,
  openLog,
  openRetryWhileAway,
  openStartProgress,
  type RetryWhileAway,
  type StartProgress,
  type StorageTrouble,
  thisMachine,
} from '@tuma/platform/runtime'
import { createSiteFiles } from '@tuma/site'
import { areas } from './areas.ts'
import { deleteAgain } from './backup/erased.ts'
import { assertDataBesideKey, openKeyOfData } from './backup/key-of-data.ts'
import { restorationIn } from './backup/restoration.ts'
import { assertNoRestoreCut } from './backup/restore-backup.ts'
import { openPayersPhone, type PayersPhone } from './payers-phone.ts'
import { holdsDemonstration, markIn, seedDemonstration } from './seed/seed.ts'
import { isEmpty, isUntouched, openServices, type Services, serviceNames } from './services.ts'
import { type ProductSettings, readProductSettings } from './settings.ts'
import { webApp } from './web-app.ts'

export { type ProductSettings, readProductSettings }

export type Product = {
  /** The address that it listens on. */
  readonly url: string
  /** The data hold the demonstration network. */
  readonly demonstration: boolean
  readonly hasAdmin: boolean
  readonly services: Services['clients']
  /** Finishes what is under way, then releases the data folder. */
  close(): Promise<void>
}

type Dependencies = {
  readonly settings: ProductSettings
  readonly log: Log
  readonly environment: Environment
  readonly retryWhileAway: RetryWhileAway
  readonly progress: StartProgress
}

/** An ordinary start has its lists sooner. Longer fillings are shown, and the API answers meanwhile. */
const filledPatienceMs = 1000

/**
 * Starts the whole product in this process, on one port and one data folder. The port comes first, so that a second
 * start by mistake touches nothing. Waits for EventStoreDB and MongoDB while they are away. @throws CannotStart
 */
export const startProduct = async (
  settings: ProductSettings,
  options: Partial<Pick<Dependencies, 'log' | 'environment'>> & {
    /** Ends a start that waits for an engine; it then rejects with an AbortError. */
    readonly ending?: AbortSignal
    /** Ends the process because another event store has replaced the one of these data while it ran. */
    readonly fail?: (error: unknown) => void
  } = {},
): Promise<Product> => {
  const { log = openLog(settings.LOG_LEVEL), environment = thisMachine, ending, fail = () => {} } = options
  // Without servers nothing can be away: an error of the local data file ends the start with its own sentence.
  const hasServers = settings.EVENTSTORE_URL !== undefined || settings.MONGODB_URL !== undefined
  const progress = openStartProgress()
  const retryWhileAway: RetryWhileAway = hasServers
    ? openRetryWhileAway(log, ending ?? new AbortController().signal, progress)
    : (attempt) => attempt()
  const opened: { close(): Promise<void> }[] = []
  const storage = storageWhileOpening(log)
  let engines: ProcessEngines | undefined
  try {
    const answering = [createSiteFiles(areas), whileStarting(progress.now)]
    const listener = await openListener(settings.HOST, settings.PORT, answering, progress)
    opened.push(listener)
    if (keepsFile(settings)) {
      assertNoRestoreCut(settings.DATA_DIR)
      assertDataBesideKey(settings.DATA_DIR)
    }
    engines = await openEngines(settings, {
      services: serviceNames,
      retryWhileAway,
      onTrouble: storage.onTrouble,
      onChecking: () => progress.begin('checkingData'),
      onOtherStore: (error) => fail(explainStartError(error, settings)),
    })
    opened.push(engines)
    progress.begin('openingServices')
    const parts = { settings, log, environment, retryWhileAway, progress }
    return await storage.unlessTroubled(openProduct(parts, listener, engines))
  } catch (error) {
    const trouble = storage.trouble() ?? engines?.trouble?.()
    for (const part of opened) await part.close()
    throw explainStartError(trouble ?? error, { ...settings, startedBy: 'npm start' })
  }
}

/**
 * If the disk fails before the product is open, that is the reason of the failed start, whichever part noticed it.
 * Later failures are logged.
 */
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
      tell = logStorageTrouble(log)
      return opened
    },
  }
}

const openProduct = async (product: Dependencies, listener: Listener, engines: ProcessEngines): Promise<Product> => {
  const { url } = listener
  const { retryWhileAway, progress } = product
  const settings = { ...product.settings, PUBLIC_URL: product.settings.PUBLIC_URL ?? url }
  const secretFor = await retryWhileAway(() => openKeyOfData(settings.DATA_DIR, engines, () => isUntouched(engines)))
  const restored = await retryWhileAway(restorationIn(engines).read)
  const isDemonstrated =
    settings.demonstration && (await retryWhileAway(() => holdsDemonstration(markIn(engines), () => isEmpty(engines))))
  const phone = await getPhone(isDemonstrated, settings, {
    url,
    secret: secretFor('daraja'),
    now: product.environment.now,
  })
  const parts = {
    ...product,
    engines,
    settings: phone ? { ...settings, ...asDemonstrated(phone) } : settings,
    secretFor,
    restored,
  }
  const services = await openServices(parts)
  const { clients } = services
  try {
    await retryWhileAway(() => deleteAgain(clients.identity, restored?.erased ?? []))
    const seeding = {
      mark: markIn(engines),
      isEmpty: () => isEmpty(engines),
      services: clients,
      wanted: settings.demonstration,
      now: product.environment.now(),
      onSeeding: () => progress.begin('makingDemonstration'),
    }
    const demonstration = await retryWhileAway(() => seedDemonstration(seeding))
    const hasAdmin = await retryWhileAway(() => openFirstAdmin(clients.identity, settings.admin))
    const web = await webApp(parts, services, demonstration, phone?.page)
    await untilFilled(services.followers, filledPatienceMs)
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

/** Resolves when the lists can be read, or after that time. */
const untilFilled = async (followers: Services['followers'], patienceMs: number): Promise<void> => {
  const until = performance.now() + patienceMs
  while (findFilling(followers) !== null && performance.now() < until) await pause(5)
}

/** A demonstration asks no real phone for money, so visitors may try as many prompts as they like. */
const asDemonstrated = ({ daraja }: PayersPhone) => ({ daraja, prompts: { aPhone: 0, anAccount: 0, anAddress: 0 } })

/** A demonstration pretends M-Pesa, unless the settings name a real one. */
const getPhone = async (
  isDemonstrated: boolean,
  { daraja }: ProductSettings,
  options: Parameters<typeof openPayersPhone>[0],
): Promise<PayersPhone | null> => (isDemonstrated && !daraja ? openPayersPhone(options) : null)
