import type { TakenHow } from '@tuma/contracts/vocabulary'
import type { Recorded } from '@tuma/platform/domain'
import { expect, test } from 'vitest'
import type { DrawerEvent } from './drawer.ts'
import type { OwedEvent } from './owed.ts'
import type { SaleEvent } from './sale.ts'
import { type UnexplainedRow, unexplainedView } from './unexplained-view.ts'

const at = '2026-11-23T09:00:00.000Z'
const taken = (how: TakenHow, agentId: string | null): SaleEvent => ({
  type: 'SaleTaken',
  data: {
    ...{ how, said: true, agentId, feeCents: 350_00, productCents: 1000_00, paymentIds: [] },
    ...{ owedTo: 'account:kamau', at, postings: [] },
  },
})
const explained: SaleEvent = {
  type: 'TakingExplained',
  data: {
    ...{ as: 'shortage', agentId: null, paymentId: null, at, postings: [] },
    note: { personId: 'd1', reason: 'lost' },
  },
}
const stood = (agentId: string, cents: number, awaiting = true): DrawerEvent => ({
  type: 'CashStood',
  data: { agentId, deliveryId: 'd1', cents, awaiting, asOf: 1, at },
})
const wasAnothers = (agentId: string): DrawerEvent => {
  const { data, ...event } = stood(agentId, 1350_00)
  return { ...event, data: { ...data, withdrawn: true } } as DrawerEvent
}
const arrived: SaleEvent = { type: 'CashArrived', data: { at } }

const owing = (ready: boolean, paid = true, how: TakenHow = 'till'): OwedEvent => ({
  type: 'ParcelOwed',
  data: {
    ...{ owedTo: 'account:kamau', deliveryId: 'd1', cents: 1000_00, how },
    ...{ ready, paid, again: true, asOf: 1, at },
  },
})

const after = (...events: readonly (SaleEvent | DrawerEvent | OwedEvent)[]): UnexplainedRow | null =>
  events.reduce<UnexplainedRow | null>((row, event) => {
    const stream = event.type === 'CashStood' ? 'drawer-otieno' : 'sale-d1'
    const recorded = { ...event, stream } as Recorded<SaleEvent | DrawerEvent | OwedEvent>
    return unexplainedView.getIds(recorded).reduce((before, id) => unexplainedView.project(before, recorded, id), row)
  }, null)

const nobodys = {
  deliveryId: 'd1',
  cents: 1350_00,
  at,
  agentId: null,
  withdrawn: false,
  back: false,
  paidOut: false,
  from: at,
}
const otienos = { ...nobodys, agentId: 'otieno', from: '2026-11-24T09:00:00.000Z' }

test('cash without a known agent is on the list from the first moment', () => {
  expect(after(taken('unexplained', null))).toEqual(nobodys)
  expect(after(taken('cash', null))).toEqual(nobodys)
  expect(after(taken('unexplained', null), arrived)).toEqual(nobodys)
})
test('money with a known agent or a prompt is not on the list', () => {
  expect(after(taken('cash', 'otieno'))).toBeNull()
  expect(after(taken('prompt', null))).toBeNull()
})
test('cash of a parcel that goes back is on the list until an admin says what became of it', () => {
  const back = (cash: number): SaleEvent => ({ type: 'SaleTurnedBack', data: { cash, at, postings: [] } })
  const note = { personId: 'd1', reason: 'so' }
  const given: SaleEvent = { type: 'TakingGivenBack', data: { as: 'paid_back', note, at, postings: [] } }
  expect(after(taken('cash', 'otieno'), back(1350_00))).toEqual({ ...nobodys, back: true })
  expect(after(taken('cash', 'otieno'), back(1350_00), stood('otieno', 1350_00, false))).toEqual({
    ...nobodys,
    back: true,
  })
  expect(after(taken('unexplained', null), back(1350_00), explained)).toEqual({ ...nobodys, back: true })
  expect(after(taken('cash', 'otieno'), back(1350_00), given)).toBeNull()
  expect(after(stood('otieno', 1350_00), back(0))).toBeNull()
})
test('a receipt is on the list one day after it was taken', () =>
  expect(after(stood('otieno', 1350_00))).toEqual(otienos))
test('a receipt whose payment was another parcel’s is on the list from the first moment, and says so', () => {
  const anothers = { ...otienos, withdrawn: true, from: at }
  expect(after(wasAnothers('otieno'))).toEqual(anothers)
  expect(after(stood('otieno', 1350_00), wasAnothers('otieno'))).toEqual(anothers)
  expect(after(stood('otieno', 1350_00), stood('otieno', 0), wasAnothers('otieno'))).toEqual(anothers)
})
test('a receipt leaves the list once it is confirmed, in a drawer as cash, or explained', () => {
  expect(after(stood('otieno', 1350_00), stood('otieno', 0))).toBeNull()
  expect(after(stood('otieno', 1350_00), stood('otieno', 1350_00, false))).toBeNull()
  expect(after(stood('otieno', 1350_00), explained)).toBeNull()
  expect(after(wasAnothers('otieno'), explained, stood('otieno', 1350_00, false))).toBeNull()
})
test('an event of another drawer leaves the row unchanged', () => {
  expect(after(stood('otieno', 1350_00), stood('wanjiku', 0))).toEqual(otienos)
  expect(after(taken('unexplained', null), stood('wanjiku', 0))).toEqual(nobodys)
})
test('money that was paid out is on the list while its payment is doubted', () => {
  const doubted = { ...nobodys, cents: 1000_00, paidOut: true }
  expect(after(owing(false))).toEqual(doubted)
  expect(after(owing(false), owing(true))).toBeNull()
  expect(after(owing(false, false))).toBeNull()
  expect(after(owing(false), explained, owing(false, true, 'cash'))).toBeNull()
})
test('when its agent must answer for it too, the row stays after the payment is cleared', () => {
  expect(after(stood('otieno', 1350_00), owing(false))).toEqual({ ...otienos, paidOut: true, from: at })
  expect(after(owing(false), stood('otieno', 1350_00))).toEqual({ ...otienos, paidOut: true, from: at })
  expect(after(stood('otieno', 1350_00), owing(false), owing(true))).toEqual({ ...otienos, from: at })
  expect(after(owing(false), stood('otieno', 1350_00), stood('otieno', 0))).toBeNull()
})
