import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Callback, callbackPath, readCallbackPath } from './callback-path.ts'
import { callbackSealKey } from './callback-seal-key.ts'

const key = callbackSealKey('the secret of the process')
const handle = 'the-handle-of-the-till'
const newer = 'a-newer-one-of-the-till'
const ours = { key, handle }
const prompt = { kind: 'prompt', checkoutId: '0b6f4d0e-5a1c-5d3a-8f0e-2f6f3a1b9c7d' } as const
const path = callbackPath(ours, prompt)

test.each<Callback>([
  prompt,
  { kind: 'confirmation' },
  { kind: 'validation' },
  { kind: 'status', about: 'a'.repeat(64) },
  { kind: 'status-late', about: '0123456789abcdef' },
])('an address of ours is recognised: $kind', (callback) => {
  expect(readCallbackPath(key, [handle], callbackPath(ours, callback))).toEqual(callback)
  expect(callbackPath(ours, callback)).toMatch(/^\/api\/callbacks\/till\/the-handle-of-the-till\//)
})

test('an address is recognised below its root too', () => {
  expect(readCallbackPath(key, [handle], path.replace('/api/callbacks/till/', ''))).toEqual(prompt)
})

test('while the handle is changed, both handles work, and afterwards only the new one', () => {
  for (const known of [handle, newer])
    expect(readCallbackPath(key, [newer, handle], callbackPath({ key, handle: known }, prompt))).toEqual(prompt)
  expect(readCallbackPath(key, [newer], path)).toBeNull()
})

describe('a forged address is refused:', () => {
  const other = '1b6f4d0e-5a1c-5d3a-8f0e-2f6f3a1b9c7d'
  test.each([
    ['another prompt with the address of one', path.replace(prompt.checkoutId, other)],
    ['a question about a payment with it', path.replace('/prompt/', '/status/')],
    ['a prompt that lost its seal', path.slice(0, path.lastIndexOf('/'))],
    ['a prompt without an id', '/api/callbacks/till/the-handle-of-the-till/prompt'],
    ['a part of the handle', path.replace(handle, 'the-handle')],
    ['one handle with the seal of another', path.replace(handle, newer)],
    ['a confirmation with the handle alone', `/api/callbacks/till/${handle}/confirmation`],
    ['a validation with the handle alone', `/api/callbacks/till/${handle}/validation`],
    [
      'a seal made of the handle, as it was made before',
      `/api/callbacks/till/${handle}/prompt/${other}/${createHmac('sha256', handle).update(`callback prompt ${other}`).digest('hex').slice(0, 40)}`,
    ],
    ['a seal of another process', callbackPath({ key: callbackSealKey('another'), handle }, prompt)],
    ['more at its end', `${path}/more`],
    ['a confirmation with an id', `/api/callbacks/till/${handle}/confirmation/${other}/${'0'.repeat(40)}`],
    ['another kind', `/api/callbacks/till/${handle}/refund`],
    ['nothing', ''],
  ])('%s', (_, forged) => expect(readCallbackPath(key, [newer, handle], forged)).toBeNull())
})

test('no address has a word that Daraja refuses', () =>
  fc.assert(
    fc.property(fc.uuid(), fc.stringMatching(/^[a-z0-9]{32}$/), (checkoutId, word) => {
      const address = callbackPath({ key, handle: word }, { kind: 'prompt', checkoutId }).replace(word, '')
      expect(address).not.toMatch(/m-?pesa|safaricom|exe|cmd|sql|query/i)
    }),
    { numRuns: 500 },
  ))

test('an id that could spell such a word is refused', () => {
  expect(() => callbackPath(ours, { kind: 'prompt', checkoutId: 'execute-the-query' })).toThrow(RangeError)
})
