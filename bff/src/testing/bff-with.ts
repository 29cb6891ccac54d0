import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Log, readSettings } from '@tuma/platform/runtime'
import { openTemporaryEngines } from '@tuma/platform/testing'
import express from 'express'
import { bffSettings, createBff } from '../bff.ts'
import type { Services } from '../dependencies.ts'

/**
 * The bff with a test's fake services, on a port of its own until it is closed (`url` ends in /api).
 * @param variables more settings; `error` is called with what the bff logs as a fault
 */
export const openBffWith = async (
  services: object,
  variables: Record<string, string> = {},
  error: (facts: object) => void = () => undefined,
) => {
  const engines = await openTemporaryEngines()
  const bff = createBff({
    services: services as Services,
    engines: engines.of('bff'),
    settings: {
      ...readSettings(bffSettings, { PUBLIC_URL: 'http://127.0.0.1', ...variables }),
      ...{ secret: 'a secret', demonstration: false, addressKnown: true },
    },
    environment: { now: () => '2026-11-21T09:00:00.000Z', randomBytes: (count) => new Uint8Array(count) },
    log: { error, child: () => ({ info: () => undefined }) } as unknown as Log,
  })
  const server = createServer(express().use('/api', bff.router)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`
  const close = async (): Promise<void> => {
    await bff.close()
    server.close()
    await engines.close()
  }
  return { url, engines, close }
}
