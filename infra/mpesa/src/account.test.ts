import { describe, expect, onTestFinished, test } from 'vitest'
import { type Mpesa, type StatementShape, startMpesa } from './mpesa.ts'

const open = async (instants: string[] = ['2026-11-24T12:30:05.000Z'], seed?: string) => {
  const mpesa = await startMpesa({ now: () => instants[0] ?? '', seed })
  onTestFinished(() => mpesa.close())
  return mpesa
}
const jane = { phone: '254712345678', name: 'Jane, “W” Wanjiku' }
const pay = async ({ handset }: Mpesa, amount: number) =>
  (await handset.payByHand({ ...jane, amount })) ?? { receipt: '', sms: '' }
const lines = (mpesa: Mpesa, shape?: StatementShape) => mpesa.statement(shape).trimEnd().split('\r\n')

describe('receipt codes', () => {
  test.each([
    ['2026-11-24T20:59:59.000Z', 'UKO'],
    ['2026-11-24T21:00:00.000Z', 'UKP'],
    ['2025-09-10T12:00:00.000Z', 'TIA'],
    ['2026-12-31T12:00:00.000Z', 'ULV'],
    ['2026-01-09T12:00:00.000Z', 'UA9'],
  ])('at %s begin with %s', async (instant, beginning) => {
    expect((await pay(await open([instant]), 100)).receipt).toMatch(new RegExp(`^${beginning}[0-9A-Z]{7}$`))
  })
  test('are the same for the same seed, and others for another seed', async () => {
    const codes = async (seed: string) => {
      const mpesa = await open(undefined, seed)
      return [await pay(mpesa, 100), await pay(mpesa, 100)].map(({ receipt }) => receipt)
    }
    const first = await codes('one')
    expect(await codes('one')).toEqual(first)
    expect(await codes('another')).not.toEqual(first)
    expect(new Set(first).size).toBe(2)
  })
})

describe('the charge of a payment', () => {
  test.each([
    [200, 0],
    [201, 111],
    [2000, 1100],
    [2500, 1375],
    [100_000, 20_000],
  ])('of %i shillings is %i cents, under the same receipt', async (amount, cents) => {
    const mpesa = await open()
    const { receipt } = await pay(mpesa, amount)
    const charges = mpesa.ledger.movements().filter(({ kind }) => kind === 'charge')
    expect(charges.map((charge) => [charge.receipt, charge.cents])).toEqual(cents === 0 ? [] : [[receipt, -cents]])
    expect(mpesa.ledger.balanceCents()).toBe(amount * 100 - cents)
  })
})

test('an earlier payment is remembered once', async () => {
  const { ledger } = await open()
  const before = { receipt: 'UKN6H7T3GA', at: '2026-11-23T09:00:00.000Z', cents: 35_000 }
  const payment = { ...before, payer: jane, online: false, account: '' }
  ledger.remember(payment)
  expect(ledger.payment('UKN6H7T3GA')).toMatchObject(before)
  expect(ledger.balanceCents()).toBe(35_000)
  expect(() => ledger.remember(payment)).toThrow('already')
})

