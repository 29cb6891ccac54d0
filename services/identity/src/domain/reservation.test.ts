import { expect, test } from 'vitest'
import { evolve, nameKey, type ReservationEvent, unclaimed } from './reservation.ts'

test.each([
  ['in capitals', 'ZOÉ@example.com'],
  ['with spaces around it', ' zoé@example.com\t'],
  ['with an accent that was typed as a sign of its own', 'zoe\u0301@example.com'],
])('an address %s is the same one', (_how, typed) => expect(nameKey(typed)).toBe('zo\u00e9@example.com'))
test('a space inside a name makes it another name', () => expect(nameKey('wan jiku')).not.toBe(nameKey('wanjiku')))

const made = (accountId: string, takenFrom: string | null = null): ReservationEvent => ({
  type: 'ReservationMade',
  data: { accountId, madeAt: '2026-11-21T06:00:00.000Z', takenFrom },
})
const confirmed = (accountId: string): ReservationEvent => ({
  type: 'ReservationConfirmed',
  data: { accountId, confirmedAt: '2026-11-21T06:00:00.000Z' },
})

test('a confirmation does not list those who have lost the name, and they have lost it all the same', () =>
  expect([made('one'), made('two'), confirmed('two')].reduce(evolve, unclaimed)).toMatchObject({
    claims: [{ accountId: 'two' }],
    confirmed: true,
    lost: ['one'],
  }))

test('the last five that have lost a name are remembered', () => {
  const losers = ['a', 'b', 'c', 'd', 'e', 'f', 'b'].flatMap((loser) => [made(loser), made('one', loser)])
  expect(losers.reduce(evolve, unclaimed).lost).toEqual(['c', 'd', 'e', 'f', 'b'])
})
