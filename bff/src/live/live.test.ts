import type { User } from '@tuma/contracts/api'
import { expect, onTestFinished, test } from 'vitest'
import { openBffWith } from '../testing/bff-with.ts'

const agentIn = (location: string) =>
  ({ _id: 'otieno', username: 'otieno', role: 'agent', location, address: 'Main Stage' }) as User

/** One agent, whose session has the shop in `agent`, and to whose shop every parcel belongs. */
const open = async () => {
  const state = { agent: agentIn('THIKA') }
  const identity = { session: async () => ({ user: state.agent }) }
  const delivery = {
    concernedAmong: async ({ viewers }: { viewers: readonly object[] }) => ({ concerned: viewers.map(() => true) }),
  }
  const { url, engines, close } = await openBffWith({ identity, delivery })
  onTestFinished(close)
  const changed = (deliveryId: string) => {
    const message = { type: 'delivery.requested', version: 1, data: { deliveryId }, headers: {} }
    return engines.of('delivery').bus.publish('delivery', [{ id: deliveryId, key: 'd', ...message }])
  }
  return { url, state, changed }
}

test('an agent who was moved to another shop gets no change of the former one', async () => {
  const { url, state, changed } = await open()
  const screen = await fetch(`${url}/events`, { headers: { authorization: 'Bearer token' } })
  state.agent = agentIn('KIMBO')
  await changed('of the former shop')
  await changed('of the shop now')
  let told = ''
  for await (const piece of screen.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    told += piece
    if (told.includes('of the shop now')) break
  }
  expect(told).not.toContain('of the former shop')
})
