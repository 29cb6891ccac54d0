import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readMessage } from '../domain/message/read-pasted.ts'
import { sampleTillMessage } from './sample-till-message.ts'

test('a sample message is a payment to the till whose code and date agree', () => {
  const random = fc.uint8Array({ minLength: 7, maxLength: 16 })
  const minute = fc.integer({ min: Date.UTC(2026, 0, 1) / 60_000, max: Date.UTC(2031, 11, 31) / 60_000 })
  fc.assert(
    fc.property(random, minute, fc.integer({ min: 1, max: 250_000 }), (random, at, amount) => {
      const paidAt = new Date(at * 60_000).toISOString()
      const message = sampleTillMessage({ amount, at: paidAt, tillName: 'TUMA PARCELS', random })
      expect(readMessage(message)).toMatchObject({
        amount,
        recipient: 'TUMA PARCELS',
        paidAt,
        codeDateAgrees: true,
      })
    }),
  )
})
