import { paymentEvents } from '@tuma/contracts/events'
import type { PromptState } from '@tuma/contracts/vocabulary'
import type { Message } from '@tuma/platform/ports'
import { expect, vi } from 'vitest'
import type { World } from './world.ts'

let told = 0

/** Payment tells of a prompt so many times, and delivery has heard it. */
export const hearPrompt = async (
  { world, engines, caughtUp }: World,
  promptId: string,
  state: PromptState = 'paid',
  times = 1,
): Promise<void> => {
  const { type, version } = paymentEvents.promptChanged
  const data = { promptId, state, at: world.now }
  const messages = Array.from({ length: times }, (): Message => {
    told += 1
    return { id: `prompt ${told}`, key: `checkout-${promptId}`, type, version, data, headers: {} }
  })
  const { bus } = engines()
  await bus.publish('payment', messages)
  await vi.waitFor(async () => expect(await bus.lag('payment', 'delivery')).toBe(0), { timeout: 60_000 })
  expect(await bus.parked('delivery')).toEqual([])
  await caughtUp()
}
