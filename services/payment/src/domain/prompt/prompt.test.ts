import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import { type PromptCommand, type PromptEvent, prompt, promptStream, stateAfter } from './prompt.ts'

const { given } = toSpecification(prompt)
const at = '2026-11-23T06:30:00.000Z'
const asked: Extract<PromptEvent, { type: 'PromptAsked' }> = {
  type: 'PromptAsked',
  data: {
    payer: { key: 'visitor:w', nameKey: null, cookieless: false },
    sender: { personId: 'checkout-c1', name: 'Wanjiku Kamau', phone: '254711222333' },
    senderWords: ['w1'],
    phoneKey: 'phone 1',
    networkKey: null,
    widerNetworkKey: null,
    reference: 'PAY-123456',
    amount: 350,
    at,
  },
}
const attempted: PromptEvent = { type: 'PromptAttempted', data: { replica: 'r1', at } }
const sent: PromptEvent = { type: 'PromptSent', data: { checkoutRequestId: 'ws_1', at } }
const unanswered: PromptEvent = { type: 'PromptUnanswered', data: { at } }
const arrived: PromptEvent = { type: 'PromptArrived', data: { at } }
const paid: PromptEvent = { type: 'PromptPaid', data: { paymentId: 'p1', at } }
const failed: PromptEvent = { type: 'PromptFailed', data: { reason: 'cancelled', at } }
const lapsed: PromptEvent = { type: 'PromptLapsed', data: { at } }

const ask: PromptCommand = { type: 'AskPrompt', ...asked.data }
const attempt: PromptCommand = { type: 'AttemptPrompt', replica: 'r1', at }
const send: PromptCommand = { type: 'SendPrompt', checkoutRequestId: 'ws_1', at }
const lose: PromptCommand = { type: 'LosePrompt', at }
const arrive: PromptCommand = { type: 'ArrivePrompt', at }
const pay: PromptCommand = { type: 'PayPrompt', paymentId: 'p1', at }
const fail: PromptCommand = { type: 'FailPrompt', reason: 'cancelled', at }
const lapse: PromptCommand = { type: 'LapsePrompt', at }

test('a prompt is asked for once', () => {
  given().when(ask).then(asked)
  given(asked).when(ask).then()
})

test('nothing is recorded for a prompt that was not asked for', () => {
  for (const command of [attempt, send, lose, arrive, pay, fail, lapse]) given().when(command).then()
})

describe('M-Pesa is called for a prompt', () => {
  test('by the first process that attempts it, and never again', () => {
    given(asked).when(attempt).then(attempted)
    given(asked, attempted)
      .when({ ...attempt, replica: 'r2' })
      .then()
    given(asked, attempted, unanswered).when(attempt).then()
    given(asked, failed).when(attempt).then()
  })
  test('and takes it, refuses it, or does not answer', () => {
    given(asked, attempted).when(send).then(sent)
    given(asked, attempted).when(fail).then(failed)
    given(asked, attempted).when(lose).then(unanswered)
  })
  test('and a late answer is still taken', () => given(asked, attempted, unanswered).when(send).then(sent))
  test('and a lost answer is ignored after its callback', () => given(asked, attempted, paid).when(lose).then())
})

describe('money that came', () => {
  test.each([
    ['before the answer to our call', [asked, attempted]],
    ['while it is on the phone', [asked, attempted, sent]],
    ['though it was not known whether it was', [asked, attempted, unanswered]],
    ['after M-Pesa said that it failed', [asked, attempted, sent, failed]],
    ['after we gave up', [asked, attempted, sent, lapsed]],
    ['after M-Pesa said that it is paid', [asked, attempted, sent, arrived]],
  ])('%s is taken', (_when, past) =>
    given(...past)
      .when(pay)
      .then(paid),
  )
  test('is taken once', () => given(asked, attempted, sent, paid).when(pay).then())
  test('without its receipt has arrived, also after a failure', () => {
    given(asked, attempted, sent).when(arrive).then(arrived)
    given(asked, attempted, sent, failed).when(arrive).then(arrived)
    given(asked, attempted, sent, arrived).when(arrive).then()
    given(asked, attempted, sent, paid).when(arrive).then()
  })
  test('is not removed by a later event', () => {
    for (const command of [fail, lapse, send, lose]) {
      given(asked, attempted, sent, paid).when(command).then()
      given(asked, attempted, sent, arrived).when(command).then()
    }
  })
})

test('a prompt without an answer for a long time lapses, once', () => {
  given(asked, attempted, sent).when(lapse).then(lapsed)
  given(asked).when(lapse).then(lapsed)
  given(asked, lapsed).when(lapse).then()
  given(asked, failed).when(lapse).then()
})

test('its stream is found by its id', () => expect(promptStream('c1')).toBe('checkout-c1'))

test('its state is that of its last event', () => {
  const states = [asked, attempted, sent, unanswered, arrived, paid, failed, lapsed].map(stateAfter)
  expect(states).toEqual(['asked', null, 'sent', 'unknown', 'arrived', 'paid', 'failed', 'lapsed'])
})

test('a failed or lapsed prompt says why, until money comes', () => {
  const after = (...events: PromptEvent[]) => events.reduce(prompt.evolve, prompt.initialState)
  expect(after(asked, attempted, sent, failed)).toMatchObject({ state: 'failed', reason: 'cancelled' })
  expect(after(asked, attempted, sent, failed, arrived)).toMatchObject({ state: 'arrived', reason: null })
  expect(after(asked, attempted, sent, failed, paid)).toMatchObject({ state: 'paid', reason: null, paymentId: 'p1' })
  expect(after(asked, lapsed)).toMatchObject({ state: 'lapsed', attemptedAt: null })
  expect(after(asked, attempted, sent)).toMatchObject({ attemptedAt: at, sentAt: at, checkoutRequestId: 'ws_1' })
})
