import { asCells, buildZip, type Cell, lockedWorkbook, type WorkbookKind, workbookFile } from '@tuma/bff/testing'
import { startMpesa } from '@tuma/mpesa'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openTestProduct, type TestProduct } from './test-product.ts'
import type { Visitor } from './visitor.ts'

let product: TestProduct
let admin: Visitor
beforeAll(async () => {
  product = await openTestProduct()
  admin = await product.signedIn('admin')
})
afterAll(() => product.close())

const address = '/api/admin/statements'
const upload = (file: string | Uint8Array, type = 'application/octet-stream', name?: string) =>
  admin.ask('POST', address, file as string, {
    headers: { 'content-type': type, ...(name === undefined ? {} : { 'x-file-name': encodeURIComponent(name) }) },
  })
const readFindings = async (id: string) => (await admin.get(`${address}/${id}/findings`)).body
const commit = (id: string, more: object = {}) => admin.post(`${address}/${id}/commit`, { isOurs: true, ...more })
const applied = (id: string) => vi.waitFor(async () => expect((await readFindings(id)).state).toBe('applied'), 60_000)

const columns = ['Receipt No.', 'Completion Time', 'Details', 'Transaction Status', 'Paid In', 'Withdrawn', 'Balance']
const amounts = [4, 5, 6]
const two = (number: number) => String(number).padStart(2, '0')
/** This many payments with a charge each, oldest first; M-Pesa takes 5.50 of a thousand. */
const getRows = (many: number, letter: string): string[][] =>
  Array.from({ length: many }, (_, at) => {
    const [receipt, time] = [
      `UKN${letter}${String(at).padStart(7 - letter.length, '0')}`,
      `${two(1 + (at % 20))}-11-2026 09:${two(at % 60)}:00`,
    ]
    const [before, who] = [at * 994.5, `Merchant Payment from 2547****${String(100 + (at % 900))} - NG'ANG'A "B"`]
    const money = (amount: number) => amount.toLocaleString('en-KE', { minimumFractionDigits: 2 })
    return [
      [receipt, time, who, 'Completed', money(1000), '', money(before + 1000)],
      [receipt, time, 'Pay merchant Charge', 'Completed', '', '-5.50', money(before + 994.5)],
    ]
  }).flat()

const buildCsv = (rows: readonly (readonly string[])[]) =>
  rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n')
const buildHtml = (rows: readonly (readonly string[])[]) =>
  `<html><body><table>${rows.map((row) => `<tr>${row.map((cell) => `<td>${cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</td>`).join('')}</tr>`).join('')}</table></body></html>`

