import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import {
  doorstepRequested,
  dukaniRequested,
  getEvents,
  mondayNine,
  owedAtTheDoor,
  paidNow,
  request,
  toDoorstep,
  toDukani,
} from '../testing/parcels.ts'
import { nothingRequested } from './delivery.ts'
import { delivery } from './delivery-decisions.ts'
import { decideRequest, type RequestDelivery } from './request-decisions.ts'

const { given } = toSpecification(delivery)
const doorstep = getEvents('doorstep')
const dukani = getEvents('parcelDukani')
const wanjiku = { userId: 'wanjiku', username: 'wanjiku.k' }
const ofWanjiku = { ...dukaniRequested().data.sender, personId: 'account:wanjiku', userName: 'wanjiku.k' }
const onDelivery = { method: 'payOnDelivery', productPrice: 1000 } as const
const getRefusal = (command: RequestDelivery) => {
  try {
    return decideRequest(command, nothingRequested)
  } catch (refused) {
    return refused
  }
}

describe('a request', () => {
  test('for a shop is paid now', () => given().when(request()).then(dukaniRequested(), dukani.paid()))

  test('records that its SMS are held, and leaves that out if they are not', () => {
    const held = { sender: 'too-many-of-account', receiver: 'too-many-of-account' } as const
    given().when(request({ held })).then(dukaniRequested({ held }), dukani.paid())
    expect(Object.keys(decideRequest(request(), nothingRequested)[0]?.data ?? {})).not.toContain('held')
  })

  test('for a doorstep that is paid now', () =>
    given()
      .when(request({ destination: toDoorstep }))
      .then(doorstepRequested(), doorstep.promised(), doorstep.paid()))

  test('for a doorstep that pays on delivery is not paid yet and owes the product too', () =>
    given()
      .when(request({ destination: toDoorstep, owner: wanjiku, payment: onDelivery }))
      .then(doorstepRequested({ ...owedAtTheDoor, ownerId: 'wanjiku', sender: ofWanjiku }), doorstep.promised()))

  test('of a visitor without a confirmed payment keeps its SMS until the parcel is handed in', () => {
    const held = { sender: 'not-handed-in', receiver: 'not-handed-in' } as const
    const byMessage = { ...paidNow, told: false }
    given()
      .when(request({ destination: toDoorstep, payment: onDelivery }))
      .then(doorstepRequested({ ...owedAtTheDoor, held }), doorstep.promised())
    given()
      .when(request({ payment: byMessage, held: { sender: 'too-many-to-phone', receiver: null } }))
      .then(dukaniRequested({ held }), dukani.paid())
    given()
      .when(request({ owner: wanjiku, payment: byMessage }))
      .then(dukaniRequested({ ownerId: 'wanjiku', sender: ofWanjiku }), dukani.paid())
  })

  test('of a signed-in sender belongs to them, and their name is sealed with their account’s key', () => {
    given()
      .when(request({ owner: wanjiku }))
      .then(dukaniRequested({ ownerId: 'wanjiku', sender: ofWanjiku }), dukani.paid())
  })

  test('that was already made records nothing', () =>
    given(dukaniRequested(), dukani.paid())
      .when(request({ trackingId: 'TM-0000-0000-0001' }))
      .then())

  test('that was already made records nothing, even if prices have changed', () =>
    given(dukaniRequested(), dukani.paid())
      .when(request({ shownFee: 250, destination: { ...toDukani, quote: { now: 900, whenPaid: 800 } } }))
      .then())

  test('with a used payment is refused', () =>
    given(dukaniRequested(), dukani.paid())
      .when(request({ requestHash: 'hash of another request' }))
      .thenRefused('payment_used'))
})

describe('names', () => {
  const named = (name: string) => ({ name, phone: '254712345678' })

  test('a sender with one name is refused, with the field', () =>
    expect(getRefusal(request({ sender: named('Wanjiku') }))).toMatchObject({
      code: 'names_incomplete',
      details: { field: 'sender.name' },
    }))
  test('a receiver with one name is refused, with the field', () =>
    expect(getRefusal(request({ receiver: named('Otieno') }))).toMatchObject({
      code: 'names_incomplete',
      details: { field: 'receiver.name' },
    }))
  test('a signed-in sender may give their own username', () =>
    expect(getRefusal(request({ owner: wanjiku, sender: named('wanjiku.k') }))).toHaveLength(2))
  test('but not that of another user', () =>
    given()
      .when(request({ owner: wanjiku, sender: named('kamau') }))
      .thenRefused('names_incomplete'))
})

describe('places', () => {
  test('an unknown shop of the sender is refused, with the field', () =>
    expect(getRefusal(request({ senderShop: null }))).toMatchObject({
      code: 'unknown_shop',
      details: { field: 'sender.dropoffAgent' },
    }))
  test('an unknown pickup shop is refused, with the field', () =>
    expect(getRefusal(request({ destination: { ...toDukani, shop: null } }))).toMatchObject({
      code: 'unknown_shop',
      details: { field: 'receiver.pickupAgent' },
    }))
  test('a doorstep without a price is refused, with the field', () => {
    const quotes = { 'same-day': null, express: null }
    expect(getRefusal(request({ destination: { ...toDoorstep, quotes } }))).toMatchObject({
      code: 'unknown_place',
      details: { field: 'receiver.pickupLocation' },
    })
  })
  test('a doorstep without a price in the tier that was chosen is refused', () =>
    given()
      .when(
        request({ destination: { ...toDoorstep, tier: 'express', quotes: { ...toDoorstep.quotes, express: null } } }),
      )
      .thenRefused('unknown_place'))
})

describe('fees', () => {
  const costing = (now: number, whenPaid: number | null) => ({ ...toDukani, quote: { now, whenPaid } })
  const feeCharged = (command: RequestDelivery) =>
    decideRequest(command, nothingRequested).map(({ data }) => ('fee' in data ? data.fee : null))

  test('a price that fell after the payment is charged at the new price', () =>
    expect(feeCharged(request({ destination: costing(200, 250) }))).toEqual([200, 200]))
  test('a price that rose after the payment is charged at the old price', () =>
    expect(feeCharged(request({ destination: costing(400, 250) }))).toEqual([250, 250]))
  test('a fee that was shown before the price rose is accepted', () =>
    expect(feeCharged(request({ destination: costing(400, 250), shownFee: 250 }))).toEqual([250, 250]))
  test('a fee that matches neither price is refused, with the valid one', () =>
    expect(getRefusal(request({ shownFee: 240 }))).toMatchObject({ code: 'fee_changed', details: { fee: 250 } }))

  test.each([
    ['that was chosen', 'express', null, 'express', 600],
    ['whose price was shown', null, 600, 'express', 600],
    ['of the same day otherwise', null, null, 'same-day', 250],
  ] as const)('the tier is the one %s', (_which, tier, shownFee, expected, fee) => {
    const payment = { ...paidNow, amount: 600 }
    const [requested] = decideRequest(
      request({ destination: { ...toDoorstep, tier }, shownFee, payment }),
      nothingRequested,
    )
    expect(requested).toMatchObject({ data: { tier: expected, fee } })
  })
})

describe('a payment', () => {
  test('that is too small is refused, with the missing amount', () =>
    expect(getRefusal(request({ payment: { ...paidNow, amount: 200 } }))).toMatchObject({
      code: 'payment_short',
      details: { missing: 50, amount: 200, due: 250 },
    }))
  test('that is more than due is accepted', () =>
    given()
      .when(request({ payment: { ...paidNow, amount: 300 } }))
      .then(dukaniRequested(), dukani.paid(mondayNine)))
})
