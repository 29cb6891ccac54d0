import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import { mondayNine } from '../../testing/parcels.ts'
import {
  type BookingEvent,
  type BookingEventOf,
  type BookingRow,
  bookingPerson,
  bookingStream,
  evolve,
  stateOf,
} from './booking.ts'
import { type BookingCommand, booking } from './booking-decisions.ts'

const { given } = toSpecification(booking)
const bookingId = 'b1'
const personId = bookingPerson(bookingId)
const at = mondayNine
const about = { bookingId, at }
const after = (minutes: number): string => new Date(Date.parse(at) + minutes * 60_000).toISOString()

const row: BookingRow = {
  ...{ row: 0, kind: 'parcelDukani', place: 'THIKA', pickupAgent: 'Main Stage', tier: null },
  ...{ method: 'payNow', productPrice: 0, fee: 200 },
  kept: {
    ...{ personId, name: 'Otieno', phone: '254722000111' },
    ...{ pickupAddress: null, moreDetails: null, parcelDescription: 'Shoes' },
  },
}
const openedData: Omit<BookingEventOf<'BookingOpened'>['data'], 'bookingId' | 'at'> = {
  ...{ by: 'agent', agentId: 'agent', count: 1, total: 200, quotedAt: at, requestHash: 'r1', reference: 'PAY-B1' },
  sender: { personId, name: 'Wanjiku', phone: '254712345678' },
  senderShop: { location: 'NAIROBI CBD', address: 'Tuma House' },
}
const prompt: Omit<BookingEventOf<'BookingPaymentAsked'>['data'], 'bookingId' | 'at'> = {
  ...{ asking: 'a1', how: 'prompt', agentId: 'agent' },
  said: { personId, phone: '254712345678', receipt: null, payer: null },
}
const again = { ...prompt, asking: 'a2' }
const funds = { paymentId: 'p1', cents: 20_000, how: 'prompt', receipt: 'UKN6H7T3GZ' } as const

const opened: BookingEvent[] = [
  { type: 'BookingOpened', data: { ...about, ...openedData } },
  { type: 'BookingRowsKept', data: { ...about, rows: [row] } },
  { type: 'BookingPaymentAsked', data: { ...about, ...prompt } },
]
const prompted: BookingEvent = { type: 'BookingPrompted', data: { ...about, asking: 'a1', promptId: 'prompt 1' } }
const refusedAt = (minutes: number): BookingEvent => ({
  ...{ type: 'BookingPaymentRefused', data: { bookingId, at: after(minutes), asking: 'a1', code: 'cancelled' } },
})
const ended = (why: 'cancelled' | 'lapsed' | 'failed' | 'booked', minutes = 2): BookingEvent => ({
  ...{ type: 'BookingEnded', data: { bookingId, at: after(minutes), why } },
})
const funded: BookingEvent = { type: 'BookingFunded', data: { ...about, ...funds } }
const booked: BookingEvent = {
  ...{ type: 'RowsBooked', data: { ...about, rows: [{ row: 0, deliveryId: 'd1', trackingId: 'TM1' }] } },
}
const tookCash: BookingEvent = {
  ...{
    type: 'BookingEnded',
    data: { ...about, why: 'other_way', cash: { agentId: 'agent', deliveryId: 'd2' } },
  },
}
const takeMoney = (amount = 200, cameAt = at): BookingCommand => ({
  ...{ type: 'TakeMoney', ...about, asking: 'a1', funds: { ...funds, cents: 100 * amount }, amount, cameAt },
})
const ask = (asked: typeof prompt, minutes = 0): BookingCommand => ({
  ...{ type: 'AskForMoney', bookingId, at: after(minutes), asked },
})
const cancel: BookingCommand = { type: 'EndBooking', ...about, why: 'cancelled' }
const takeCash: BookingCommand = { type: 'TakeCash', ...about, cash: { agentId: 'agent', deliveryId: 'd2' } }

test('a booking is opened once, with its rows and its request for money', () => {
  const open: BookingCommand = { type: 'OpenBooking', ...about, opened: openedData, rows: [row], asked: prompt }
  given()
    .when(open)
    .then(...opened)
  given(...opened)
    .when(open)
    .then()
  expect(bookingStream(bookingId)).toBe('booking-b1')
})

