import { beforeEach, describe, expect, test } from 'vitest'
import { type AskingStatus, askingStatus, paymentAskedAbout } from './asking-status.ts'

const minuteMs = 60_000
let now = 0
let asked: { readonly receipt: string; readonly about: string }[] = []
let asking: AskingStatus
let isAway = false
const faults: unknown[] = []
beforeEach(() => {
  now = Date.parse('2026-11-23T06:35:00.000Z')
  asked = []
  isAway = false
  faults.splice(0)
  let bytes = 0
  asking = askingStatus({
    status: async (question) => {
      asked.push(question)
      if (isAway) throw new Error('away')
      return { outcome: 'requested', conversationId: null }
    },
    environment: {
      now: () => new Date(now).toISOString(),
      randomBytes: (size) => {
        bytes += 1
        return Buffer.alloc(size, bytes)
      },
    },
    onFault: (error) => faults.push(error),
  })
})
const payment = { paymentId: 'ab'.repeat(32), receipt: 'UKN6H7T3GA' }

describe('a question about a payment', () => {
  test('has its own address each time, which names the payment', () => {
    asking.ask(payment)
    now += 15 * minuteMs
    asking.ask(payment)
    const [first, second] = asked.map(({ about }) => about)
    expect(first).not.toBe(second)
    expect([first, second].map((about = '') => paymentAskedAbout(about))).toEqual([
      payment.paymentId,
      payment.paymentId,
    ])
  })
  test('is asked again after 15 minutes, then after an hour, then after four', () => {
    const minutes = Array.from({ length: 6 * 60 }, (_, minute) => minute)
    const began = now
    const askedIn = minutes.filter((minute) => {
      now = began + minute * minuteMs
      const before = asked.length
      asking.ask(payment)
      return asked.length > before
    })
    expect(askedIn).toEqual([0, 15, 75, 315])
  })
  test('may be lost: the log says so, and nothing else happens', async () => {
    isAway = true
    asking.ask(payment)
    await new Promise(setImmediate)
    expect(faults).toEqual([expect.objectContaining({ message: 'away' })])
  })
})

test('of many payments thirty are asked about in a minute, and the others in the next minutes', () => {
  const all = Array.from({ length: 70 }, (_, n) => ({ paymentId: `${n}`.padStart(64, '0'), receipt: `UKN${n}` }))
  for (const count of [30, 60, 70]) {
    for (const one of all) asking.ask(one)
    expect(asked).toHaveLength(count)
    now += minuteMs
  }
})
