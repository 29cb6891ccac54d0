import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import type { TakeAtTheDoor } from './at-the-door.ts'
import { type PayerProof, type PaymentEvent, payerFrom, type Seen, type Shown } from './payment.ts'
import { type ClaimPayment, payment, type RebindPayment, type SeePayment } from './payment-decisions.ts'
import { heldView, paymentsView } from './payment-views.ts'

const { given } = toSpecification(payment)
const at = '2026-11-23T06:35:00.000Z'
const facts = { code: 'UKN6H7T3GA', recipient: 'TUMA PARCELS', paidAt: '2026-11-23T06:30:00.000Z' }
const wanjiku: Shown = { keys: ['visitor:w'], nameKey: null }
const bearer = { sender: { personId: 'p1', name: 'Wanjiku Kamau' }, senderWords: ['w1'], reference: 'PAY-123456' }
const proof = { words: ['otieno'], phoneEnds: [] }
const stranger = { words: ['kamau'], phoneEnds: ['99'] }

const told = (changes: Partial<Seen> = {}): Seen => ({
  ...{ by: 'confirmation', ...facts, cents: 125_000, asked: false, payerNames: ['otieno'], payerPhoneEnd: '126' },
  ...changes,
})
const seen = (changes: Partial<Seen> = {}): PaymentEvent => ({
  type: 'PaymentSeen',
  data: { ...told(changes), counts: true, claimed: false, at },
})
const confirmed = (by: Seen['by'] = 'confirmation', cents = 125_000): PaymentEvent => ({
  type: 'PaymentConfirmed',
  data: { by, cents, paidAt: facts.paidAt, at },
})
const used = (fee?: number): PaymentEvent => ({
  type: 'PaymentUsed',
  data: { deliveryId: 'd1', usedAt: at, ...(fee === undefined ? {} : { fee }) },
})
const promised: PaymentEvent = {
  type: 'PaymentPromised',
  data: { deliveryId: 'd1', code: facts.code, amount: 1250, proof, at },
}
const claimed: PaymentEvent = {
  type: 'PaymentClaimed',
  data: {
    ...{ evidence: 'message', ...facts, amount: 1250, codeDateAgrees: true, payer: payerFrom(wanjiku), ...bearer },
    claimedAt: at,
  },
}
const bound: PaymentEvent = {
  type: 'PaymentBound',
  data: { by: 'receipt', payer: payerFrom(wanjiku), ...bearer, note: null, at },
}
const take = (changes: Partial<TakeAtTheDoor> = {}): TakeAtTheDoor => ({
  ...{ type: 'TakeAtTheDoor', deliveryId: 'd1', code: facts.code, proof, due: 1250, at },
  ...changes,
})
const see = (changes: Partial<Seen> = {}, deliveryId?: string): SeePayment => ({
  ...{ type: 'SeePayment', seen: told(changes), of: null, at },
  ...(deliveryId === undefined ? {} : { deliveryId }),
})

describe('a payment to the till', () => {
  test('belongs to the delivery that an agent types it for', () =>
    given(seen(), confirmed()).when(take()).then(used(1250)))
  test('and to no other afterwards', () => {
    given(seen(), confirmed(), used()).when(take()).then()
    given(seen(), confirmed(), used())
      .when(take({ deliveryId: 'd2' }))
      .thenRefused('payment_used')
  })
  test('of a waiting customer is theirs, shown by message or claimed by receipt', () => {
    given(claimed).when(take()).thenRefused('payment_used')
    given(seen(), confirmed(), bound).when(take()).thenRefused('payment_used')
  })
  test('is refused where another payer is named', () =>
    given(seen(), confirmed())
      .when(take({ proof: stranger }))
      .thenRefused('payer_differs'))
  test('must be enough', () =>
    given(seen({ cents: 124_900 }), confirmed())
      .when(take())
      .thenRefused('payment_short'))
  test('counts for nothing when it was reversed', () =>
    given(seen(), confirmed(), {
      type: 'PaymentReversed',
      data: { cents: 125_000, deliveryId: null, reversedAt: at, at },
    })
      .when(take())
      .thenRefused('payment_short'))
})

