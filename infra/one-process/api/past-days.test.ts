import { addDays, eatDayOf } from '@tuma/contracts/vocabulary'
import { type Mpesa, startMpesa } from '@tuma/mpesa'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type OpenHouse, openHouse } from './open-house.ts'
import type { Visitor } from './visitor.ts'

/** The days of the books are those on which M-Pesa moved the money, whenever its statement is taken over. */

let house: OpenHouse
let admin: Visitor
let mpesa: Mpesa
let now: string
const [before, yesterday, today] = [-3, -2, -1].map((days) => addDays(eatDayOf(new Date().toISOString()), days)) as [
  string,
  string,
  string,
]
const at = (day: string, time: string) => new Date(`${day}T${time}+03:00`).toISOString()
beforeAll(async () => {
  house = await openHouse()
  admin = await house.signedIn('admin')
  now = at(before, '10:00:00')
  mpesa = await startMpesa({ now: () => now })
})
afterAll(async () => {
  await house?.close()
  await mpesa?.close()
})

const paysAt = async (when: string, amount: number): Promise<string> => {
  now = when
  const done = await mpesa.handset.payByHand({ phone: '254722000111', amount })
  if (!done) throw new Error('there was too little money')
  return done.receipt
}
const takeOver = async (from: string, to: string): Promise<void> => {
  const file = mpesa.statement({ from: at(from, '00:00:00'), to: at(to, '00:00:00') })
  const read = await admin.ask('POST', '/api/admin/statements', file, { headers: { 'content-type': 'text/csv' } })
  expect(read.status).toBe(200)
  const address = `/api/admin/statements/${read.body._id}`
  expect((await admin.post(`${address}/commit`, {})).status).toBe(200)
  await vi.waitFor(async () => expect((await admin.get(`${address}/findings`)).body.state).toBe('applied'), 60_000)
}
const tillOn = async (day: string) =>
  (await admin.get(`/api/admin/books/days/${day}`)).body.find(({ account }: { account: string }) => account === 'till')
const charged = (amount: number) => Math.round(amount * 100 * 0.0055)

test('a statement that is taken over later books each payment, charge and reversal on the day of its row', async () => {
  await paysAt(at(before, '10:00:00'), 1000)
  const first = 100_000 - charged(1000)
  await paysAt(at(yesterday, '00:00:01'), 2890)
  const reversed = await paysAt(at(yesterday, '21:14:00'), 400)
  const second = first + 329_000 - charged(2890) - charged(400)
  now = at(today, '09:00:00')
  mpesa.handset.reverse(reversed)
  await paysAt(at(today, '09:30:00'), 300)
  const third = second - 40_000 + 30_000 - charged(300)

  // Yesterday's alone, then all: what stood there before the oldest row is said again, on another day.
  await takeOver(yesterday, today)
  await expect.poll(() => tillOn(yesterday)).toMatchObject({ after: second, mpesa: { cents: second } })
  expect((await tillOn(yesterday)).mpesa.at).toBe(at(yesterday, '21:14:00'))
  expect((await tillOn(before)).mpesa).toBeUndefined()

  await takeOver(before, addDays(today, 1))
  await expect.poll(() => tillOn(today)).toMatchObject({ after: third, mpesa: { cents: third } })
  expect(await tillOn(yesterday)).toMatchObject({ before: first, after: second, mpesa: { cents: second } })
  expect(await tillOn(before)).toMatchObject({ after: first, mpesa: { cents: first } })
  expect(await tillOn(addDays(before, -1))).not.toHaveProperty('mpesa')
})

test('an entry says when its money moved and when it was booked, and is found by the former', async () => {
  const asked = `/api/admin/books/entries?limit=100&account=till&from=${yesterday}&to=${yesterday}`
  const { body } = await admin.get(asked)
  const amounts = body.map(({ cents }: { cents: number }) => cents)
  expect(amounts).toEqual(expect.arrayContaining([289_000, 40_000]))
  for (const { valueAt, at: booked } of body) {
    expect(eatDayOf(valueAt)).toBe(yesterday)
    expect(booked > valueAt).toBe(true)
  }
  const csv = String((await admin.get('/api/admin/books.csv?account=till')).body)
  expect(csv.split(/\r?\n/)[0]).toContain('When,Account,Ksh,Whose,Because,Parcel,Booked,Entry')
})
