import type { OwnToday } from '@tuma/contracts/api'
import { EngineAway } from '@tuma/platform/ports'
import { expect, onTestFinished, test } from 'vitest'
import { openBffWith } from '../testing/bff-with.ts'

const kamau = { _id: 'kamau', username: 'kamau', name: 'Kamau Otieno', role: 'user' }
const none = { count: 0, more: false, rows: [] }
const nothingToDo = { total: 0, toBring: { count: 0, more: false, shops: [] }, underWay: none, trouble: none }
const owed = {
  owedTo: 'account:kamau',
  cents: 14_700_00,
  ready: 11_400_00,
  since: null,
  parcels: [],
  atShops: 2_300_00,
}
const payTo = { name: kamau.name, phone: '254711333999', changedAt: null, payableFrom: null, former: null }

/** The bff's clock says Saturday, 21 Nov 2026. */
const readMoney = async (revenue: object, settings: Record<string, string> = {}): Promise<OwnToday['money']> => {
  const asked: object[] = []
  const delivery = {
    ownToday: async (input: object) => {
      asked.push(input)
      return nothingToDo
    },
  }
  const services = { identity: { session: async () => ({ user: kamau }) }, delivery, revenue }
  const { url, close } = await openBffWith(services, settings)
  onTestFinished(close)
  const answer = await fetch(`${url}/client/today`, { headers: { authorization: 'Bearer token' } })
  expect([answer.status, asked]).toEqual([200, [expect.objectContaining({ ownerId: 'kamau' })]])
  return ((await answer.json()) as OwnToday).money
}
const revenue = (changes: object = {}, number: object | null = payTo) => ({
  owed: async () => ({ ...owed, ...changes }),
  payTo: async () => number,
})

test('money is told by where it is, with the day and the short number of the next payout', async () => {
  expect(await readMoney(revenue())).toEqual({
    ...{ ready: 11_400_00, atShops: 2_300_00, unconfirmed: 1_000_00 },
    payout: { on: '2026-11-27', to: '07… 999' },
  })
})
test('the office may pay out on other days, and on several', async () => {
  const on = async (days: string) => (await readMoney(revenue(), { PAYOUT_DAYS: days }))?.payout?.on
  expect([await on('tue,fri'), await on('Sat'), await on('mon, wed')]).toEqual([
    ...['2026-11-24', '2026-11-21', '2026-11-23'],
  ])
})
test('a new number is paid on the first payout day from which it may be paid', async () => {
  const waits = { ...payTo, changedAt: '2026-11-27T07:00:00.000Z', payableFrom: '2026-11-28T07:00:00.000Z' }
  expect((await readMoney(revenue({}, waits)))?.payout?.on).toBe('2026-12-04')
})
test.each([
  ['unknown', null],
  ['a landline', { ...payTo, phone: '254201234567' }],
])('without a payout day where the number is %s', async (_what, number) => {
  expect((await readMoney(revenue({}, number)))?.payout).toBeNull()
})
test('money is null while the books do not answer; a service before this one tells no cash at shops', async () => {
  const away = () => Promise.reject(new EngineAway('no connection'))
  expect(await readMoney({ owed: away, payTo: away })).toBeNull()
  expect(await readMoney(revenue({ atShops: undefined }))).toMatchObject({ atShops: 0, unconfirmed: 3_300_00 })
})
test.each(['', 'friday', 'fri;tue', 'fri,'])('PAYOUT_DAYS of %j is refused or unset', async (days) => {
  const opened = openBffWith({}, { PAYOUT_DAYS: days }).then(({ close }) => close())
  if (days === '') await opened
  else await expect(opened).rejects.toThrow('must be days such as fri')
})
