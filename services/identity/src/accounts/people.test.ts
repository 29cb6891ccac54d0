import type { Recorded, View } from '@tuma/platform/event-sourcing'
import type { Collection, DocumentStore } from '@tuma/platform/ports'
import { openTemporaryEngines } from '@tuma/platform/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { accountsByNameView, accountsByPointsView, accountsView } from '../domain/account-views.ts'
import type { IdentityEvent } from '../domain/identity-event.ts'
import { refusedAs } from '../testing/identity-for-each-test.ts'
import { pageOfPeople } from './people.ts'

type Person = {
  readonly accountId: string
  readonly name?: string
  readonly username?: string
  readonly email?: string
  readonly phone?: string
  readonly points?: number
  readonly openedAt?: string
}
const morning = '2026-11-21T06:00:00.000Z'

const getEvents = ({ accountId, points = 0, openedAt = morning, ...more }: Person) => {
  const person = {
    personId: accountId,
    name: 'Wanjiku Njeri',
    username: `user-${accountId}`,
    email: `${accountId}@tuma.test`,
    phone: '254712345678',
    ...more,
  }
  const opened = { type: 'AccountOpened', data: { accountId, person, role: 'user', shop: null, openedAt } }
  const earned = { type: 'PointsEarned', data: { accountId, points } }
  return [opened, earned] as unknown as Recorded<IdentityEvent>[]
}

/** Each person in every list. */
const withPeople = async (people: readonly Person[]) => {
  const deps = await openTemporaryEngines()
  onTestFinished(() => deps.close())
  const store = deps.of('identity').documents
  const filled = async <D extends object>(view: View<IdentityEvent, D>): Promise<Collection<D>> => {
    const collection = await store.collection<D>(view.collection)
    await store.write(
      people.map((person) => {
        const row = getEvents(person).reduce<D | null>((before, event) => view.project(before, event, ''), null)
        return { collection: view.collection.name, id: person.accountId, version: 1, document: row }
      }),
    )
    return collection
  }
  const lists = {
    newest: await filled(accountsView),
    byName: await filled(accountsByNameView),
    byPoints: await filled(accountsByPointsView),
  }
  return { lists, gone: (accountId: string) => remove(store, accountId) }
}

const remove = async (store: DocumentStore, id: string): Promise<void> => {
  const views = [accountsView, accountsByNameView, accountsByPointsView]
  await store.write(views.map(({ collection }) => ({ collection: collection.name, id, version: 2, document: null })))
}

type Lists = Awaited<ReturnType<typeof withPeople>>['lists']
const wanted = { search: null, role: null, sort: 'recent', limit: 100, cursor: null } as const
type Changes = Partial<Parameters<typeof pageOfPeople>[1]>
const page = async (lists: Lists, changes: Changes = {}) => {
  const { rows, ...others } = await pageOfPeople(lists, { ...wanted, ...changes })
  return { ids: rows.map(({ accountId }) => accountId), ...others }
}
const sorts = ['name', 'points', 'recent'] as const

