import { type Mpesa, startMpesa } from '@tuma/mpesa'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openTestProduct, type TestProduct } from './test-product.ts'
import type { Answer, Visitor } from './visitor.ts'

let product: TestProduct
let admin: Visitor
let client: Visitor
beforeAll(async () => {
  product = await openTestProduct()
  admin = await product.signedIn('admin')
  client = await product.signedIn('client')
})
afterAll(() => product.close())

const address = '/api/admin/statements'
const csv = { 'content-type': 'text/csv' }
const upload = (file: string, person = admin): Promise<Answer> => person.ask('POST', address, file, { headers: csv })
const get = async (path: string) => (await admin.get(path)).body
const counts = () => get('/api/admin/differences/counts')
const differences = (tab: string) => get(`/api/admin/differences?tab=${tab}&limit=100`)
const receiptsIn = async (tab: string) => (await differences(tab)).map(({ receipt }: { receipt: string }) => receipt)
const applied = async (id: string): Promise<void> => {
  expect((await admin.post(`${address}/${id}/commit`, {})).status).toBe(200)
  await vi.waitFor(async () => expect((await get(`${address}/${id}/findings`)).state).toBe('applied'), 60_000)
}
const getPayment = async (receipt: string) => (await get(`/api/admin/payments?search=${receipt}`))[0]

/** A till of its own, so that no other test changes its statement. */
const openTill = async (): Promise<Mpesa> => {
  const mpesa = await startMpesa()
  return mpesa
}
const byHand = async (mpesa: Mpesa, phone: string, amount: number) => {
  const done = await mpesa.handset.payByHand({ phone, amount, name: 'Wanjiku Kamau' })
  if (!done) throw new Error('there was too little money')
  return done
}
/** `shown` is the amount in the message, if the payer has changed it. */
const pasted = async (mpesa: Mpesa, amount: number, shown = amount): Promise<string> => {
  const { sms, receipt } = await byHand(mpesa, '254712345678', amount)
  const mpesaMessage = sms.replace(`Ksh${amount}.00`, `Ksh${shown}.00`)
  const said = { paymentReferenceId: 'PAY-777777', senderName: 'Wanjiku Kamau', mpesaMessage }
  expect((await client.post('/api/payment/verify-payment', said)).body).toMatchObject({ success: true })
  return receipt
}

test('what the till says is compared with our payments and imported, and the differences are listed', async () => {
  const mpesa = await openTill()
  const matched = await pasted(mpesa, 350)
  const { receipt: unknown } = await byHand(mpesa, '254722000111', 2500)
  const taken = await pasted(mpesa, 400)
  mpesa.handset.reverse(taken)
  const read = await upload(mpesa.statement({ dates: 'YYYY-MM-DD', byteOrderMark: true }))
  expect(read.status).toBe(200)
  expect(read.body).toMatchObject({ state: 'read', shortCode: '600100', confirm: false, applied: 0 })
  const { _id: id } = read.body

  const preview = await get(`${address}/${id}/findings`)
  expect(preview).toMatchObject({ matched: 2, settled: { count: 0 }, gaps: { count: 0 }, opening: 0, failed: 0 })
  expect(preview.newMoney).toMatchObject({ count: 1, lines: [{ receipt: unknown, cents: 250_000 }] })
  expect(preview.reversals.lines.map(({ cents }: { cents: number }) => cents)).toEqual([-40_000])
  // 0.55 % of 350, of 2,500 and of 400.
  expect(preview.charges).toEqual({ count: 3, cents: -(193 + 1375 + 220) })
  expect((await getPayment(matched)).evidence).toEqual(['message'])

  await applied(id)
  await expect.poll(async () => (await getPayment(matched)).evidence).toEqual(['message', 'statement'])
  expect((await getPayment(taken)).state).toBe('reversed')
  expect(await getPayment(unknown)).toMatchObject({ state: 'confirmed', senderName: null, amount: 2500 })
  await expect.poll(() => receiptsIn('unclaimed')).toContain(unknown)
  expect(await receiptsIn('unclaimed')).not.toContain(taken)

  const again = await upload(mpesa.statement({ dates: 'YYYY-MM-DD', byteOrderMark: true }))
  expect(again.body).toMatchObject({ _id: id, state: 'applied' })
  await mpesa.close()
})

test('a payment of another amount than its message says is listed with the shown amount and the payer', async () => {
  const mpesa = await openTill()
  const receipt = await pasted(mpesa, 150, 180)
  const { _id: id } = (await upload(mpesa.statement())).body
  await applied(id)
  await expect.poll(() => receiptsIn('differs')).toContain(receipt)
  const row = (await differences('differs')).find((one: { receipt: string }) => one.receipt === receipt)
  expect(row).toMatchObject({ cents: 15_000, told: 180, senderName: 'Wanjiku Kamau' })
  expect(row.parcel).toBeUndefined()
  expect(await getPayment(receipt)).toMatchObject({ state: 'mismatched', amount: 150, told: 180 })
  await mpesa.close()
})

