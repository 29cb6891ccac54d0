import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Callback, callbackPath, readCallbackPath } from './callback-path.ts'

const secret = 'the-secret-of-the-till'
const newer = 'a-newer-one-of-the-till'
const prompt = { kind: 'prompt', checkoutId: '0b6f4d0e-5a1c-5d3a-8f0e-2f6f3a1b9c7d' } as const
const path = callbackPath(secret, prompt)

test.each<Callback>([
  prompt,
  { kind: 'confirmation' },
  { kind: 'validation' },
  { kind: 'status', about: 'a'.repeat(64) },
  { kind: 'status-late', about: '0123456789abcdef' },
])('an address of ours is known again: $kind', (callback) => {
  expect(readCallbackPath([secret], callbackPath(secret, callback))).toEqual(callback)
  expect(callbackPath(secret, callback)).toMatch(/^\/api\/callbacks\/till\/the-secret-of-the-till\//)
})

test('beneath its root too', () => {
  expect(readCallbackPath([secret], path.replace('/api/callbacks/till/', ''))).toEqual(prompt)
})

test('while the secret is changed both are known, and afterwards the new one', () => {
  for (const known of [secret, newer])
    expect(readCallbackPath([newer, secret], callbackPath(known, prompt))).toEqual(prompt)
  expect(readCallbackPath([newer], path)).toBeNull()
})

describe('nobody forges', () => {
  const other = '1b6f4d0e-5a1c-5d3a-8f0e-2f6f3a1b9c7d'
  test.each([
    ['another prompt with the address of one', path.replace(prompt.checkoutId, other)],
    ['a question about a payment with it', path.replace('/prompt/', '/status/')],
    ['a prompt that lost its seal', path.slice(0, path.lastIndexOf('/'))],
    ['a prompt without an id', '/api/callbacks/till/the-secret-of-the-till/prompt'],
    ['a part of the secret', path.replace(secret, 'the-secret')],
    ['one secret with the seal of another', path.replace(secret, newer)],
    ['more at its end', `${path}/more`],
    ['a confirmation with an id', `/api/callbacks/till/${secret}/confirmation/${other}/${'0'.repeat(40)}`],
    ['another kind', `/api/callbacks/till/${secret}/refund`],
    ['nothing', ''],
  ])('%s', (_, forged) => expect(readCallbackPath([newer, secret], forged)).toBeNull())
})

test('no address has a word that Daraja refuses', () =>
  fc.assert(
    fc.property(fc.uuid(), fc.stringMatching(/^[a-z0-9]{32}$/), (checkoutId, ours) => {
      const address = callbackPath(ours, { kind: 'prompt', checkoutId }).replace(ours, '')
      expect(address).not.toMatch(/m-?pesa|safaricom|exe|cmd|sql|query/i)
    }),
    { numRuns: 500 },
  ))

test('an id that could spell one can not stand there', () => {
  expect(() => callbackPath(secret, { kind: 'prompt', checkoutId: 'execute-the-query' })).toThrow(RangeError)
})