describe('searching', () => {
  const people = [
    { accountId: 'a', name: 'Achieng Ouma' },
    { accountId: 'b', username: 'OUMA99' },
    { accountId: 'c', email: 'info@ouma.test' },
    { accountId: 'd', phone: '254722000111' },
  ]
  test.each(sorts)('finds names, usernames and e-mail addresses, in any case of letters, by %s', async (sort) => {
    const { lists } = await withPeople(people)
    const { ids, total, more } = await page(lists, { sort, search: ' oUmA ' })
    expect(ids.sort()).toEqual(['a', 'b', 'c'])
    expect([total, more]).toEqual([3, false])
  })
  test.each(['0722', '722 000', '+254 722000111', '2547220', '0111'])('finds a phone typed as %s', async (typed) => {
    const { lists } = await withPeople(people)
    expect((await page(lists, { search: typed })).ids).toEqual(['d'])
  })
  test('finds no one by unknown words, and everyone by an empty search', async () => {
    const { lists } = await withPeople(people)
    expect((await page(lists, { search: 'zzz' })).ids).toEqual([])
    expect((await page(lists, { search: '  ' })).ids).toHaveLength(4)
    expect((await page(lists, { search: 'achieng oum' })).ids).toEqual(['a'])
    expect((await page(lists, { search: 'tuma.test ouma' })).ids.sort()).toEqual(['a', 'b'])
  })
  test('counts all matches, not only the page', async () => {
    const { lists } = await withPeople(people)
    expect(await page(lists, { search: 'tuma', limit: 1 })).toMatchObject({ total: 3, more: false })
  })
  test('counts a thousand matches, and says that there are more', async () => {
    const many = Array.from({ length: 1002 }, (_, index) => ({ accountId: `a${index}` }))
    const { lists } = await withPeople(many)
    expect(await page(lists, { search: 'wanjiku', limit: 1 })).toMatchObject({ total: 1000, more: true })
    expect(await page(lists, { limit: 1 })).toMatchObject({ total: 1002, more: false })
  })
})

describe('sorting', () => {
  const people = [
    { accountId: 'a', name: 'beatrice Auma', points: 5, openedAt: '2026-11-21T06:00:00.002Z' },
    { accountId: 'b', name: 'Charles Kamau', points: 70, openedAt: '2026-11-21T06:00:00.001Z' },
    { accountId: 'c', name: 'Alice Otieno', points: 70, openedAt: '2026-11-21T06:00:00.003Z' },
  ]
  test.each([
    ['name', ['c', 'a', 'b']],
    ['points', ['c', 'b', 'a']],
    ['recent', ['c', 'a', 'b']],
  ] as const)('by %s', async (sort, ids) => {
    const { lists } = await withPeople(people)
    expect((await page(lists, { sort })).ids).toEqual(ids)
    expect((await page(lists, { sort, search: 'tuma.test' })).ids).toEqual(ids)
  })
})

describe('pages', () => {
  const people = Array.from({ length: 25 }, (_, i) => ({
    accountId: `a${i}`,
    name: `Name ${i % 4}`,
    points: i % 3,
    openedAt: `2026-11-21T06:00:00.00${i % 5}Z`,
  }))
  const pages = async (lists: Lists, sort: (typeof sorts)[number], between = async () => {}) => {
    const ids: string[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const one = await page(lists, { sort, limit: 4, cursor: cursor ?? null })
      ids.push(...one.ids)
      cursor = one.next
      await between()
    }
    return ids
  }

  test.each(sorts)('by %s show each person once', async (sort) => {
    const { lists } = await withPeople(people)
    const { ids: all } = await page(lists, { sort })
    expect(await pages(lists, sort)).toEqual(all)
    expect(new Set(all).size).toBe(25)
  })
  test('skip no one if the last person shown disappears', async () => {
    const { lists, gone } = await withPeople(people)
    const shown = await pages(lists, 'name', () => gone('a12'))
    expect(new Set(shown).size).toBe(shown.length)
    expect(people.filter(({ accountId }) => accountId !== 'a12' && !shown.includes(accountId))).toEqual([])
  })
  test('do not end with an empty one', async () => {
    const { lists } = await withPeople(people)
    expect(await page(lists, { limit: 25 })).toMatchObject({ next: null, total: 25 })
  })
  test.each(['', 'nonsense', 'W10', Buffer.from('["points",5]').toString('base64url')])(
    'are refused for a cursor of another list: %s',
    async (cursor) => {
      const { lists } = await withPeople([])
      await expect(page(lists, { sort: 'points', cursor })).rejects.toThrow(refusedAs('bad_input'))
    },
  )
  test('are refused for a cursor of another order', async () => {
    const { lists } = await withPeople(people)
    const { next } = await page(lists, { sort: 'name', limit: 4 })
    await expect(page(lists, { cursor: next })).rejects.toThrow(refusedAs('bad_input'))
  })
})
