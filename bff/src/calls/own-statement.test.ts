import type { OwedMoveRecord } from '@tuma/contracts/services'
import { EngineAway } from '@tuma/platform/ports'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { openBffWith } from '../testing/bff-with.ts'
import { textOf } from '../testing/pdf-text.ts'

const kamau = { _id: 'kamau', username: 'kamau', name: 'Kamau Otieno', role: 'user' }
const move = (change: Partial<OwedMoveRecord>): OwedMoveRecord => ({
  ...{ entryId: 'e', move: 'collected', cents: 1000_50, valueAt: '2026-11-23T21:30:00.000Z', deliveryId: 'd1' },
  ...{ how: 'cash', state: 'ready', paidOut: null },
  ...change,
})
const paidOut = { at: '2026-11-24T09:00:00.000Z', reference: 'UKN4T7X9QZ' }
const parcel = {
  ...{ deliveryId: 'd1', trackingId: 'TM-CJ5C-SM3F-EAHX', deliveryType: 'doorstep' },
  ...{ receiver: 'Lilian Atieno', productPrice: 1000, deliveryFee: 350 },
}
const november = 'from=2026-11-01&to=2026-11-30'

let moves: OwedMoveRecord[]
let asked: object[]
beforeEach(() => {
  moves = [
    move({ state: 'paid', paidOut }),
    move({ deliveryId: 'gone', how: null, state: null, cents: 400_00 }),
    move({ deliveryId: 'gone', move: 'taken_back', how: null, state: null, cents: -400_00 }),
    move({ move: 'paid_out', deliveryId: null, how: null, state: null, cents: -1000_50, paidOut }),
  ]
  asked = []
})

/** Each page has at most two lines. */
const owedMoves = async (input: { readonly cursor: string | null; readonly limit: number }) => {
  asked.push(input)
  const from = Number(input.cursor ?? 0)
  const rows = moves.slice(from, from + 2)
  return { rows, next: from + 2 < moves.length ? String(from + 2) : null }
}
const open = async (services: object = {}) => {
  const bff = await openBffWith({
    identity: { session: async () => ({ user: kamau }) },
    revenue: { owedBefore: async () => ({ cents: 250_00 }), owedMoves },
    delivery: { ofStatement: async () => [parcel] },
    ...services,
  })
  onTestFinished(() => bff.close())
  return (file: string, headers: Record<string, string> = {}) =>
    fetch(`${bff.url}/client/statement.${file}`, { headers: { authorization: 'Bearer token', ...headers } })
}
const linesOf = async (answer: Response) => (await answer.text()).replace('\ufeff', '').trim().split('\r\n')

test('a spreadsheet has each line with the balance after it, from what was owed before, in words that people read', async () => {
  const get = await open()
  const answer = await get(`csv?${november}`)
  expect(answer.headers.get('content-disposition')).toContain('statement_2026-11-01_2026-11-30.csv')
  const id = parcel.trackingId
  expect(await linesOf(answer)).toEqual([
    'Date,What,Parcel,Receiver,Product,Delivery fee,Paid with,State,Paid on,M-Pesa code,Yours,Balance',
    '2026-11-01 00:00,Balance before,,,,,,,,,,250',
    `2026-11-24 00:30,Collected,${id},Lilian Atieno,1000,350,Cash,Paid out,2026-11-24 12:00,UKN4T7X9QZ,1000.5,1250.5`,
    '2026-11-24 00:30,Collected,,,,,,,,,400,1650.5',
    '2026-11-24 00:30,Parcel went back,,,,,,,,,-400,1250.5',
    '2026-11-24 00:30,Paid out to you,,,,,,,2026-11-24 12:00,UKN4T7X9QZ,-1000.5,250',
  ])
  const mine = { owedTo: 'account:kamau', from: '2026-11-01', to: '2026-11-30' }
  expect(asked).toEqual([expect.objectContaining(mine), expect.objectContaining({ ...mine, cursor: '2' })])
})

test('a reader of Swahili reads no English and no codes', async () => {
  const get = await open()
  const [title = '', ...lines] = await linesOf(await get(`csv?${november}`, { cookie: 'tuma_language=sw' }))
  expect(title).toBe(
    'Tarehe,Nini,Kifurushi,Mpokeaji,Bidhaa,Ada ya usafirishaji,Njia ya malipo,Hali,Zililipwa tarehe,Msimbo wa M-Pesa,Zako,Salio',
  )
  expect(lines.map((line) => line.split(',')[1])).toEqual([
    ...['Salio la awali', 'Zilikusanywa', 'Zilikusanywa', 'Kifurushi kilirudi', 'Ulilipwa'],
  ])
  expect(lines[1]).toContain(',Taslimu,Zimelipwa,')
})

test('printed, it begins with the sums of the days', async () => {
  const get = await open()
  const text = textOf(new Uint8Array(await (await get(`pdf?${november}`)).arrayBuffer()))
  for (const said of ['Kamau Otieno · 1 Nov 2026 – 30 Nov 2026', 'Ksh 1,400.50', '-Ksh 400', '-Ksh 1,000.50'])
    expect(text).toContain(said)
  expect(text.match(/Ksh 250/g)).toHaveLength(2)
  expect(text).toContain('24 Nov 2026 · UKN4T7X9QZ')
  expect(text).toContain('Page 1 of 1')
  // The bff's clock says 21 Nov: the month has not ended.
  expect(text).toContain('We owe you now')
})

test('printed after its last day, it says what was owed at the end of it', async () => {
  const get = await open()
  const answer = await get('pdf?from=2026-10-01&to=2026-10-31')
  expect(textOf(new Uint8Array(await answer.arrayBuffer()))).toContain('We owe you at the end of 31 Oct 2026')
})

test('days without money are said so, and many lines need many pages', async () => {
  moves = []
  const get = await open()
  const print = async () => textOf(new Uint8Array(await (await get(`pdf?${november}`)).arrayBuffer()))
  expect(await print()).toContain('Nothing was collected or paid out in these days.')
  moves = Array.from({ length: 60 }, (_, at) => move({ cents: 100 + at }))
  const text = await print()
  expect(text).toContain('Page 3 of 3')
  for (const { cents } of moves) expect(text).toContain(`\n${(cents / 100).toFixed(2).replace('.00', '')}\n`)
})

test('more than two thousand lines are no PDF, and the sentence says what to do', async () => {
  const row = move({})
  const get = await open({
    revenue: {
      owedBefore: async () => ({ cents: 0 }),
      owedMoves: async () => ({ rows: Array.from({ length: 500 }, () => row), next: 'more' }),
    },
  })
  const answer = await get(`pdf?${november}`)
  expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([
    409,
    'This is too long for a PDF. Choose fewer days, or the spreadsheet.',
  ])
})

test('while delivery is away the sums are there, without receivers', async () => {
  const away = () => Promise.reject(new EngineAway('no connection'))
  const get = await open({ delivery: { ofStatement: away } })
  expect((await linesOf(await get(`csv?${november}`)))[2]).toBe(
    '2026-11-24 00:30,Collected,,,,,Cash,Paid out,2026-11-24 12:00,UKN4T7X9QZ,1000.5,1250.5',
  )
})
