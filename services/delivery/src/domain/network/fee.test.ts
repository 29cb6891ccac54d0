import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { dukaniFeesSince, dukaniQuoteFrom, feesSince, getFee, quoteFrom, tierMeant } from './fee.ts'

const monday = { price: 250, since: '2026-11-16T06:00:00.000Z' }
const tuesday = { price: 400, since: '2026-11-17T06:00:00.000Z' }

describe('a quote', () => {
  test('has the price now and the price at the payment', () =>
    expect(quoteFrom([monday, tuesday], '2026-11-16T12:00:00.000Z')).toEqual({ now: 400, whenPaid: 250 }))
  test('uses a new price from the moment it was set', () =>
    expect(quoteFrom([monday, tuesday], tuesday.since)).toEqual({ now: 400, whenPaid: 400 }))
  test('has only the price now if nothing was paid', () =>
    expect(quoteFrom([monday, tuesday], null)).toEqual({ now: 400, whenPaid: null }))
  test('has only the price now if there was none at the payment', () =>
    expect(quoteFrom([tuesday], monday.since)).toEqual({ now: 400, whenPaid: null }))
  test('does not exist without a price', () => expect(quoteFrom([], monday.since)).toBeNull())
  test('does not exist after the price was removed', () =>
    expect(quoteFrom([monday, { ...tuesday, price: null }], monday.since)).toBeNull())
  test('has only the price now if it was removed before the payment and set again later', () => {
    const removed = { price: null, since: '2026-11-16T09:00:00.000Z' }
    expect(quoteFrom([monday, removed, tuesday], '2026-11-16T12:00:00.000Z')).toEqual({ now: 400, whenPaid: null })
    expect(quoteFrom([monday, removed, tuesday], monday.since)).toEqual({ now: 400, whenPaid: 250 })
  })
})

describe('fees since an instant', () => {
  test('are those that were valid at some moment after it', () => {
    expect(feesSince([monday, tuesday], '2026-11-16T12:00:00.000Z')).toEqual([250, 400])
    expect(feesSince([monday, tuesday], tuesday.since)).toEqual([400])
    expect(feesSince([monday, { ...tuesday, price: null }], '2026-11-16T12:00:00.000Z')).toEqual([250])
    expect(feesSince([monday, { ...tuesday, price: null }], tuesday.since)).toEqual([])
    expect(feesSince([], monday.since)).toEqual([])
  })
  test('include the network’s fee for a shop’s location until it has its own price', () => {
    expect(dukaniFeesSince([], monday.since, 150)).toEqual([150])
    expect(dukaniFeesSince([tuesday], monday.since, 150)).toEqual([150, 400])
    expect(dukaniFeesSince([monday], tuesday.since, 150)).toEqual([250])
  })
})

describe('a dukani quote', () => {
  test('has the network’s fee if the location has no price', () =>
    expect(dukaniQuoteFrom([], monday.since, 150)).toEqual({ now: 150, whenPaid: 150 }))
  test('has the network’s fee for a payment from before the location’s own price', () =>
    expect(dukaniQuoteFrom([tuesday], monday.since, 150)).toEqual({ now: 400, whenPaid: 150 }))
})

describe('without a payment', () => {
  test('a dukani quote is the price now, even if the network’s fee was lower before', () => {
    expect(dukaniQuoteFrom([tuesday], null, 150)).toEqual({ now: 400, whenPaid: null })
    expect(getFee(dukaniQuoteFrom([tuesday], null, 150), null)).toBe(400)
  })
})

describe('the fee', () => {
  const shillings = fc.nat(10_000)
  const quote = fc.record({ now: shillings, whenPaid: fc.option(shillings) })

  test('is never higher than either price', () =>
    fc.assert(
      fc.property(quote, (quote) => {
        const fee = getFee(quote, null)
        expect(fee).toBeLessThanOrEqual(quote.now)
        expect(fee).toBeLessThanOrEqual(quote.whenPaid ?? fee)
        expect([quote.now, quote.whenPaid]).toContain(fee)
      }),
    ))
  test('is refused exactly when the shown price is neither of the two', () =>
    fc.assert(
      fc.property(quote, shillings, (quote, shown) => {
        if (shown === quote.now || shown === quote.whenPaid) expect(getFee(quote, shown)).toBe(getFee(quote, null))
        else expect(() => getFee(quote, shown)).toThrow(expect.objectContaining({ code: 'fee_changed' }))
      }),
    ))
})

describe('the tier of a request without one', () => {
  const quotes = { 'same-day': { now: 250, whenPaid: 200 }, express: { now: 600, whenPaid: 500 } }
  test.each([
    [600, 'express'],
    [500, 'express'],
    [250, 'same-day'],
    [200, 'same-day'],
    [999, 'same-day'],
    [null, 'same-day'],
  ])('with %s shown is %s', (shown, tier) => expect(tierMeant(quotes, shown)).toBe(tier))
  test('is same-day if no price was shown, even if the place has other tiers', () =>
    expect(tierMeant({ 'same-day': null, express: { now: 600, whenPaid: null } }, null)).toBe('same-day'))
  test('is found if a place has only one', () =>
    expect(tierMeant({ ...quotes, 'same-day': null }, 600)).toBe('express'))
})
