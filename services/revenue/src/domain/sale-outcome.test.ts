import { fold } from '@tuma/platform/domain'
import { expect, test } from 'vitest'
import { type SaleEvent, sale } from './sale.ts'
import { computeOutcome } from './sale-outcome.ts'

const at = '2026-11-24T09:00:00.000Z'
const later = '2026-11-24T10:00:00.000Z'
type Data<Type extends SaleEvent['type']> = Extract<SaleEvent, { type: Type }>['data']
const taken = (
  how: Data<'SaleTaken'>['how'],
  agentId: string | null,
  paymentIds: string[],
  product = 1000_00,
): SaleEvent => ({
  type: 'SaleTaken',
  data: {
    ...{ how, said: true, agentId, feeCents: 350_00, productCents: product, paymentIds },
    ...{ owedTo: 'account:kamau', at, postings: [] },
  },
})
const explained = (as: Data<'TakingExplained'>['as'], agentId: string | null, paymentId: string | null): SaleEvent => ({
  type: 'TakingExplained',
  data: { as, agentId, paymentId, at: later, postings: [], note: { personId: 'd1', reason: 'so' } },
})
const proven = (paymentId: string, doubted = false, asOf = 1): SaleEvent => ({
  type: 'PaymentProven',
  data: { paymentId, confirmed: true, doubted, asOf, at },
})
const withdrawn = (paymentId: string): SaleEvent => ({ type: 'TakingWithdrawn', data: { paymentId, at, postings: [] } })
const arrived: SaleEvent = { type: 'CashArrived', data: { at } }
const after = (...events: SaleEvent[]) => computeOutcome(fold(sale, events))

const owed = { owedTo: 'account:kamau', cents: 1000_00, at }
const otienos = { agentId: 'otieno', cents: 1350_00, at }
const spent = (paymentId: string, due: number | null, agentId: string | null, when = at) => ({
  paymentId,
  due,
  agentId,
  at: when,
})

test('nothing follows before the money was taken', () =>
  expect(after(proven('p1'))).toEqual({ owed: null, drawers: [], payments: [] }))

test('cash is in its agent’s drawer, and its sender can have it once it was counted', () => {
  const drawers = [{ ...otienos, awaiting: false }]
  expect(after(taken('cash', 'otieno', []))).toEqual({
    owed: { ...owed, how: 'cash', ready: false },
    drawers,
    payments: [],
  })
  expect(after(taken('cash', 'otieno', []), arrived).owed).toEqual({ ...owed, how: 'cash', ready: true })
})

test('a parcel that costs nothing causes no debt', () => expect(after(taken('cash', 'otieno', [], 0)).owed).toBeNull())

test('cash without a known agent is in no drawer, and its sender can not have it though some has arrived', () => {
  const nobodys = { owed: { ...owed, how: 'unexplained', ready: false }, drawers: [], payments: [] }
  expect(after(taken('unexplained', null, []), arrived)).toEqual(nobodys)
  expect(after(taken('cash', null, []), arrived)).toEqual(nobodys)
})

test('the agent answers for a receipt until all its payments are confirmed', () => {
  const payments = [spent('p1', 1350_00, 'otieno'), spent('p2', 0, 'otieno')]
  const receipt = taken('till', 'otieno', ['p1', 'p2'])
  const awaited = { drawers: [{ ...otienos, awaiting: true }], payments }
  expect(after(receipt)).toEqual({ owed: { ...owed, how: 'till', ready: false }, ...awaited })
  expect(after(receipt, proven('p1'))).toEqual({ owed: { ...owed, how: 'till', ready: false }, ...awaited })
  expect(after(receipt, proven('p1'), proven('p2'))).toEqual({
    owed: { ...owed, how: 'till', ready: true },
    ...{ drawers: [{ ...otienos, cents: 0, awaiting: true }], payments },
  })
})

