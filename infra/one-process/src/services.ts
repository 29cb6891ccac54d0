import type {
  deliveryContract,
  identityContract,
  notificationContract,
  paymentContract,
  revenueContract,
} from '@tuma/contracts/services'
import { createDelivery } from '@tuma/delivery'
import { createIdentity } from '@tuma/identity'
import { createNotification } from '@tuma/notification'
import { createPayment } from '@tuma/payment'
import { storeMarkCollection } from '@tuma/platform/engines'
import type { Engines, ProcessEngines } from '@tuma/platform/ports'
import {
  callInProcess,
  type Environment,
  type Log,
  type RetryWhileAway,
  retryCollections,
} from '@tuma/platform/runtime'
import { createRevenue } from '@tuma/revenue'
import type { Restoration } from './backup/restoration.ts'
import type { SecretFor } from './secret-key.ts'
import type { ProductSettings } from './settings.ts'

export type Parts = {
  readonly engines: ProcessEngines
  readonly settings: ProductSettings & { readonly PUBLIC_URL: string }
  readonly secretFor: SecretFor
  /** The restore that made these data; null or missing if they were never restored. */
  readonly restored?: Restoration | null
  readonly environment: Environment
  readonly log: Log
  /** How a start waits for a store that is away; without it the start ends. */
  readonly retryWhileAway?: RetryWhileAway
  /** Providers of messages; without it those that the settings name. */
  readonly providers?: NonNullable<Parameters<typeof createNotification>[0]['providers']>
}

export type Services = Awaited<ReturnType<typeof openServices>>

export const serviceNames = ['identity', 'payment', 'delivery', 'revenue', 'notification']

/** Nothing has ever happened here. */
export const isEmpty = async (engines: ProcessEngines): Promise<boolean> => {
  const heads = await Promise.all(serviceNames.map((name) => engines.of(name).events.head()))
  return heads.every((head) => head === null)
}

/** Nothing has ever been stored here, not even empty collections. A store's mark comes before that. */
export const isUntouched = async (engines: ProcessEngines): Promise<boolean> => {
  const kept = await Promise.all(serviceNames.map((name) => engines.of(name).documents.collections()))
  return kept.flat().every((collection) => collection === storeMarkCollection) && isEmpty(engines)
}

/** The five services side by side, each with engines and a secret of its own, calling each other as functions. */
export const openServices = async (parts: Parts) => {
  const { engines, settings, secretFor, environment, log, restored, providers } = parts
  const { retryWhileAway = (attempt) => attempt() } = parts
  const waiting = serviceNames.map((name) => [name, retryCollections(engines.of(name), retryWhileAway)] as const)
  const getEngines = new Map(waiting.map(([name, { engines }]) => [name, engines]))
  const partsFor = (name: string) => ({
    engines: getEngines.get(name) as Engines,
    settings: { ...settings, secret: secretFor(name), restored: restored ?? undefined },
    environment,
    log: log.child({ service: name }),
  })
  const onFault = (error: unknown, path: readonly string[]) => log.error({ err: error, call: path.join('.') }, 'fault')

  const identityService = await createIdentity(partsFor('identity'))
  const identity = callInProcess<typeof identityContract>(identityService.router, onFault)
  const paymentService = await createPayment(partsFor('payment'))
  const payment = callInProcess<typeof paymentContract>(paymentService.router, onFault)
  const deliveryService = await createDelivery({ ...partsFor('delivery'), payment })
  const delivery = callInProcess<typeof deliveryContract>(deliveryService.router, onFault)
  const revenueService = await createRevenue({ ...partsFor('revenue'), identity, payment })
  const revenue = callInProcess<typeof revenueContract>(revenueService.router, onFault)
  const notificationService = await createNotification({
    ...partsFor('notification'),
    ...{ identity, delivery, payment, revenue, providers },
  })
  const notification = callInProcess<typeof notificationContract>(notificationService.router, onFault)

  for (const [, { opened }] of waiting) opened()
  const opened = [identityService, paymentService, deliveryService, revenueService, notificationService]
  return {
    clients: { identity, payment, delivery, revenue, notification },
    followers: opened.flatMap(({ followers }) => followers),
    listening: opened.flatMap(({ listening = [] }) => listening),
    async close() {
      await Promise.all(opened.map((service) => service.close()))
    },
  }
}