describe('money', () => {
  test('that is enough funds it, once', () => {
    given(...opened, prompted)
      .when(takeMoney())
      .then(funded)
    given(...opened, prompted, funded)
      .when(takeMoney())
      .then()
  })
  test('that is short leaves it open and says what is missing, once', () => {
    const { data } = { data: { ...about, ...funds, cents: 15_000, missing: 50 } }
    const part: BookingEvent = { type: 'BookingPaidInPart', data }
    given(...opened, prompted)
      .when(takeMoney(150))
      .then(part)
    given(...opened, prompted, part)
      .when(takeMoney(150))
      .then()
    given(...opened, prompted, part)
      .when(takeMoney())
      .then(funded)
  })
  test.each(['cancelled', 'lapsed'] as const)('29 minutes after its prompt still books one that was %s', (why) =>
    given(...opened, prompted, refusedAt(1), ended(why))
      .when(takeMoney(200, after(30)))
      .then(funded),
  )
  test.each(['cancelled', 'lapsed'] as const)('31 minutes after its prompt is not used by one that was %s', (why) =>
    given(...opened, prompted, refusedAt(1), ended(why))
      .when(takeMoney(200, after(32)))
      .then(),
  )
  test('counts from the end of the booking where its prompt had no answer', () => {
    given(...opened, prompted, ended('cancelled', 2))
      .when(takeMoney(200, after(32)))
      .then(funded)
    given(...opened, prompted, ended('cancelled', 2))
      .when(takeMoney(200, after(33)))
      .then()
  })
  test('after cash was taken, or after another end, is not used', () => {
    for (const end of [tookCash, ended('failed'), ended('booked')])
      given(...opened, prompted, end)
        .when(takeMoney())
        .then()
    given(...opened, prompted, ended('cancelled'), { type: 'BookingErased', data: about })
      .when(takeMoney())
      .then()
  })
})

describe('an agent', () => {
  test('asks again once the prompt was refused, or after two minutes', () => {
    given(...opened, prompted)
      .when(ask(again, 1))
      .thenRefused('prompt_open', { retryAfter: 60 })
    const asked = (minutes: number): BookingEvent => ({
      ...{ type: 'BookingPaymentAsked', data: { bookingId, at: after(minutes), ...again } },
    })
    given(...opened, prompted, refusedAt(1))
      .when(ask(again, 1))
      .then(asked(1))
    given(...opened, prompted)
      .when(ask(again, 2))
      .then(asked(2))
  })
  test('cancels, or takes cash instead', () => {
    given(...opened, prompted)
      .when(cancel)
      .then({ type: 'BookingEnded', data: { ...about, why: 'cancelled' } })
    given(...opened, prompted, ended('cancelled'))
      .when(cancel)
      .then()
    given(...opened, prompted, refusedAt(1))
      .when(takeCash)
      .then(tookCash)
  })
  test('does none of this once the money is there, or it has ended', () => {
    for (const command of [cancel, takeCash, ask(again, 5)]) {
      given(...opened, prompted, funded)
        .when(command)
        .thenRefused('booking_ended')
      given(...opened, prompted, funded, booked, ended('booked'))
        .when(command)
        .thenRefused('booking_ended')
    }
    given().when(cancel).thenRefused('not_found')
  })
})

describe('its end', () => {
  const noteBooked: BookingCommand = {
    ...{ type: 'NoteBooked', ...about, rows: [{ row: 0, deliveryId: 'd1', trackingId: 'TM1' }] },
  }
  const noteFailed: BookingCommand = { type: 'NoteFailed', ...about, row: 0, code: 'unknown_shop' }
  const endedNow = (why: 'booked' | 'failed'): BookingEvent => ({ type: 'BookingEnded', data: { ...about, why } })
  test('is its parcel, once', () => {
    given(...opened, funded)
      .when(noteBooked)
      .then(booked, endedNow('booked'))
    given(...opened, funded, booked, ended('booked'))
      .when(noteBooked)
      .then()
    given(...opened, tookCash)
      .when(noteBooked)
      .then(booked)
  })
  test('is why the parcel could not be booked, once', () => {
    const failed: BookingEvent = { type: 'RowFailed', data: { ...about, row: 0, code: 'unknown_shop' } }
    given(...opened, funded)
      .when(noteFailed)
      .then(failed, endedNow('failed'))
    given(...opened, funded, failed, ended('failed'))
      .when(noteFailed)
      .then()
    given(...opened, funded, booked, ended('booked'))
      .when(noteFailed)
      .then()
    given(...opened, tookCash)
      .when(noteFailed)
      .then(failed)
  })
  test('comes after a day without money', () => {
    const lapse: BookingCommand = { type: 'LapseBooking', ...about }
    given(...opened)
      .when(lapse)
      .then({ type: 'BookingEnded', data: { ...about, why: 'lapsed' } })
    given(...opened, funded)
      .when(lapse)
      .then()
  })
  test('comes with the erasure of a person in it', () => {
    const end: BookingCommand = { type: 'EndForErasure', ...about }
    given(...opened)
      .when(end)
      .then({ type: 'BookingEnded', data: { ...about, why: 'cancelled' } })
    given(...opened, ended('lapsed'))
      .when(end)
      .then()
    const erase: BookingCommand = { type: 'EraseBooking', ...about }
    given(...opened, ended('lapsed'))
      .when(erase)
      .then({ type: 'BookingErased', data: about })
    given(...opened, ended('lapsed'), { type: 'BookingErased', data: about })
      .when(erase)
      .then()
  })
})

