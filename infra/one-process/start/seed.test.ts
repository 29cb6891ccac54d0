import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { openEmbedded } from '@tuma/platform/engines'
import type { EventMetadata } from '@tuma/platform/event-sourcing'
import type { ProcessEngines } from '@tuma/platform/ports'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { noWaiting } from '../api/no-waiting.ts'
import { markIn } from '../src/seed/seed.ts'
import { plannedDeliveries } from '../src/seed/seed-plan.ts'
import { runMain, someFolders } from './run-main.ts'

const { folder, remove } = someFolders()
afterAll(remove)

const look = async <T>(DATA_DIR: string, at: (engines: ProcessEngines) => Promise<T>): Promise<T> => {
  const engines = await openEmbedded({ folder: DATA_DIR })
  try {
    return await at(engines)
  } finally {
    await engines.close()
  }
}

/** The count of each kind of event in each service's store. */
const eventsIn = (DATA_DIR: string): Promise<Record<string, number>> =>
  look(DATA_DIR, async (engines) => {
    const counts: Record<string, number> = {}
    for (const service of ['identity', 'payment', 'delivery', 'revenue', 'notification']) {
      const events = await engines.of(service).events.readAll(null, 10_000)
      for (const { type } of events) counts[`${service} ${type}`] = (counts[`${service} ${type}`] ?? 0) + 1
    }
    return counts
  })

const requestTimesIn = (DATA_DIR: string): Promise<string[]> =>
  look(DATA_DIR, async (engines) => {
    const events = await engines.of('delivery').events.readAll(null, 10_000)
    return events
      .filter(({ type }) => type === 'DeliveryRequested')
      .map(({ metadata }) => (metadata as EventMetadata).at)
  })

/** Messages about deliveries that a service has not handled yet. */
const untoldIn = (DATA_DIR: string): Promise<number> =>
  look(DATA_DIR, async (engines) => {
    const { bus } = engines.of('delivery')
    const lags = await Promise.all(['identity', 'payment', 'revenue'].map((group) => bus.lag('delivery', group)))
    return lags.reduce((sum, lag) => sum + lag, 0)
  })

/** Starts and stops the product in order until all messages are handled. */
const runToTheEnd = async (DATA_DIR: string): Promise<void> => {
  do {
    const run = runMain({ DATA_DIR, ...noWaiting })
    await run.ready()
    await pause(500)
    run.kill('SIGTERM')
    expect(await run.ended()).toMatchObject({ code: 0, errors: '' })
  } while ((await untoldIn(DATA_DIR)) > 0)
}

/** Read from the file of a running product. */
const requestsMade = (DATA_DIR: string): number => {
  const path = join(DATA_DIR, 'tuma.db')
  if (!existsSync(path)) return 0
  const file = new DatabaseSync(path, { readOnly: true, timeout: 1000 })
  try {
    return Number(file.prepare(`select count(*) as made from events where type = 'DeliveryRequested'`).get()?.made)
  } catch {
    return 0
  } finally {
    file.close()
  }
}

/** Made by a start that was not killed. */
const whole = folder('whole')
beforeAll(() => runToTheEnd(whole), 300_000)

test('the network is made once, however often the product is started', { timeout: 300_000 }, async () => {
  const once = await eventsIn(whole)
  expect(once).toMatchObject({
    'delivery DeliveryRequested': 54,
    'identity AccountOpened': 7,
    'payment PaymentUsed': 41,
  })
  expect(Object.keys(once).filter((type) => type.startsWith('notification'))).toEqual([])
  expect(await look(whole, (engines) => markIn(engines).read())).toMatchObject({ finished: true })
  await runToTheEnd(whole)
  expect(await eventsIn(whole)).toEqual(once)
})

test('a seed that is killed again and again makes the same network in the end', { timeout: 300_000 }, async () => {
  const DATA_DIR = folder('killed')
  for (const enough of [3, 20, 40]) {
    const run = runMain({ DATA_DIR, ...noWaiting })
    await vi.waitUntil(() => requestsMade(DATA_DIR) >= enough, { timeout: 120_000, interval: 5 })
    run.kill('SIGKILL')
    expect(await run.ended()).toMatchObject({ signal: 'SIGKILL', output: '' })
  }
  const mark = await look(DATA_DIR, (engines) => markIn(engines).read())
  expect(mark).toMatchObject({ finished: false })

  await runToTheEnd(DATA_DIR)
  expect(await eventsIn(DATA_DIR)).toEqual(await eventsIn(whole))
  const planned = plannedDeliveries(mark?.base ?? '').map(({ requestedAt }) => requestedAt)
  expect((await requestTimesIn(DATA_DIR)).sort()).toEqual(planned.sort())
})
