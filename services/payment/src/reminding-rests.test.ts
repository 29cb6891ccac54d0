import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { payerFrom } from './domain/payment.ts'
import { remindingPayers } from './reminding-payers.ts'

const minuteMs = 60_000
const paidAt = '2026-11-23T06:55:00.000Z'
const claimed = {
  type: 'PaymentClaimed',
  data: {
    ...{ evidence: 'message', code: 'UKN6H7T3GA', amount: 350, recipient: 'TUMA PARCELS', paidAt, claimedAt: paidAt },
    ...{ payer: payerFrom({ keys: ['visitor:w'], nameKey: null }), reference: 'PAY-123456', codeDateAgrees: true },
    ...{ sender: { personId: 'p1', name: 'Wanjiku Kamau' }, senderWords: [] },
  },
}
const seen = {
  type: 'PaymentSeen',
  data: {
    ...{ by: 'confirmation', code: 'UKN6H7T3GA', cents: 35_000, recipient: 'TUMA PARCELS', paidAt, at: paidAt },
    ...{ payerNames: [], payerPhoneEnd: 'hash of 126', asked: false, counts: false, claimed: true },
  },
}
const past = [claimed, seen].map((event) => ({ ...event, metadata: { causationId: 'call' } }))

beforeEach(() => void vi.useFakeTimers({ now: Date.parse('2026-11-23T07:10:00.000Z') }))
afterEach(() => void vi.useRealTimers())

/** Counts how often the payment is read. */
const open = () => {
  let reads = 0
  const read = async () => {
    reads += 1
    return past
  }
  const rows = [{ paymentId: 'p1', standing: 'unused', confirmed: true }]
  const reminding = remindingPayers({
    streams: { read, createRecorder: () => async () => ({ state: null, events: [] }) },
    held: { find: async () => ({ documents: rows, next: null }) },
    promptsThatPaid: async () => [],
    hash: () => '0',
    lease: { take: async () => true },
    environment: { now: () => new Date().toISOString() },
    log: {
      error: (fault: unknown) => {
        throw fault
      },
    },
  } as never)
  return { reads: () => reads, close: reminding.close }
}

test('a payment whose phone is not known is read again each hour, and not each minute', async () => {
  const { reads, close } = open()
  await vi.advanceTimersByTimeAsync(0)
  expect(reads()).toBe(1)
  await vi.advanceTimersByTimeAsync(59 * minuteMs)
  expect(reads()).toBe(1)
  await vi.advanceTimersByTimeAsync(2 * minuteMs)
  expect(reads()).toBe(2)
  await close()
})