test('a difference is explained once, with a reason', async () => {
  const mpesa = await openTill()
  const { receipt } = await byHand(mpesa, '254722000112', 90)
  const { _id: id } = (await upload(mpesa.statement())).body
  await applied(id)
  await expect.poll(() => receiptsIn('unclaimed')).toContain(receipt)
  const before = await counts()
  const one = (await differences('unclaimed')).find((row: { receipt: string }) => row.receipt === receipt)
  const explained = await admin.post(`/api/admin/differences/${one._id}/explain`, { reason: 'the shop next door' })
  expect(explained).toMatchObject({ status: 200, body: { _id: one._id } })
  await expect.poll(() => receiptsIn('unclaimed')).not.toContain(receipt)
  expect((await counts()).unclaimed.count).toBe(before.unclaimed.count - 1)
  await mpesa.close()
})

describe('a file that is not a statement is answered with a sentence, and changes nothing:', () => {
  const head = 'Receipt No.,Completion Time,Details,Transaction Status,Paid In,Withdrawn,Balance'
  const row = 'UKN6H7T3GA,23-11-2026 09:30:00,Merchant Payment from 254701***126 - X,Completed,350.00,,350.00'
  const refused: readonly (readonly [string, string, number, string])[] = [
    ['a PDF', '%PDF-1.7 what is inside', 400, 'statement_not_csv'],
    ['half an Excel file', 'PK\u0003\u0004 what is inside', 400, 'statement_cut'],
    ['what is no Excel file inside', '<w>no table</w>', 400, 'statement_not_readable'],
    ['another bank’s', 'Date,Description,Debit,Credit\n1,2,3,4', 400, 'statement_unknown'],
    ['another till’s', `Short Code,999999\n${head}\n${row}`, 400, 'statement_other_till'],
    ['an empty one', '', 400, 'statement_empty'],
    ['one of no rows', `Short Code,600100\n${head}\n`, 400, 'statement_empty'],
    ['half a row', `${head}\n${row}\n${row.slice(0, 40)}`, 400, 'statement_cut'],
    ['half a quoted cell', `${head}\n${row}\n"UKN6H7T3GB`, 400, 'statement_cut'],
    ['a row of no amount', `${head}\n${row.replace('350.00,,', 'three fifty,,')}`, 400, 'statement_row'],
    ['an endless line', `${head}\n${'x'.repeat(100_000)}`, 400, 'statement_row'],
  ]
  test.each(refused)('%s', async (_what, file, status, code) => {
    const answer = await upload(file)
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })

  test('one of more than 60 MB', async () => {
    const answer = await upload(`${head}\n${`${row}\n`.repeat((61 * 1024 * 1024) / row.length)}`)
    expect([answer.status, answer.body.code]).toEqual([413, 'statement_too_large'])
  })
  test('a file from a person who is not an admin', async () => {
    expect((await upload(row, client)).body.code).toBe('not_allowed')
    expect((await upload(row, product.stranger())).body.code).toBe('not_signed_in')
  })
})

test('the row that cannot be read is named', async () => {
  const head = 'Receipt No.,Completion Time,Details,Transaction Status,Paid In'
  const row = (at: string) => `UKN6H7T3GA,${at},Merchant Payment,Completed,350`
  const { body } = await upload([head, row('23-11-2026 09:30:00'), row('11/23/2026 09:30')].join('\n'))
  expect(body).toMatchObject({ code: 'statement_row', row: 2 })
})

test('a payment within the time of a statement that lacks it is listed as missing there', async () => {
  const mpesa = await openTill()
  const elsewhere = await openTill()
  await byHand(mpesa, '254722000113', 70)
  const made = await pasted(elsewhere, 350)
  const now = Date.now()
  const shape = { from: new Date(now - 3_600_000).toISOString() }
  // One row is a quarter of an hour old and one two minutes ahead, so the payment of now is between them.
  const rows = mpesa.statement(shape).trimEnd().split('\r\n')
  const last = rows.at(-1) ?? ''
  const at = (ms: number) => new Date(now + ms + 3 * 3_600_000).toISOString().slice(0, 19).replace('T', ' ')
  const moved = (receipt: string, time: string) => last.replace(/^[^,]+,[^,]+,/, `${receipt},${time},`)
  const file = [...rows.slice(0, -1), moved('UKN9ZZZZZ1', at(120_000)), moved('UKN9ZZZZZ2', at(-900_000))].join('\n')
  const { _id: id } = (await upload(file)).body
  const preview = await get(`${address}/${id}/findings`)
  expect(preview.missing.lines.map(({ receipt }: { receipt: string }) => receipt)).toContain(made)
  await applied(id)
  await expect.poll(() => receiptsIn('missing')).toContain(made)
  const { unclaimed: _, notCompared: __, ...toLookAt } = await counts()
  expect((await get('/api/admin/attention')).statements).toEqual(toLookAt)
  expect(toLookAt.missing.count).toBeGreaterThan(0)
  await mpesa.close()
  await elsewhere.close()
})