describe('a receipt that M-Pesa has not reported yet', () => {
  test('is promised', () => given().when(take()).then(promised))
  test('and belongs to the delivery when the payment comes', () => {
    given(promised).when(see()).then(seen(), confirmed())
    expect([promised, seen(), confirmed()].reduce(payment.evolve, null)).toMatchObject({ usedBy: 'd1', promised: null })
  })
  test.each([{ cents: 124_900 }, { payerNames: ['kamau'], payerPhoneEnd: '999' }])(
    'is doubted when the payment is less, or another payer’s: %j',
    (changes) =>
      given(promised)
        .when(see(changes))
        .then(seen(changes), confirmed('confirmation', changes.cents ?? 125_000), {
          type: 'PaymentDoubted',
          data: { because: 'amount', deliveryId: 'd1', at },
        }),
  )
  describe('and doubted because only a phone was reported', () => {
    const byPhone = { payerNames: [], payerPhoneEnd: '126' }
    const doubted: PaymentEvent = { type: 'PaymentDoubted', data: { because: 'amount', deliveryId: 'd1', at } }
    const heard = [promised, seen(byPhone), confirmed(), doubted]
    const stated = (changes: Partial<Seen>): SeePayment => see({ by: 'statement', asked: true, ...changes })
    const statedAs = (changes: Partial<Seen>): PaymentEvent => ({
      type: 'PaymentSeen',
      data: { ...told({ by: 'statement', asked: true, ...changes }), counts: false, claimed: false, at },
    })
    const named = { payerNames: ['otieno', 'john'], payerPhoneEnd: '126' }

    test('is doubted at first', () => given(promised).when(see(byPhone)).then(seen(byPhone), confirmed(), doubted))
    test('is cleared when a statement names the payer', () =>
      given(...heard)
        .when(stated(named))
        .then(statedAs(named), {
          type: 'PaymentCleared',
          data: { by: 'evidence', deliveryId: 'd1', note: null, at },
        }))
    test.each([
      ['names another', { payerNames: ['kamau'], payerPhoneEnd: '999' }],
      ['names no payer', { payerNames: [], payerPhoneEnd: null }],
    ])('stays doubted when a statement %s', (_, changes) =>
      given(...heard)
        .when(stated(changes))
        .then(statedAs(changes)),
    )
    test('stays doubted where the sum was too small, even if the payer matches', () => {
      const short = { ...byPhone, cents: 124_900 }
      const less = { ...named, cents: 124_900 }
      given(promised, seen(short), confirmed('confirmation', 124_900), doubted).when(stated(less)).then(statedAs(less))
    })
  })
  test('can not be claimed by its message', () =>
    given(promised)
      .when({
        ...{ type: 'ClaimPayment', paid: { kind: 'till', ...facts, amount: 1250, codeDateAgrees: true } },
        ...{ shown: wanjiku, ...bearer, tillName: 'TUMA PARCELS', at },
      })
      .thenRefused('already_used'))
})

describe('a prompt at the door', () => {
  test('pays for the delivery from the beginning, and has no payer', () => {
    const birth = [seen({ by: 'prompt' }), confirmed('prompt'), used()]
    given()
      .when(see({ by: 'prompt' }, 'd1'))
      .then(...birth)
    expect(birth.reduce(payment.evolve, null)).toMatchObject({ payers: [], usedBy: 'd1' })
  })
  test('does so also where M-Pesa’s confirmation came first', () => {
    given(seen(), confirmed())
      .when(see({ by: 'prompt' }, 'd1'))
      .then({ type: 'PaymentSeen', data: { ...told({ by: 'prompt' }), counts: false, claimed: false, at } }, used())
    given(seen({ by: 'prompt' }), confirmed('prompt'), used())
      .when(see({ by: 'prompt' }, 'd1'))
      .then()
  })
})

