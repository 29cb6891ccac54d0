import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Log, readSettings } from '@tuma/platform/runtime'
import { openTemporaryEngines } from '@tuma/platform/testing'
import express from 'express'
import { onTestFinished } from 'vitest'
import { bffSettings, createBff } from '../bff.ts'
import type { Services } from '../dependencies.ts'

/** The bff with services that a test makes up, on a port of its own (`url` ends in /api) until that test has ended. */
export const openBffWith = async (services: object) => {
  const engines = await openTemporaryEngines()
  const bff = createBff({
    services: services as Services,
    engines: engines.of('bff'),
    settings: {
      ...readSettings(bffSettings, { PUBLIC_URL: 'http://127.0.0.1' }),
      ...{ secret: 'a secret', demonstration: false, addressKnown: true },
    },
    surroundings: { now: () => '2026-11-21T10:00:00.000Z', randomBytes: (count) => new Uint8Array(count) },
    log: { error: () => undefined, child: () => ({ info: () => undefined }) } as unknown as Log,
  })
  const server = createServer(express().use('/api', bff.router)).listen(0, '127.0.0.1')
  onTestFinished(async () => {
    await bff.close()
    server.close()
    await engines.close()
  })
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`, engines }
}
