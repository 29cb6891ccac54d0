import { describe, expect, test } from 'vitest'
import type { AccountRow } from './domain/account-views.ts'
import { pageOfPeople } from './people.ts'
import { refusedAs } from './testing/identity-for-each-test.ts'

const row = (accountId: string, more: Partial<AccountRow> = {}): AccountRow => ({
  accountId,
  name: 'Wanjiku Njeri',
  username: `user-${accountId}`,
  email: `${accountId}@tuma.test`,
  phone: '254712345678',
  role: 'user',
  isVerified: true,
  points: 0,
  location: null,
  address: null,
  createdAt: '2026-11-21T06:00:00.000Z',
  sessionEpoch: 0,
  secondFactor: false,
  ...more,
})
const wanted = { search: null, sort: 'recent', limit: 100, cursor: null } as const
const idsOf = (rows: readonly AccountRow[]) => rows.map(({ accountId }) => accountId)
const found = (rows: AccountRow[], search: string) => idsOf(pageOfPeople(rows, { ...wanted, search }).rows)

describe('searching', () => {
  const rows = [
    row('a', { name: 'Achieng Ouma' }),
    row('b', { username: 'OUMA99' }),
    row('c', { email: 'info@ouma.test' }),
    row('d', { phone: '254722000111' }),
  ]
  test('looks into name, username and e-mail address, whatever the case', () =>
    expect(found(rows, ' oUmA ').sort()).toEqual(['a', 'b', 'c']))
  test.each(['0722', '722 000', '+254 722000111', '2547220'])('finds a phone typed as %s', (typed) =>
    expect(found(rows, typed)).toEqual(['d']),
  )
  test('finds nobody by what stands nowhere', () => expect(found(rows, 'zzz')).toEqual([]))
  test('for nothing finds everybody', () => expect(found(rows, '  ')).toHaveLength(4))
  test('counts all that match, not only the page', () =>
    expect(pageOfPeople(rows, { ...wanted, search: 'tuma', limit: 1 })).toMatchObject({ total: 3 }))
})

describe('sorting', () => {
  const rows = [
    row('a', { name: 'beatrice Auma', points: 5, createdAt: '2026-11-21T06:00:00.002Z' }),
    row('b', { name: 'Charles Kamau', points: 70, createdAt: '2026-11-21T06:00:00.001Z' }),
    row('c', { name: 'Alice Otieno', points: 70, createdAt: '2026-11-21T06:00:00.003Z' }),
  ]
  test.each([
    ['name', ['c', 'a', 'b']],
    ['points', ['c', 'b', 'a']],
    ['recent', ['c', 'a', 'b']],
  ] as const)('by %s', (sort, ids) => expect(idsOf(pageOfPeople(rows, { ...wanted, sort }).rows)).toEqual(ids))
})

describe('pages', () => {
  const rows = Array.from({ length: 25 }, (_, i) =>
    row(`a${i}`, { name: `Name ${i % 4}`, points: i % 3, createdAt: `2026-11-21T06:00:00.00${i % 5}Z` }),
  )
  const pages = (sort: 'name' | 'points' | 'recent', between: (rows: AccountRow[]) => AccountRow[]) => {
    const ids: string[] = []
    let present = rows
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = pageOfPeople(present, { ...wanted, sort, limit: 4, cursor: cursor ?? null })
      ids.push(...idsOf(page.rows))
      cursor = page.next
      present = between(present)
    }
    return ids
  }

  test.each(['name', 'points', 'recent'] as const)('by %s show everybody once', (sort) => {
    const all = idsOf(pageOfPeople(rows, { ...wanted, sort }).rows)
    expect(pages(sort, (present) => present)).toEqual(all)
    expect(new Set(all).size).toBe(25)
  })
  test('leave out nobody while the last one shown disappears', () => {
    const shown = pages('name', (present) => present.filter(({ accountId }) => accountId !== 'a12'))
    expect(new Set(shown).size).toBe(shown.length)
    expect(rows.filter(({ accountId }) => accountId !== 'a12' && !shown.includes(accountId))).toEqual([])
  })
  test('end without an empty one', () =>
    expect(pageOfPeople(rows, { ...wanted, limit: 25 })).toMatchObject({ next: null, total: 25 }))
  test.each(['', 'nonsense', 'W10', Buffer.from('["points","a","b"]').toString('base64url')])(
    'are refused for a cursor that is not theirs: %s',
    (cursor) => expect(() => pageOfPeople(rows, { ...wanted, sort: 'points', cursor })).toThrow(refusedAs('bad_input')),
  )
  test('are refused for a cursor of another order', () => {
    const { next } = pageOfPeople(rows, { ...wanted, sort: 'name', limit: 4 })
    expect(() => pageOfPeople(rows, { ...wanted, cursor: next })).toThrow(refusedAs('bad_input'))
  })
})
