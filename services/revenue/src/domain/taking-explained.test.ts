import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import { type SaleCommand, type SaleEvent, sale } from './sale.ts'

const { given } = toSpecification(sale)
const at = '2026-11-24T09:00:00.000Z'
const later = '2026-11-24T10:00:00.000Z'
type Taking = Extract<SaleEvent, { type: 'SaleTaken' }>['data']
const due = { feeCents: 350_00, productCents: 1000_00, owedTo: 'account:kamau', said: true, at, postings: [] }
const taken = (how: Taking['how'], agentId: string | null, ...paymentIds: string[]): SaleEvent => ({
  type: 'SaleTaken',
  data: { ...due, how, agentId, paymentIds },
})
const proven = (paymentId: string, confirmed = true, asOf = 1, doubted = false): SaleEvent => ({
  type: 'PaymentProven',
  data: { paymentId, confirmed, doubted, asOf, at },
})
const withdrawn = (paymentId: string): SaleEvent => ({ type: 'TakingWithdrawn', data: { paymentId, at, postings: [] } })

type Said = Omit<Extract<SaleCommand, { type: 'ExplainTaking' }>, 'type'>
const said: Said = {
  ...{ as: 'drawer', agentId: null, paymentId: null, at: later },
  note: { personId: 'd1', reason: 'Otieno has it' },
}
const explain = (more: Partial<Said> = {}): SaleCommand => ({ type: 'ExplainTaking', ...said, ...more })
const explained = (more: Partial<Said>, postings: Taking['postings'] = []): SaleEvent => ({
  type: 'TakingExplained',
  data: { ...said, ...more, postings },
})
const cash = (agentId: string) => ({ account: 'drawers' as const, party: agentId, cents: 1350_00 })
const nobodys = { account: 'to_explain' as const, party: null, cents: -1350_00 }

describe('money is explained', () => {
  test('only after it was taken', () => given().when(explain()).thenRefused('not_found'))
  test.each([
    ['cash that an agent said they have', taken('cash', 'otieno')],
    ['what was paid by prompt', taken('prompt', null, 'p1')],
  ])('never of %s', (_what, taking) => given(taking).when(explain()).thenRefused('stale'))
  test.each([
    ['is doubted since', proven('p1', true, 2, true)],
    ['went back to its payer since', proven('p1', false, 2)],
  ])('of a payment that was proven and %s', (_what, news) => {
    const lost = { as: 'shortage' as const, agentId: null }
    for (const how of ['till', 'prompt'] as const) {
      const past = [taken(how, null, 'p1'), proven('p1')]
      given(...past)
        .when(explain(lost))
        .thenRefused('stale')
      const [event] = sale.decide(explain(lost), [...past, news].reduce(sale.evolve, sale.initialState))
      expect(event?.type).toBe('TakingExplained')
    }
  })
  test('once', () =>
    given(taken('unexplained', null), explained({ agentId: 'otieno' }))
      .when(explain({ agentId: 'wanjiku' }))
      .thenRefused('stale'))
  test('with the agent whose drawer it is in, where no agent is known', () => {
    given(taken('unexplained', null)).when(explain()).thenRefused('not_found')
    given(taken('unexplained', null))
      .when(explain({ agentId: 'otieno' }))
      .then(explained({ agentId: 'otieno' }, [cash('otieno'), nobodys]))
  })
  test('as lost, or as paid to the till, without an agent', () => {
    const lost = { account: 'shortages' as const, party: null, cents: 1350_00 }
    given(taken('unexplained', null))
      .when(explain({ as: 'shortage' }))
      .then(explained({ as: 'shortage' }, [lost, nobodys]))
    const prepaid = { account: 'prepaid' as const, party: null, cents: 1350_00 }
    given(taken('unexplained', null))
      .when(explain({ as: 'till', paymentId: 'p9' }))
      .then(explained({ as: 'till', paymentId: 'p9' }, [prepaid, nobodys]))
  })
})

