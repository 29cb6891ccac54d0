import { randomBytes } from 'node:crypto'
import type { RevenueClient, revenueContract } from '@tuma/contracts/services'
import type { Announcement } from '@tuma/platform/event-sourcing'
import type { Engines } from '@tuma/platform/ports'
import { callInProcess, openLog, type Service } from '@tuma/platform/runtime'
import { openTemporaryEngines, shown } from '@tuma/platform/testing'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { createRevenue } from '../service.ts'
import { revenueSettings } from '../settings.ts'
import { receiptsOfPayment } from './receipts-of-payment.ts'

let told = 0
type Told = ReturnType<typeof toMessage>

/** A message as another service publishes it from one of its streams: a parcel, a payment. */
export const toMessage = (key: string, announcement: Announcement, id = `m${++told}`) => ({
  ...{ id, key, headers: {} },
  ...announcement,
})

const settings = revenueSettings.parse({})

/**
 * The service on engines of its own, opened for each test; `start` is the time of its clock. The test fails if a
 * message stays parked.
 */
export const revenueForEachTest = (start: string) => {
  let now = start
  let deps: Awaited<ReturnType<typeof openTemporaryEngines>>
  let service: Service
  let revenue: RevenueClient
  /** The accounts that the fake of identity knows. */
  const registered = new Map<string, { readonly name: string; readonly phone: string }>()
  let receipts = receiptsOfPayment()

  const open = async (engines: Engines = deps.of('revenue')): Promise<void> => {
    service = await createRevenue({
      ...{ engines, settings, environment: { now: () => now, randomBytes } },
      ...{
        log: openLog('silent'),
        payment: receipts.payment,
        identity: { registeredAs: async ({ accountId }) => registered.get(accountId) ?? null },
      },
    })
    revenue = callInProcess<typeof revenueContract>(service.router, (error) => {
      throw error
    })
  }
  beforeEach(async () => {
    now = start
    registered.clear()
    receipts = receiptsOfPayment()
    deps = await openTemporaryEngines()
    await open()
  })
  afterEach(async () => {
    expect(await deps.of('revenue').bus.parked('revenue')).toEqual([])
    await service.close()
    await deps.close()
  })

  return {
    /** The service as the bff calls it. */
    get revenue() {
      return revenue
    },
    /** The receipts that payment has taken. */
    get receipts() {
      return receipts
    },
    get engines() {
      return deps.of('revenue')
    },
    registered,
    /** Advances the clock by so many hours in the same run. */
    passes(hours: number): void {
      now = new Date(Date.parse(now) + hours * 60 * 60_000).toISOString()
    },
    open,
    close: () => service.close(),
    /** Opens the service again on the same folder, as another run would, perhaps later. */
    async restart(later = now): Promise<void> {
      now = later
      await service.close()
      await deps.reopen()
      await open()
    },
    /** Publishes without waiting for the reactions. */
    tell: (topic: 'delivery' | 'payment', messages: readonly Told[]) => deps.of(topic).bus.publish(topic, messages),
    /** Publishes, and returns when the service has handled all messages and its views show them. */
    async publish(...messages: readonly Told[]): Promise<void> {
      for (const topic of ['delivery', 'payment'] as const) {
        const { bus } = deps.of(topic)
        const own = messages.filter(({ type }) => type.startsWith(topic))
        if (own.length > 0) await bus.publish(topic, own)
        await vi.waitFor(async () => expect(await bus.lag(topic, 'revenue')).toBe(0), 60_000)
      }
      await shown(service)
    },
  }
}
