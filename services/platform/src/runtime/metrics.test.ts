import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import express from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { openMetrics } from './metrics.ts'

test('how far each group is behind is there for Prometheus, in messages and in seconds', async () => {
  const metrics = openMetrics('revenue')
  const lag = { topic: 'delivery', group: 'revenue', messages: 1806, seconds: 75.5 }
  metrics.follow([], [{ group: 'revenue', lag: () => lag, close: async () => undefined }])
  const server = express().use(metrics.handler).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text()
  const labels = '{topic="delivery",group="revenue",process="revenue"}'
  expect(text).toContain(`tuma_group_lag_messages${labels} 1806\n`)
  expect(text).toContain(`tuma_group_lag_seconds${labels} 75.5\n`)
})
