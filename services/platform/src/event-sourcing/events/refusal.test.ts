import { expect, test } from 'vitest'
import { isRefusal, refusal } from './refusal.ts'

test('a refusal is known by its shape, whichever module made it, and has its code and details', () => {
  const refused = refusal('email_taken', { field: 'email' })
  expect(isRefusal(refused)).toBe(true)
  expect(refused).toMatchObject({ name: 'Refused', code: 'email_taken', details: { field: 'email' } })
  expect(isRefusal(Object.assign(new TypeError('another house'), { name: 'Refused', code: 'too_old' }))).toBe(true)
})

test.each<[string, unknown]>([
  ['an error with a code but another name', Object.assign(new Error('no entry'), { code: 'ENOENT' })],
  ['an error of that name without a code', Object.assign(new Error('no'), { name: 'Refused' })],
  ['an error of that name whose code is a number', Object.assign(new Error('no'), { name: 'Refused', code: 404 })],
  ['what is no error', { name: 'Refused', code: 'too_old' }],
  ['nothing', null],
])('%s is no refusal', (_what, thrown) => expect(isRefusal(thrown)).toBe(false))
