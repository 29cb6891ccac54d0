import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { User } from '@tuma/contracts/api'
import { type Log, readSettings } from '@tuma/platform/runtime'
import { openTemporaryEngines } from '@tuma/platform/testing'
import express from 'express'
import { expect, onTestFinished, test } from 'vitest'
import { bffSettings, createBff } from '../bff.ts'
import type { Services } from '../dependencies.ts'

const otieno = { _id: 'otieno', username: 'otieno', role: 'agent', location: 'THIKA', address: 'Main Stage' } as User
const handOver = (handOverId: string, agentId: string, counted: number | null) => ({
  ...{ handOverId, agentId, declared: 5000, cents: 5000, counted, parcels: [], byOffice: false },
  ...{ at: '2026-11-21T08:00:00.000Z', receivedAt: counted === null ? null : '2026-11-21T09:00:00.000Z', reason: null },
})
const all = [handOver('waits', 'otieno', null), handOver('counted', 'otieno', 5000), handOver('another', 'amina', null)]

/** As revenue answers it. */
const handOvers = async ({ agentId, waiting }: { agentId: string | null; waiting: boolean }) => {
  const rows = all.filter((one) => (agentId ?? one.agentId) === one.agentId && !(waiting && one.counted !== null))
  return { rows, next: null, total: rows.length }
}

const open = async () => {
  const engines = await openTemporaryEngines()
  const identity = { session: async () => ({ user: otieno }) }
  const bff = createBff({
    services: { identity, revenue: { handOvers } } as unknown as Services,
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
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`
}

test('an agent sees all their own hand-overs, counted or not, and no others', async () => {
  const answer = await fetch(`${await open()}/agent/cash/hand-overs`, { headers: { authorization: 'Bearer token' } })
  const rows = (await answer.json()) as { _id: string }[]
  expect(rows.map(({ _id }) => _id)).toEqual(['waits', 'counted'])
})