describe('a prompt', () => {
  test('is noted once, and so is what became of it', () => {
    const note = (command: object): BookingCommand => ({ ...about, asking: 'a1', ...command }) as BookingCommand
    const arrived: BookingEvent = { type: 'BookingPaymentArrived', data: { ...about, asking: 'a1' } }
    given(...opened)
      .when(note({ type: 'NotePrompt', promptId: 'prompt 1' }))
      .then(prompted)
    given(...opened, prompted)
      .when(note({ type: 'NotePrompt', promptId: 'prompt 1' }))
      .then()
    given(...opened, prompted)
      .when(note({ type: 'NoteRefused', code: 'cancelled' }))
      .then(refusedAt(0))
    given(...opened, prompted, refusedAt(0))
      .when(note({ type: 'NoteRefused', code: 'busy' }))
      .then()
    given(...opened, prompted)
      .when(note({ type: 'NoteArrived' }))
      .then(arrived)
    given(...opened, prompted, arrived)
      .when(note({ type: 'NoteArrived' }))
      .then()
    given(...opened, prompted, arrived)
      .when(note({ type: 'NoteRefused', code: 'busy' }))
      .then()
    given(...opened)
      .when(note({ type: 'NoteArrived', asking: 'another' }))
      .then()
  })
})

test('its state is open, then funded, then how it ended; late money opens it again', () => {
  const stateAfter = (...events: BookingEvent[]) => {
    const state = events.reduce(evolve, booking.initialState)
    return state && stateOf(state)
  }
  expect(stateAfter(...opened)).toBe('open')
  expect(stateAfter(...opened, funded)).toBe('funded')
  expect(stateAfter(...opened, funded, booked, ended('booked'))).toBe('booked')
  expect(stateAfter(...opened, ended('cancelled'))).toBe('cancelled')
  expect(stateAfter(...opened, ended('cancelled'), funded)).toBe('funded')
  expect(stateAfter(...opened, tookCash)).toBe('other_way')
})

describe('a booking of a sender', () => {
  const rowAs = (formHash: string, fee = 200): BookingRow => ({ ...row, formHash, fee })
  const filledIn = (formHash: string, total = 200) => {
    const { sender, senderShop } = openedData
    return { total, quotedAt: after(5), sender, senderShop, rows: [rowAs(formHash, total)] }
  }
  const bySender: BookingEvent[] = [
    { type: 'BookingOpened', data: { ...about, ...openedData, by: 'sender', agentId: undefined, payer: 'k1' } },
    { type: 'BookingRowsKept', data: { ...about, rows: [rowAs('f1')] } },
    { type: 'BookingPaymentAsked', data: { ...about, ...prompt } },
    refusedAt(1),
  ]
  const askedAgain: BookingEvent = { type: 'BookingPaymentAsked', data: { bookingId, at: after(5), ...again } }
  const changed = (formHash: string, total = 200): BookingEvent => ({
    ...{ type: 'BookingFormChanged', data: { bookingId, at: after(5), ...filledIn(formHash, total) } },
  })
  const askFor = (formHash: string, total = 200): BookingCommand => ({
    ...{ type: 'AskForMoney', bookingId, at: after(5), asked: again, form: filledIn(formHash, total) },
  })
  const inPart: BookingEvent = { type: 'BookingPaidInPart', data: { ...about, ...funds, cents: 15_000, missing: 50 } }

  test('is asked for again with the same form, and nothing is changed', () => {
    given(...bySender)
      .when(askFor('f1'))
      .then(askedAgain)
  })
  test('takes the form as it is now', () => {
    given(...bySender)
      .when(askFor('f2', 350))
      .then(changed('f2', 350), askedAgain)
    const after = [...bySender, changed('f2', 350)].reduce(evolve, null)
    expect(after).toMatchObject({ total: 350, rows: [{ formHash: 'f2' }] })
  })
  test('counts what was paid in part for the form as it is now', () => {
    const cheaper = [...bySender, inPart].reduce(evolve, null)
    expect(cheaper).toMatchObject({ paidInPart: { missing: 50 } })
    expect(evolve(cheaper, changed('f2', 350))).toMatchObject({ paidInPart: { missing: 200 } })
  })
  test('asks for nothing more where what was paid in part is enough for the form as it is now', () => {
    given(...bySender, inPart)
      .when(askFor('f2', 150))
      .then(changed('f2', 150), { type: 'BookingFunded', data: { bookingId, at: after(5), ...funds, cents: 15_000 } })
  })
  test('ends where another payment has booked its form, and later money is not used', () => {
    const end: BookingCommand = { type: 'EndBooking', ...about, why: 'other_way' }
    const over: BookingEvent = { type: 'BookingEnded', data: { ...about, why: 'other_way' } }
    given(...bySender)
      .when(end)
      .then(over)
    given(...bySender, over)
      .when(end)
      .then()
    given(...bySender, over)
      .when(takeMoney())
      .then()
  })
})
