import type { User } from '@tuma/contracts/api'
import { expect, onTestFinished, test } from 'vitest'
import { openBffWith } from '../testing/bff-with.ts'

const otieno = { _id: 'otieno', username: 'otieno', role: 'agent', location: 'THIKA', address: 'Main Stage' } as User
const handOver = (handOverId: string, agentId: string, counted: number | null) => ({
  ...{ handOverId, agentId, declared: 5000, cents: 5000, counted, parcels: [], byOffice: false },
  ...{ at: '2026-11-21T08:00:00.000Z', receivedAt: counted === null ? null : '2026-11-21T09:00:00.000Z', reason: null },
})
const all = [handOver('waits', 'otieno', null), handOver('counted', 'otieno', 5000), handOver('another', 'amina', null)]

/** Revenue's answer. */
const handOvers = async ({ agentId, waiting }: { agentId: string | null; waiting: boolean }) => {
  const rows = all.filter((one) => (agentId ?? one.agentId) === one.agentId && !(waiting && one.counted !== null))
  return { rows, next: null, total: rows.length }
}

test('an agent sees all their own hand-overs, counted or not, and no others', async () => {
  const identity = { session: async () => ({ user: otieno }) }
  const { url, close } = await openBffWith({ identity, revenue: { handOvers } })
  onTestFinished(close)
  const answer = await fetch(`${url}/agent/cash/hand-overs`, { headers: { authorization: 'Bearer token' } })
  const rows = (await answer.json()) as { _id: string }[]
  expect(rows.map(({ _id }) => _id)).toEqual(['waits', 'counted'])
})