describe('a receipt', () => {
  const receipt = taken('till', 'otieno', 'p1', 'p2')
  const prepaid = { account: 'prepaid' as const, party: null, cents: -1350_00 }
  test('is owed by its agent, unless an admin names another', () => {
    given(receipt)
      .when(explain())
      .then(explained({ agentId: 'otieno' }, [prepaid, cash('otieno')]))
    given(receipt)
      .when(explain({ agentId: 'wanjiku' }))
      .then(explained({ agentId: 'wanjiku' }, [prepaid, cash('wanjiku')]))
  })
  test('needs no explanation when all its payments are confirmed', () => {
    given(receipt, proven('p1'), proven('p2')).when(explain()).thenRefused('stale')
    given(receipt, proven('p1'))
      .when(explain({ as: 'till', paymentId: 'p9' }))
      .then(explained({ as: 'till', paymentId: 'p9' }))
    given(receipt, proven('p1'), proven('p2', false, 2))
      .when(explain({ as: 'till', paymentId: 'p9' }))
      .then(explained({ as: 'till', paymentId: 'p9' }))
  })
  test('must be explained when one of its payments was another parcel’s, even if M-Pesa has reported it', () =>
    given(receipt, proven('p1'), proven('p2'), withdrawn('p2'))
      .when(explain())
      .then(explained({ agentId: 'otieno' })))
})

describe('a delivery records once', () => {
  const { type: _, data } = taken('till', 'otieno', 'p1') as Extract<SaleEvent, { type: 'SaleTaken' }>
  const { postings: __, ...taking } = data
  test('how it was paid', () => {
    const postings = [
      { account: 'prepaid' as const, party: null, cents: 1000_00 },
      { account: 'owed_to_senders' as const, party: 'account:kamau', cents: -1000_00 },
    ]
    given()
      .when({ type: 'TakeSale', ...taking })
      .then({ type: 'SaleTaken', data: { ...data, postings } })
    given(taken('cash', 'otieno'))
      .when({ type: 'TakeSale', ...taking })
      .then()
  })
  test('that a payment of it is confirmed, or is not now, by the latest revision', () => {
    const prove = (confirmed: boolean, asOf: number, doubted = false): SaleCommand => ({
      ...{ type: 'ProvePayment', paymentId: 'p1', confirmed, doubted, asOf, at },
    })
    given().when(prove(false, 1)).then()
    given().when(prove(true, 1)).then(proven('p1'))
    given(proven('p1')).when(prove(true, 2)).then()
    given(proven('p1'))
      .when(prove(false, 2))
      .then(proven('p1', false, 2))
    given(proven('p1')).when(prove(false, 1)).then()
    given(proven('p1', true, 2))
      .when(prove(false, 1))
      .then()
    given(proven('p2')).when(prove(true, 1)).then(proven('p1'))
    given(proven('p1'))
      .when(prove(true, 2, true))
      .then(proven('p1', true, 2, true))
    given(proven('p1', true, 2, true))
      .when(prove(true, 3, true))
      .then()
  })
  test('that a payment was another parcel’s, and its agent answers for it as for cash', () => {
    const withdraw: SaleCommand = { type: 'WithdrawPayment', paymentId: 'p1', at }
    const postings = [{ account: 'prepaid' as const, party: null, cents: -1350_00 }, cash('otieno')]
    given(taken('till', 'otieno', 'p1'))
      .when(withdraw)
      .then({ type: 'TakingWithdrawn', data: { paymentId: 'p1', at, postings } })
    given(withdrawn('p1')).when(withdraw).then()
    given(withdrawn('p2')).when(withdraw).then(withdrawn('p1'))
    given(taken('till', null, 'p1'))
      .when(withdraw)
      .then(withdrawn('p1'))
  })
  test('that its cash has arrived', () => {
    given().when({ type: 'ArriveCash', at }).then({ type: 'CashArrived', data: { at } })
    given({ type: 'CashArrived', data: { at } }).when({ type: 'ArriveCash', at: later }).then()
  })
})