test('when its payment was another parcel’s, the agent answers for it, the drawer says so, and its sender can not have it', () => {
  const drawers = [{ ...otienos, awaiting: true, withdrawn: true }]
  const receipt = taken('till', 'otieno', ['p1', 'p2'])
  expect(after(receipt, proven('p1'), proven('p2'), withdrawn('p2'))).toMatchObject({ owed: { ready: false }, drawers })
  expect(after(receipt, withdrawn('p3')).drawers).toEqual([{ ...otienos, awaiting: true }])
})

test('money that was paid by prompt was never in a drawer', () =>
  expect(after(taken('prompt', 'otieno', ['p1']), proven('p1'))).toEqual({
    owed: { ...owed, how: 'prompt', ready: true },
    ...{ drawers: [], payments: [spent('p1', 1350_00, null)] },
  }))

test('a receipt that its agent owes in cash frees its payment', () => {
  const cash = { ...otienos, awaiting: false, at: later }
  const payments = [spent('p1', null, null, later)]
  const receipt = taken('till', 'otieno', ['p1'])
  const toCount = { ...owed, how: 'cash', ready: false, at: later }
  expect(after(receipt, explained('drawer', 'otieno', null))).toEqual({ owed: toCount, drawers: [cash], payments })
  expect(after(receipt, withdrawn('p1'), explained('drawer', 'wanjiku', null))).toEqual({
    owed: toCount,
    drawers: [
      { ...cash, agentId: 'wanjiku' },
      { ...cash, cents: 0 },
    ],
    payments,
  })
})

test('a receipt that named the wrong payment leaves its agent’s drawer, and the right payment is spent', () => {
  const receipt = taken('till', 'otieno', ['p1'])
  const gone = { agentId: 'otieno', cents: 0, awaiting: false, at: later }
  expect(after(receipt, explained('till', null, 'p9'), proven('p9'))).toEqual({
    owed: { ...owed, how: 'till', ready: true, at: later },
    drawers: [gone],
    payments: [spent('p1', null, null, later), spent('p9', 1350_00, null, later)],
  })
  expect(after(receipt, explained('till', null, null))).toMatchObject({ owed: { ready: false }, drawers: [gone] })
})

test('lost money is still paid to its sender', () =>
  expect(after(taken('till', 'otieno', ['p1']), explained('shortage', null, null))).toEqual({
    owed: { ...owed, how: 'unexplained', ready: true, at: later },
    drawers: [{ agentId: 'otieno', cents: 0, awaiting: false, at: later }],
    payments: [spent('p1', null, null, later)],
  }))

test('a parcel that goes back is owed to no sender, and no agent answers for its receipt', () => {
  const back: SaleEvent = { type: 'SaleTurnedBack', data: { cash: 0, at: later, postings: [] } }
  const gone = { ...owed, cents: 0, ready: false, at: later }
  expect(after(taken('cash', 'otieno', []), arrived, back)).toEqual({
    owed: { ...gone, how: 'cash' },
    drawers: [{ ...otienos, awaiting: false }],
    payments: [],
  })
  expect(after(taken('till', 'otieno', ['p1']), back)).toEqual({
    owed: { ...gone, how: 'till' },
    drawers: [{ ...otienos, cents: 0, awaiting: true }],
    payments: [spent('p1', 0, 'otieno', later)],
  })
  const anothers = [{ ...otienos, awaiting: true, withdrawn: true }]
  expect(after(taken('till', 'otieno', ['p1']), withdrawn('p1'), back).drawers).toEqual(anothers)
})

test('for a doubted payment its sender is not paid, and its agent answers for no more than before', () => {
  const past = [taken('till', 'otieno', ['p1']), proven('p1')]
  expect(after(...past).owed).toEqual({ ...owed, how: 'till', ready: true })
  const doubted = after(...past, proven('p1', true, 2))
  expect(doubted.owed).toEqual({ ...owed, how: 'till', ready: false })
  expect(doubted.drawers).toEqual(after(...past).drawers)
  expect(after(...past, proven('p1', true, 2), proven('p1', false, 3)).owed?.ready).toBe(true)
})
