import { expect, test } from 'vitest'
import { nameKey } from './reservation.ts'

test.each([
  ['in capitals', 'ZOÉ@example.com'],
  ['with spaces around it', ' zoé@example.com\t'],
  ['with an accent that was typed as a sign of its own', 'zoe\u0301@example.com'],
])('an address %s is the same one', (_how, typed) => expect(nameKey(typed)).toBe('zo\u00e9@example.com'))
test('a space inside a name makes another name', () => expect(nameKey('wan jiku')).not.toBe(nameKey('wanjiku')))