describe('for a fee that was taken', () => {
  const day = '2026-11-24'
  const fee: SaleEvent = { type: 'FeeTaken', data: { deliveryType: 'doorstep', fee: 350, day } }
  const booked = (when: string): SaleEvent => ({ type: 'FeeBooked', data: { cents: 350_00, at: when, postings: [] } })
  const deleted = (when: string, freed = false): SaleEvent => ({
    ...{ type: 'SaleDeleted', data: { freed, at: when, postings: [] } },
  })
  const stood = (confirmed: number, gone: number): SaleEvent => ({
    ...{ type: 'FeeStood', data: { deliveryType: 'doorstep', day, confirmed, deleted: gone } },
  })
  const after = (command: SaleCommand, ...past: SaleEvent[]) =>
    sale.decide(command, past.reduce(sale.evolve, sale.initialState)).filter(({ type }) => type === 'FeeStood')
  const remove: SaleCommand = { type: 'DeleteSale', freed: false, at: later }
  const prove: SaleCommand = { type: 'ProvePayment', paymentId: 'p1', confirmed: true, doubted: false, asOf: 1, at }

  test('the books say that it is beyond doubt: by any of the payments ahead, by all of those at the door, and by cash', () => {
    expect(after(prove, fee, booked(at))).toEqual([stood(350, 0)])
    expect(after(prove, fee, booked(at), proven('p2'))).toEqual([])
    expect(after(prove, fee, booked(at), taken('till', 'otieno', 'p1', 'p2'))).toEqual([])
    expect(after(prove, fee, booked(at), taken('till', 'otieno', 'p1', 'p2'), proven('p2'))).toEqual([stood(350, 0)])
    const explanation = explain({ agentId: 'otieno' })
    expect(after(explanation, fee, booked(at), taken('unexplained', null))).toEqual([stood(350, 0)])
    expect(after(prove)).toEqual([])
  })
  test('the books say that it is in doubt once its payment was another parcel’s', () => {
    const withdraw: SaleCommand = { type: 'WithdrawPayment', paymentId: 'p1', at }
    expect(after(withdraw, fee, booked(at), taken('till', 'otieno', 'p1'), proven('p1'))).toEqual([stood(-350, 0)])
  })
  test('the books say that it is deleted, until it is taken again', () => {
    expect(after(remove, fee, booked(at))).toEqual([stood(0, 350)])
    expect(after(remove, fee, booked(later))).toEqual([stood(0, 350)])
    expect(after(remove, fee)).toEqual([stood(0, 350)])
    const again: SaleCommand = {
      type: 'TakeFee',
      deliveryType: 'doorstep',
      fee: 350,
      day,
      at: '2026-11-24T11:00:00.000Z',
    }
    expect(after(again, fee, booked(at), deleted(later))).toEqual([stood(0, -350)])
  })
  test('a deletion that frees its payment takes the fee back, and a deletion after the hand-over does not', () => {
    const [prepaid, earned] = [
      { account: 'prepaid' as const, party: null, cents: -350_00 },
      { account: 'fees_earned' as const, party: null, cents: 350_00 },
    ]
    const of = (freed: boolean, when: string) =>
      sale.decide({ type: 'DeleteSale', freed, at: when }, sale.evolve(sale.initialState, booked(at)))
    expect(of(true, later)).toEqual([
      { type: 'SaleDeleted', data: { freed: true, at: later, postings: [earned, prepaid] } },
    ])
    expect(of(true, at)).toMatchObject([{ data: { postings: [earned, prepaid] } }])
    expect(of(true, '2026-11-24T08:00:00.000Z')).toMatchObject([{ data: { postings: [] } }])
    expect(of(false, later)).toMatchObject([{ data: { postings: [] } }])
  })
  test('a second deletion adds nothing, and only a later payment books the fee again', () => {
    given(deleted(later)).when(remove).then()
    given(deleted('2026-11-24T11:00:00.000Z')).when(remove).then()
    given(deleted(at)).when(remove).then(deleted(later))
    const take = (when: string): SaleCommand => ({ type: 'TakeFee', deliveryType: 'doorstep', fee: 350, day, at: when })
    given(fee, booked(at)).when(take(at)).then()
    given(fee, booked(later)).when(take(at)).then()
    given(fee, booked(at)).when(take(later)).then(booked(later))
  })
})
