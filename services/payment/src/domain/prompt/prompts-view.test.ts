import type { Recorded } from '@tuma/platform/domain'
import { expect, test } from 'vitest'
import { callback, callbackStream } from './callback.ts'
import { type PromptEvent, promptStream } from './prompt.ts'
import { type PromptRow, promptsView } from './prompts-view.ts'

const at = '2026-11-23T06:30:00.000Z'
const later = '2026-11-23T06:31:00.000Z'
const asked = (
  payer = { key: 'visitor:w' as string | null, nameKey: null as string | null, cookieless: false },
): PromptEvent => ({
  type: 'PromptAsked',
  data: {
    ...{
      payer,
      sender: { personId: 'checkout-c1', name: 'Wanjiku Kamau', phone: '254711222333' },
      senderWords: ['w1'],
    },
    ...{
      phoneKey: 'phone 1',
      networkKey: 'net 1',
      widerNetworkKey: 'nets 1',
      reference: 'PAY-123456',
      amount: 350,
      at,
    },
  },
})
const recorded = (event: PromptEvent) => ({ ...event, stream: promptStream('c1') }) as Recorded<PromptEvent>
const after = (...events: PromptEvent[]): PromptRow | null =>
  events.reduce<PromptRow | null>((row, event) => {
    const [id = ''] = promptsView.getIds(recorded(event))
    return promptsView.project(row, recorded(event), id)
  }, null)

test('the row of a prompt has the payer’s keys and the amount, and no name or phone', () => {
  expect(after(asked())).toEqual({
    ...{
      promptId: 'c1',
      phoneKey: 'phone 1',
      payerKey: 'visitor:w',
      networkKey: 'net 1',
      widerNetworkKey: 'nets 1',
      deliveryId: null,
      drawer: null,
      paymentId: null,
    },
    ...{ amount: 350, state: 'asked', attemptedAt: null, sentAt: null, askedAt: at },
  })
  expect(after(asked({ key: null, nameKey: 'name:w', cookieless: true }))?.payerKey).toBe('name:w')
})

test('the row follows the prompt', () => {
  const attempted: PromptEvent = { type: 'PromptAttempted', data: { replica: 'r1', at: later } }
  const sent: PromptEvent = { type: 'PromptSent', data: { checkoutRequestId: 'ws_1', at: later } }
  expect(after(asked(), attempted)).toEqual({ ...after(asked()), attemptedAt: later })
  expect(after(asked(), attempted, sent)).toEqual({ ...after(asked(), attempted), state: 'sent', sentAt: later })
  const ends: [PromptEvent, string][] = [
    [{ type: 'PromptUnanswered', data: { at } }, 'unknown'],
    [{ type: 'PromptArrived', data: { at } }, 'arrived'],
    [{ type: 'PromptFailed', data: { reason: 'cancelled', at } }, 'failed'],
    [{ type: 'PromptLapsed', data: { at } }, 'lapsed'],
  ]
  for (const [event, state] of ends) expect(after(asked(), event)).toEqual({ ...after(asked()), state })
  const paid: PromptEvent = { type: 'PromptPaid', data: { paymentId: 'p1', at } }
  expect(after(asked(), paid)).toEqual({ ...after(asked()), state: 'paid', paymentId: 'p1' })
  expect(after(sent)).toBeNull()
})

test.each(['phoneKey', 'payerKey', 'networkKey', 'widerNetworkKey', 'deliveryId', 'state'])(
  'prompts are found by %s without a scan of all others',
  (field) => expect(promptsView.collection.indexes).toContainEqual([field]),
)

test('the same callback is taken once', () => {
  const data = {
    kind: 'prompt',
    about: 'c1',
    addressChecked: true,
    again: false,
    told: { personId: 'callback-ab', body: '{}' },
    at,
  } as const
  const taken = callback.decide({ type: 'TakeCallback', ...data }, callback.initialState)
  expect(taken).toEqual([{ type: 'CallbackTaken', data }])
  const state = taken.reduce(callback.evolve, callback.initialState)
  expect(callback.decide({ type: 'TakeCallback', ...data }, state)).toEqual([])
  expect(callbackStream('ab')).toBe('callback-ab')
})