describe('the statement', () => {
  test('is written as the portal writes it', async () => {
    const instants = ['2026-11-24T12:30:05.000Z']
    const mpesa = await open(instants)
    const { receipt } = await pay(mpesa, 2500)
    instants[0] = '2026-11-24T21:00:00.000Z'
    const reversal = mpesa.handset.reverse(receipt)
    expect(lines(mpesa)).toEqual([
      'Organization,TUMA PARCELS',
      'Short Code,600100',
      'Account,Merchant Account',
      'Time Period, - ',
      'Operator,operator-of-nobody',
      '',
      'Receipt No.,Completion Time,Initiation Time,Details,Transaction Status,Paid In,Withdrawn,Balance,Balance Confirmed,Reason Type,Other Party Info,Linked Transaction ID,A/C No.',
      `${reversal.receipt},25-11-2026 00:00:00,25-11-2026 00:00:00,"Transaction Reversal of ${receipt} from 254712***678 - JANE, “W” WANJIKU",Completed,,"-2,500.00",-13.75,true,Transaction Reversal,"254712***678 - JANE, “W” WANJIKU",${receipt},`,
      `${receipt},24-11-2026 15:30:05,24-11-2026 15:30:05,Pay merchant Charge,Completed,,-13.75,"2,486.25",true,Pay merchant Charge,555123 - TUMA PARCELS,,`,
      `${receipt},24-11-2026 15:30:05,24-11-2026 15:30:05,"Merchant Payment from 254712***678 - JANE, “W” WANJIKU",Completed,"2,500.00",,"2,500.00",true,Customer Merchant Payment,"254712***678 - JANE, “W” WANJIKU",,`,
    ])
  })
  test('covers a period, with other dates, separators and beginnings', async () => {
    const instants = ['2026-11-24T12:30:05.000Z']
    const mpesa = await open(instants)
    await pay(mpesa, 100)
    instants[0] = '2026-11-25T12:30:05.000Z'
    const { receipt } = await pay(mpesa, 300)
    const shape = { from: '2026-11-25T00:00:00.000Z', to: '2026-11-25T12:30:06.000Z' }
    const written = lines(mpesa, {
      ...shape,
      ...{ dates: 'YYYY-MM-DD', separator: ';', byteOrderMark: true, preamble: 'short', firstOfTwo: 'payment' },
    })
    expect(written).toHaveLength(4)
    expect(written[0]).toBe('\uFEFFShort Code;600100')
    expect(written[2]).toMatch(new RegExp(`^${receipt};2026-11-25 15:30:05;.*;300.00;;400.00;`))
    expect(written[3]).toContain(`${receipt};2026-11-25 15:30:05;2026-11-25 15:30:05;Pay merchant Charge;`)
    expect(lines(mpesa, { to: shape.from })).toHaveLength(8)
  })
  test('has failed payments, which move nothing', async () => {
    const mpesa = await open()
    mpesa.people.introduce(jane.phone, { cents: 100 })
    expect(await mpesa.handset.payByHand({ ...jane, amount: 50 })).toBeNull()
    expect(lines(mpesa).at(-1)).toContain('Failed,50.00,,0.00,')
  })
  test('a paybill names the account', async () => {
    const mpesa = await startMpesa({ merchant: { till: null } })
    onTestFinished(() => mpesa.close())
    const paid = await mpesa.handset.payByHand({ ...jane, amount: 50, account: 'TMA-1' })
    expect(lines(mpesa).at(-1)).toMatch(/Acc\. TMA-1",Completed,50\.00,,50\.00,true,Pay Utility,.*,,TMA-1$/)
    expect(paid?.sms).toContain('Ksh50.00 sent to TUMA PARCELS for account TMA-1 on ')
  })
})

describe('a reversal', () => {
  test('gives the money back, and only the payer gets an SMS', async () => {
    const mpesa = await open()
    const before = mpesa.people.getWallet(jane.phone)
    const { receipt } = await pay(mpesa, 150)
    const reversal = mpesa.handset.reverse(receipt)
    expect(mpesa.people.getWallet(jane.phone)).toBe(before)
    expect(mpesa.ledger.balanceCents()).toBe(0)
    expect(mpesa.handset.messages(jane.phone).map(({ text }) => text.slice(0, 10))).toEqual([reversal.receipt, receipt])
    expect(mpesa.callbackSender.delivered()).toEqual([])
  })
  test('is done once, and only for a payment', async () => {
    const mpesa = await open()
    const { receipt } = await pay(mpesa, 150)
    const reversal = mpesa.handset.reverse(receipt)
    for (const code of [receipt, reversal.receipt, 'UKO0000000'])
      expect(() => mpesa.handset.reverse(code)).toThrow('nothing to reverse')
  })
})