describe('a waiting customer’s payment that an agent gave for a parcel', () => {
  const note = { personId: 'p', reason: 'She stands before me with its message' }
  const release = { type: 'UnbindPayment', note, at } as const
  const rebind: RebindPayment = { type: 'RebindPayment', payer: payerFrom(wanjiku), ...bearer, note, at }
  const withdrawn: PaymentEvent = { type: 'PaymentWithdrawn', data: { deliveryId: 'd1', note, at } }
  const toWanjiku: PaymentEvent = {
    type: 'PaymentBound',
    data: { by: 'admin', payer: payerFrom(wanjiku), ...bearer, note, at },
  }
  const show = (amount = 300, more: Partial<ClaimPayment> = {}): ClaimPayment => ({
    ...{ type: 'ClaimPayment', paid: { kind: 'till', ...facts, amount, codeDateAgrees: true } },
    ...{ shown: wanjiku, ...bearer, tillName: 'TUMA PARCELS', at, ...more },
  })
  const heardOfIt = [seen(), confirmed(), used(1250)]
  const getState = (...events: PaymentEvent[]) => events.reduce(payment.evolve, null)

  test('is taken back by an admin, and then belongs to the customer who shows it', () => {
    given(...heardOfIt)
      .when(release)
      .then(withdrawn)
    given(...heardOfIt, withdrawn)
      .when(release)
      .then()
    given(...heardOfIt, withdrawn)
      .when(show(1250))
      .then({ type: 'PaymentBound', data: { by: 'message', payer: payerFrom(wanjiku), ...bearer, note: null, at } })
    expect(getState(...heardOfIt, withdrawn)).toMatchObject({
      usedBy: null,
      fee: null,
      givenByAgent: false,
      cents: 125_000,
    })
  })
  test('or is given to an account in the same step', () => {
    given(...heardOfIt)
      .when(rebind)
      .then(withdrawn, toWanjiku)
    given(...heardOfIt, withdrawn)
      .when(rebind)
      .then(toWanjiku)
  })
  test('is not given for that parcel again, but may be for another', () => {
    given(...heardOfIt, withdrawn)
      .when(take())
      .thenRefused('payment_used')
    given(promised, withdrawn).when(take()).thenRefused('payment_used')
    given(...heardOfIt, withdrawn)
      .when(take({ deliveryId: 'd2' }))
      .then({ type: 'PaymentUsed', data: { deliveryId: 'd2', usedAt: at, fee: 1250 } })
    given(promised, withdrawn, claimed).when(take()).thenRefused('payment_used')
  })
  test('is worth what its message says where M-Pesa did not report it, and not what was due', () => {
    given(promised).when(release).then(withdrawn)
    given(promised, withdrawn)
      .when(show())
      .then({ type: 'PaymentClaimed', data: { ...claimed.data, amount: 300 } as never })
    expect(getState(promised, withdrawn)).toMatchObject({ amount: 0, cents: 0, promised: null })
    expect(getState(promised, withdrawn, claimed)).toMatchObject({ amount: 1250, withdrawnFrom: ['d1'], usedBy: null })
  })
  test('is worth what M-Pesa reports, without a doubt', () => {
    given(promised, withdrawn)
      .when(see({ cents: 30_000 }))
      .then(seen({ cents: 30_000 }), confirmed('confirmation', 30_000))
    expect(getState(promised, withdrawn, seen({ cents: 30_000 }), confirmed())).toMatchObject({
      ...{ cents: 30_000, recipient: 'TUMA PARCELS', paidAt: facts.paidAt, withdrawnFrom: ['d1'] },
    })
  })
  test('is given to no account while only the agent told of it', () => {
    given(promised).when(rebind).thenRefused('payment_unheard')
    given(promised, withdrawn).when(rebind).thenRefused('payment_unheard')
    given(promised, withdrawn).when({ type: 'DoubtPayment', because: 'overdue', at }).then()
    given(promised, withdrawn).when({ type: 'ReversePayment', cents: 30_000, at }).then()
  })
  test('is not too old for the time during which it was withheld', () => {
    const later = '2026-11-26T06:35:00.000Z'
    given(promised, withdrawn)
      .when(show(300, { at: later }))
      .then({ type: 'PaymentClaimed', data: { ...claimed.data, amount: 300, claimedAt: later } as never })
    given()
      .when(show(300, { at: later }))
      .thenRefused('too_old')
  })
  test('loses the doubt about the agent’s word, and the admin’s decision about that doubt', () => {
    const doubted: PaymentEvent = { type: 'PaymentDoubted', data: { because: 'amount', deliveryId: 'd1', at } }
    const passed: PaymentEvent = { type: 'PaymentCleared', data: { by: 'admin', deliveryId: 'd1', note, at } }
    const all = [promised, seen(), confirmed(), doubted, passed, withdrawn]
    expect(getState(...all)).toMatchObject({ doubt: null, letPass: false, usedBy: null })
  })
  test('stays with its payer, who is known since: it paid a prompt of their own', () => {
    const by = { payer: payerFrom(wanjiku), ...bearer }
    const known: PaymentEvent = { type: 'PaymentBound', data: { by: 'prompt', ...by, note: null, at } }
    given(promised, seen(), known).when(release).then(withdrawn)
    given(promised, seen(), known, withdrawn).when(release).then({ type: 'PaymentUnbound', data: { note, at } })
  })
  test('is not taken from a sender who has sent with it, nor from a payer who was asked on their own phone', () => {
    given(claimed, used(1250)).when(release).thenRefused('payment_used')
    given(seen({ by: 'prompt' }), confirmed('prompt'), used())
      .when(release)
      .thenRefused('payment_used')
  })
  test('has no owner in the lists again, and no amount where only the agent told of it', () => {
    const getRow = (...events: PaymentEvent[]) =>
      events.reduce<ReturnType<typeof heldView.project>>(
        (row, event) => heldView.project(row, event as never, 'p1'),
        null,
      )
    expect(getRow(...heardOfIt, withdrawn)).toMatchObject({
      standing: 'unclaimed',
      usedBy: null,
      fee: null,
      cents: 125_000,
    })
    expect(getRow(promised, withdrawn)).toMatchObject({ standing: 'unclaimed', usedBy: null, cents: 0 })
    const found = [...heardOfIt, withdrawn, toWanjiku].reduce<ReturnType<typeof paymentsView.project>>(
      (row, event) => paymentsView.project(row, event as never, 'p1'),
      null,
    )
    expect(found).toMatchObject({ usedBy: null, payerKey: 'visitor:w', amount: 1250 })
  })
})

