import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { expect, onTestFinished, test } from 'vitest'
import type { Follower } from '../event-sourcing/following/follower.ts'
import { type Metrics, openMetrics } from './metrics.ts'

const getPage = async (metrics: Metrics): Promise<string> => {
  const server = express().use(metrics.handler).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
}

test('Prometheus gets the number of damaged streams', async () => {
  const metrics = openMetrics('revenue')
  const one = { service: 'revenue', stream: 'sale-1', revision: 2, position: 7, since: '2026-11-22T06:00:00.000Z' }
  const quiet = {
    position: () => 7,
    caughtUp: async () => true,
    fault: () => null,
    lateMs: () => 0,
    close: async () => undefined,
  }
  metrics.follow([{ ...quiet, damaged: () => [one] }, quiet])
  expect(await getPage(metrics)).toContain('tuma_streams_damaged{process="revenue"} 1\n')
})

test('Prometheus gets the findings of the daily audit by kind, and the age of the last full one', async () => {
  const metrics = openMetrics('revenue')
  const finding = { about: 'x', expected: null, found: null, since: '', lastSeen: '' }
  let kinds = ['row_differs', 'row_differs', 'entry_unbalanced']
  const audited = (service: string, lastPassAgeMs: number | null): Follower => ({
    ...{ position: () => 7, caughtUp: async () => true, fault: () => null, close: async () => undefined },
    audited: () => {
      const findings = service === 'revenue' ? kinds.map((kind) => ({ ...finding, kind })) : []
      return { service, lastPass: null, lastPassAgeMs, findings }
    },
  })
  metrics.follow([audited('revenue', 86_400_499), audited('payment', null)])
  const text = await getPage(metrics)
  expect(text).toContain('tuma_audit_findings{service="revenue",kind="row_differs",process="revenue"} 2\n')
  expect(text).toContain('tuma_audit_findings{service="revenue",kind="entry_unbalanced",process="revenue"} 1\n')
  expect(text).toContain('tuma_audit_pass_age_seconds{service="revenue",process="revenue"} 86400\n')
  expect(text).not.toContain('service="payment"')
  kinds = []
  expect(await getPage(metrics)).not.toContain('row_differs')
})

test('Prometheus gets the lag of each group, in messages and in seconds', async () => {
  const metrics = openMetrics('revenue')
  const lag = { topic: 'delivery', group: 'revenue', messages: 1806, seconds: 75.5 }
  metrics.follow([], [{ group: 'revenue', lag: () => lag, lateMs: () => 0, close: async () => undefined }])
  const text = await getPage(metrics)
  const labels = '{topic="delivery",group="revenue",process="revenue"}'
  expect(text).toContain(`tuma_group_lag_messages${labels} 1806\n`)
  expect(text).toContain(`tuma_group_lag_seconds${labels} 75.5\n`)
})

test('Prometheus gets the number of rejected calls, by reason', async () => {
  const metrics = openMetrics('payment')
  const quiet = {
    ...{
      position: () => 7,
      caughtUp: async () => true,
      fault: () => null,
      lateMs: () => 0,
      close: async () => undefined,
    },
    rejectedCallbacks: () => ({ other_amount: 3 }),
  }
  metrics.follow([quiet])
  expect(await getPage(metrics)).toContain('tuma_callbacks_disbelieved{reason="other_amount",process="payment"} 3\n')
})

test('Prometheus gets the state of own storage and of each shared engine', async () => {
  const metrics = openMetrics('delivery')
  metrics.watch({ healthy: () => true, degraded: () => [{ engine: 'eventstoredb', state: 'notReady' }] })
  const text = await getPage(metrics)
  expect(text).toContain('tuma_storage_healthy{process="delivery"} 1\n')
  expect(text).toContain('tuma_engine_degraded{engine="eventstoredb",process="delivery"} 1\n')
  expect(text).toContain('tuma_engine_degraded{engine="kafka",process="delivery"} 0\n')
})