describe('the same rows', () => {
  test('are read the same from CSV, .xlsx, .xls, HTML and tabs under the name .xls', async () => {
    const lines = [['Short Code', '600100'], columns, ...getRows(600, 'A')]
    const cells: Cell[][] = asCells(lines, amounts)
    const workbook = (kind: WorkbookKind) => workbookFile(kind, { About: [['Tuma']], Statement: cells })
    const files: readonly (readonly [string, string | Uint8Array])[] = [
      ['text/csv', buildCsv(lines)],
      ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', workbook('xlsx')],
      ['application/vnd.ms-excel', workbook('biff8')],
      ['application/vnd.ms-excel', workbook('xlml')],
      ['application/vnd.ms-excel', buildHtml(lines)],
      ['application/vnd.ms-excel', lines.map((line) => line.join('\t')).join('\r\n')],
    ]
    const found = []
    for (const [type, file] of files) {
      const { status, body } = await upload(file, type)
      expect([type, status]).toEqual([type, 200])
      const { _id: _, readAt: _at, ...rest } = await readFindings(body._id)
      found.push(rest)
    }
    expect(found[0]).toMatchObject({ rows: 1200, shortCode: '600100', newMoney: { count: 600 }, gaps: { count: 0 } })
    for (const one of found) expect(one).toEqual(found[0])
  })

  test('of the double’s portal read alike, and the second file changes nothing', async () => {
    const mpesa = await startMpesa()
    for (const amount of [350, 1250, 700])
      await mpesa.handset.payByHand({ phone: '254722000111', amount, name: 'Amina Yusuf' })
    const lines = mpesa.statement().trimEnd().split('\r\n')
    const rows = lines.map((line) =>
      [...line.matchAll(/(?:"([^"]*)"|([^,]*))(?:,|$)/g)].map(([, quoted, bare]) => quoted ?? bare ?? ''),
    )
    const xlsx = await upload(
      workbookFile('xlsx', {
        Statement: asCells(
          rows.map((row) => row.slice(0, 13)),
          [5, 6, 7],
        ),
      }),
    )
    expect((await readFindings(xlsx.body._id)).newMoney.count).toBe(3)
    await commit(xlsx.body._id)
    await applied(xlsx.body._id)
    const csv = await upload(mpesa.statement(), 'text/csv')
    expect(await readFindings(csv.body._id)).toMatchObject({
      matched: 3,
      newMoney: { count: 0 },
      charges: { count: 0 },
      known: 3,
    })
    await mpesa.close()
  })
})

describe('a harmful spreadsheet is refused with a sentence, and the next is read:', () => {
  const rows = [columns, ...getRows(1, 'H')]
  const isRead = async () => expect((await upload(workbookFile('xlsx', { A: rows }))).status).toBe(200)

  // Made before the product opens: packing blocks this thread for seconds. The product runs in it too, and would close
  // the kept connection just when it is used again.
  const bomb = buildZip([{ name: 'xl/worksheets/sheet1.xml', content: Buffer.alloc(301 * 1024 * 1024, ' ') }])

  test('one that unpacks to more than 300 MiB', async () => {
    expect(bomb.byteLength).toBeLessThan(400_000)
    expect((await upload(bomb)).body.code).toBe('statement_too_large')
    await isRead()
  })
  test('one with a password', async () => {
    const { status, body } = await upload(lockedWorkbook())
    expect([status, body.code]).toEqual([400, 'statement_password'])
    expect(body.message).toBe('This file has a password. Save it without one.')
    await isRead()
  })
  test('one that is cut, and rubbish', async () => {
    const xlsx = workbookFile('xlsx', { A: rows })
    expect((await upload(xlsx.subarray(0, 900))).body.code).toBe('statement_cut')
    expect((await upload(Buffer.from('\u00D0\u00CF\u0011\u00E0 no', 'latin1'))).body.code).toBe(
      'statement_not_readable',
    )
    await isRead()
  })
  test('one without a statement, however many sheets it has', async () => {
    const file = workbookFile('biff8', { One: [['a']], Two: [['b'], ['c']], Three: [['Receipt No', 'Details']] })
    expect((await upload(file)).body.code).toBe('statement_unknown')
    await isRead()
  })
})

test('four people may send a spreadsheet at once', async () => {
  const sent = ['A', 'B', 'C', 'D'].map((letter) =>
    upload(workbookFile('xlsx', { A: [columns, ...getRows(3, `Q${letter}`)] })),
  )
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
})

describe('the name of a file', () => {
  const named = 'Statements for 600100 from 2026-11-01 to 2026-11-26.csv'
  test('suggests whose statement it is and its days, which the admin confirms', async () => {
    const { body } = await upload(buildCsv([columns, ...getRows(2, 'N')]), 'text/csv', named)
    const proposal = { shortCode: '600100', from: '2026-11-01', to: '2026-11-26' }
    expect(body).toMatchObject({ shortCode: null, confirm: true, proposal })
    expect((await commit(body._id, { isOurs: false, shortCode: '600100' })).body.code).toBe('statement_unconfirmed')
    expect((await commit(body._id, { shortCode: '999999' })).body.code).toMatch(
      /^statement_(?:unconfirmed|other_till)$/,
    )
    expect((await commit(body._id, { shortCode: '600100' })).body).toMatchObject({
      shortCode: '600100',
      confirm: false,
    })
  })
  test.each(['%E0%A4%A', 'x'.repeat(5000), ''])('that cannot be read suggests nothing', async (name) => {
    const headers = { 'content-type': 'text/csv', 'x-file-name': name }
    const { status, body } = await admin.ask('POST', address, buildCsv([columns, ...getRows(2, 'U')]), { headers })
    expect([status, body.proposal]).toEqual([200, null])
  })
})

test.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x'])(
  'a file sent as %s is refused',
  async (type) => {
    expect((await upload(buildCsv([columns, ...getRows(1, 'T')]), type)).status).toBeGreaterThanOrEqual(400)
  },
)
