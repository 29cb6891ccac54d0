import { fold } from '@tuma/platform/domain'
import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import { type SaleCommand, type SaleEvent, sale } from './sale.ts'
import { computeOutcome, saleBalances } from './sale-outcome.ts'

const { given } = toSpecification(sale)
const day = '2026-11-23'
const [at, voidedAt, againAt] = ['2026-11-23T09:00:00.000Z', '2026-11-23T09:10:00.000Z', '2026-11-24T09:00:00.000Z']
const shop = { location: 'THIKA', address: 'Market' }
const request: SaleCommand = { type: 'CountDelivery', deliveryType: 'parcelDukani', day, shop, at }
const pay: SaleCommand = { type: 'TakeFee', deliveryType: 'parcelDukani', fee: 150, day, at }
const taking: Omit<Extract<SaleCommand, { type: 'TakeSale' }>, 'type'> = {
  ...{ how: 'cash', said: true, agentId: 'otieno', feeCents: 150_00, productCents: 0 },
  ...{ paymentIds: [], owedTo: 'phone:1f', beforehand: true, at },
}
const take: SaleCommand = { type: 'TakeSale', ...taking }
const cancel: SaleCommand = { type: 'CancelSale', agentId: 'otieno', cashBack: 150_00, at: voidedAt }

const moved = (cents: number, from: string, to: string, parties: { from?: string } = {}) => [
  { account: from, party: parties.from ?? null, cents: -cents },
  { account: to, party: null, cents },
]
const count = { deliveryType: 'parcelDukani', day, shop } as const
const fee = { ...count, fee: 150 }
const counted: SaleEvent = { type: 'DeliveryCounted', data: count }
const feeTaken: SaleEvent = { type: 'FeeTaken', data: fee }
const booked = { type: 'FeeBooked', data: { cents: 150_00, at, postings: moved(150_00, 'fees_earned', 'prepaid') } }
const taken: SaleEvent = { type: 'SaleTaken', data: { ...taking, postings: [] } }
const stood = (confirmed: number): SaleEvent => ({
  type: 'FeeStood',
  data: { deliveryType: 'parcelDukani', day, confirmed, deleted: 0 },
})
const takenIn = [counted, feeTaken, booked as SaleEvent, taken, stood(150)]
const cancelled = (postings: unknown[] = []): SaleEvent =>
  ({ type: 'SaleCancelled', data: { agentId: 'otieno', cashBack: 150_00, at: voidedAt, postings } }) as SaleEvent
const countBack: SaleEvent = { type: 'CountTakenBack', data: count }
const feeBack: SaleEvent = { type: 'FeeTakenBack', data: fee }
const gone = [...takenIn, cancelled(), countBack, feeBack, stood(-150)]

describe('a fee that was taken at the counter', () => {
  test('is earned, its cash is in the agent’s drawer, and its sender is owed nothing', () => {
    const state = fold(sale, takenIn)
    expect([...saleBalances(state).values()]).toEqual([
      { account: 'fees_earned', party: null, cents: -150_00 },
      { account: 'drawers', party: 'otieno', cents: 150_00 },
    ])
    const drawers = [{ agentId: 'otieno', cents: 150_00, awaiting: false, at }]
    expect(computeOutcome(state)).toEqual({ owed: null, drawers, payments: [] })
  })
  test('stays earned when the parcel goes back, and no admin has to give it back', () => {
    const back: SaleEvent = { type: 'SaleTurnedBack', data: { cash: 0, at: voidedAt, postings: [] } }
    given(...takenIn)
      .when({ type: 'TurnBack', at: voidedAt })
      .then(back)
    const state = fold(sale, [...takenIn, back])
    expect(saleBalances(state)).toEqual(saleBalances(fold(sale, takenIn)))
    expect(computeOutcome(state)).toEqual(computeOutcome(fold(sale, takenIn)))
    const note = { personId: 'd1', reason: 'so' }
    given(...takenIn, back)
      .when({ type: 'GiveBack', as: 'paid_back', note, at: againAt })
      .thenRefused('not_found')
  })
})

describe('a parcel that was cancelled at the counter', () => {
  test('leaves the figures again, earns nothing, and its cash leaves the drawer', () => {
    given(...takenIn)
      .when(cancel)
      .then(
        cancelled([
          { account: 'fees_earned', party: null, cents: 150_00 },
          { account: 'drawers', party: 'otieno', cents: -150_00 },
        ]),
        countBack,
        feeBack,
        stood(-150),
      )
    const state = fold(sale, gone)
    expect(saleBalances(state).size).toBe(0)
    const drawers = [{ agentId: 'otieno', cents: 0, awaiting: false, at: voidedAt }]
    expect(computeOutcome(state)).toEqual({ owed: null, drawers, payments: [] })
  })
  test('that its receiver would have paid for is only counted no more', () => {
    const withoutCash = { type: 'SaleCancelled', data: { agentId: null, cashBack: 0, at: voidedAt, postings: [] } }
    given(counted)
      .when({ ...cancel, agentId: null, cashBack: 0 })
      .then(withoutCash as SaleEvent, countBack)
    expect(computeOutcome(fold(sale, [counted, withoutCash as SaleEvent, countBack])).drawers).toEqual([])
  })
  test('is cancelled once', () =>
    given(...gone)
      .when(cancel)
      .then())
  test('stays out of the figures when its request and its fee are heard of again, or only then', () => {
    for (const past of [gone, [cancelled()]]) {
      given(...past)
        .when(request)
        .then()
      given(...past)
        .when(pay)
        .then()
    }
  })
  test('moves no money when its cash is heard of only then', () => {
    given(cancelled()).when(take).then(taken)
    given(cancelled(), taken).when(take).then()
    const late = fold(sale, [cancelled(), taken])
    expect(saleBalances(late).size).toBe(0)
    expect(computeOutcome(late).drawers).toMatchObject([{ cents: 0 }])
  })
  test('counts again where its payment books it again', () => {
    given(...gone)
      .when({ ...request, day: '2026-11-24', at: againAt })
      .then({ type: 'DeliveryCounted', data: { ...count, day: '2026-11-24' } })
    given(...gone)
      .when({ ...pay, day: '2026-11-24', at: againAt })
      .then({ type: 'FeeTaken', data: { deliveryType: 'parcelDukani', fee: 150, day: '2026-11-24' } }, {
        ...booked,
        data: { ...booked.data, at: againAt },
      } as SaleEvent)
    given(...gone)
      .when({ ...take, at: againAt })
      .then({
        type: 'SaleTaken',
        data: {
          ...{ ...taking, at: againAt },
          postings: [
            { account: 'prepaid', party: null, cents: -150_00 },
            { account: 'drawers', party: 'otieno', cents: 150_00 },
          ],
        },
      })
  })
})