describe('a promise that M-Pesa reports on', () => {
  const doubted: PaymentEvent = { type: 'PaymentDoubted', data: { because: 'amount', deliveryId: 'd1', at } }
  const isDoubted = (word: PayerProof, changes: Partial<Seen>) => {
    const word1: PaymentEvent = { ...promised, data: { ...promised.data, proof: word } } as PaymentEvent
    const events = [word1, seen(changes)].reduce(payment.evolve, null)
    expect(events?.promised).toBeNull()
    return payment.decide(see(changes), payment.evolve(null, word1)).some(({ type }) => type === doubted.type)
  }
  test('is kept by the name or the phone that was given, and where M-Pesa reports neither', () => {
    const byPhone = { words: [], phoneEnds: ['126'] }
    expect(isDoubted(proof, { payerPhoneEnd: null })).toBe(false)
    expect(isDoubted(byPhone, { payerNames: [] })).toBe(false)
    expect(isDoubted(proof, { payerNames: [], payerPhoneEnd: null })).toBe(false)
  })
  test('is broken where M-Pesa reports another name or phone', () => {
    expect(isDoubted(proof, { payerNames: [] })).toBe(true)
    expect(isDoubted({ words: [], phoneEnds: ['999'] }, {})).toBe(true)
    expect(isDoubted({ words: ['kamau'], phoneEnds: [] }, { payerPhoneEnd: null })).toBe(true)
  })
  test('and was withdrawn may be made for another parcel', () => {
    const withdrawn: PaymentEvent = {
      type: 'PaymentWithdrawn',
      data: { deliveryId: 'd1', note: { personId: 'p', reason: 'hers' }, at },
    }
    given(promised, withdrawn)
      .when(take({ deliveryId: 'd2' }))
      .then({ ...promised, data: { ...promised.data, deliveryId: 'd2' } } as PaymentEvent)
  })
})

test('a payment that was poured into another is not given for a parcel, and a short payment says how much is missing', () => {
  const added: PaymentEvent = { type: 'PaymentAdded', data: { into: 'first', adding: 'a', at } }
  given(seen(), confirmed(), added).when(take()).thenRefused('payment_used')
  const short = () => payment.decide(take({ due: 1300 }), [seen(), confirmed()].reduce(payment.evolve, null))
  expect(short).toThrow(expect.objectContaining({ code: 'payment_short', details: { missing: 50 } }))
})
