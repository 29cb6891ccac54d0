import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import type { Payer, PaymentEvent, Seen, Shown } from './payment.ts'
import { type ClaimPayment, type DoubtPayment, payment, type SeePayment } from './payment-decisions.ts'

const { given } = toSpecification(payment)
const at = '2026-11-23T06:35:00.000Z'
const paidAt = '2026-11-23T06:30:00.000Z'
const wanjiku: Shown = { keys: ['visitor:w'], nameKey: null }
const otieno: Shown = { keys: ['visitor:o'], nameKey: null }
const toPayer = ({ keys }: Shown): Payer => ({ key: keys[0] ?? null, nameKey: null, cookieless: false })
const sender = { personId: 'p1', name: 'Wanjiku Kamau' }
const whose = { sender, senderWords: ['w1'], reference: 'PAY-123456' }
const facts = { code: 'UKN6H7T3GA', recipient: 'TUMA PARCELS', paidAt }

const claimed = (amount = 350): PaymentEvent => ({
  type: 'PaymentClaimed',
  data: {
    evidence: 'message',
    ...facts,
    amount,
    codeDateAgrees: true,
    payer: toPayer(wanjiku),
    ...whose,
    claimedAt: at,
  },
})
const claim = (changes: Partial<ClaimPayment> = {}): ClaimPayment => ({
  type: 'ClaimPayment',
  paid: { kind: 'till', ...facts, amount: 350, codeDateAgrees: true },
  shown: wanjiku,
  ...whose,
  tillName: 'TUMA PARCELS',
  at,
  ...changes,
})
const told = (changes: Partial<Seen> = {}): Seen => ({
  ...{ by: 'confirmation', ...facts, cents: 35_000, asked: false, payerNames: [], payerPhoneEnd: null },
  ...changes,
})
const see = (changes: Partial<Seen> = {}, of: SeePayment['of'] = null): SeePayment => ({
  ...{ type: 'SeePayment', seen: told(changes), of, at },
})
const seen = (changes: Partial<Seen> = {}, marks = { counts: true, claimed: false }): PaymentEvent => ({
  type: 'PaymentSeen',
  data: { ...told(changes), ...marks, at },
})
const confirmed = (by: Seen['by'] = 'confirmation', cents = 35_000): PaymentEvent => ({
  type: 'PaymentConfirmed',
  data: { by, cents, paidAt, at },
})
const bound = (by: 'prompt' | 'message' | 'admin', shown = wanjiku): PaymentEvent => ({
  type: 'PaymentBound',
  data: { by, payer: toPayer(shown), ...whose, note: null, at },
})
const doubted = (because: DoubtPayment['because'], deliveryId: string | null = null): PaymentEvent => ({
  type: 'PaymentDoubted',
  data: { because, deliveryId, at },
})
const cleared = (by: 'evidence' | 'admin', deliveryId: string | null = null): PaymentEvent => ({
  type: 'PaymentCleared',
  data: { by, deliveryId, note: by === 'admin' ? note : null, at },
})
const reversed = (deliveryId: string | null = null): PaymentEvent => ({
  type: 'PaymentReversed',
  data: { cents: 35_000, deliveryId, reversedAt: at, at },
})
const used: PaymentEvent = { type: 'PaymentUsed', data: { deliveryId: 'd1', usedAt: at } }
const note = { personId: 'p1', reason: 'seen in the portal' }
const later = '2026-11-23T06:45:00.000Z'
const doubt = (because: DoubtPayment['because']): DoubtPayment => ({ type: 'DoubtPayment', because, at: later })
const ofPrompt = { payer: toPayer(wanjiku), ...whose }

describe('a message whose code has another day than its text', () => {
  const odd = { ...facts, code: 'UKA6H7T3GA' }
  const paid = { kind: 'till' as const, ...odd, amount: 350, codeDateAgrees: false }
  const { data } = claimed() as Extract<PaymentEvent, { type: 'PaymentClaimed' }>
  const oddly: PaymentEvent = { type: 'PaymentClaimed', data: { ...data, ...odd, codeDateAgrees: false } }
  const doubt = doubted('code_date')

  test('is doubted where M-Pesa reports payments, and taken where it does not', () => {
    given().when(claim({ paid })).then(oddly)
    given()
      .when(claim({ paid, mpesaTells: true }))
      .then(oddly, doubt)
    given()
      .when(claim({ mpesaTells: true }))
      .then(claimed())
  })
  test.each(['UKM6H7T3GA', 'UKO6H7T3GA'])('is accepted where the days are next to each other: %s', (code) => {
    const near = { ...paid, code }
    const taken: PaymentEvent = { type: 'PaymentClaimed', data: { ...data, code, codeDateAgrees: false } }
    given()
      .when(claim({ paid: near, mpesaTells: true }))
      .then(taken)
    given(taken).when({ type: 'LetPaymentPass', note, at }).thenRefused('payment_not_doubted')
  })
  test('and whose code has an impossible day is doubted too', () => {
    const never = { ...paid, code: 'UBV6H7T3GA' }
    const taken: PaymentEvent = { type: 'PaymentClaimed', data: { ...data, code: never.code, codeDateAgrees: false } }
    given()
      .when(claim({ paid: never, mpesaTells: true }))
      .then(taken, doubt)
  })
  test('is let pass by an admin, whether it was doubted or not', () => {
    given(oddly).when({ type: 'LetPaymentPass', note, at }).then(cleared('admin'))
    given(oddly, doubt).when({ type: 'LetPaymentPass', note, at }).then(cleared('admin'))
    given(oddly, cleared('admin')).when({ type: 'LetPaymentPass', note, at }).thenRefused('payment_not_doubted')
  })
  test('is a normal payment once M-Pesa reports it', () => {
    const ofIt = { code: odd.code }
    given(oddly, doubt)
      .when(see(ofIt))
      .then(seen(ofIt, { counts: true, claimed: true }), confirmed(), cleared('evidence'))
    given(oddly, seen(ofIt, { counts: true, claimed: true }), confirmed())
      .when({ type: 'LetPaymentPass', note, at })
      .thenRefused('payment_not_doubted')
  })
})

describe('a payment that M-Pesa reports', () => {
  test('confirms a message with the same facts', () =>
    given(claimed())
      .when(see())
      .then(seen({}, { counts: true, claimed: true }), confirmed()))
  test('has no owner where no payer has claimed it', () => given().when(see()).then(seen(), confirmed()))
  test('belongs to the payer whose prompt it was', () =>
    given()
      .when(see({ by: 'prompt' }, ofPrompt))
      .then(seen({ by: 'prompt' }, { counts: true, claimed: true }), bound('prompt'), confirmed('prompt')))
  test('twice in the same way adds nothing', () => {
    given(seen(), confirmed()).when(see()).then()
    given(seen({ by: 'prompt' }), bound('prompt'), confirmed('prompt'))
      .when(see({ by: 'prompt' }, ofPrompt))
      .then()
  })
  test('in another way is seen in both, and confirmed once', () =>
    given(seen({ by: 'prompt' }), bound('prompt'), confirmed('prompt'))
      .when(see())
      .then(seen({}, { counts: false, claimed: true })))
  test('by hand first and then as a paid prompt belongs to the payer of the prompt', () =>
    given(seen(), confirmed())
      .when(see({ by: 'prompt' }, ofPrompt))
      .then(seen({ by: 'prompt' }, { counts: false, claimed: true }), bound('prompt')))
  test('with cents on top has the amount that was shown', () =>
    given(claimed())
      .when(see({ cents: 35_050 }))
      .then(seen({ cents: 35_050 }, { counts: true, claimed: true }), confirmed('confirmation', 35_050)))
})

describe('another amount', () => {
  const less = { cents: 3_500 }
  test('than the message has is not believed, and is the one that counts', () => {
    given(claimed(), used)
      .when(see(less))
      .then(seen(less, { counts: true, claimed: true }), confirmed('confirmation', 3_500), doubted('amount', 'd1'))
    const state = [claimed(), seen(less)].reduce(payment.evolve, payment.initialState)
    expect(state).toMatchObject({ amount: 35, cents: 3_500 })
  })
  test('that is sent to us later is not taken: the first stays', () =>
    given(seen(), confirmed()).when(see(less)).then())
  test('in an answer to our question replaces the first', () =>
    given(seen(), confirmed())
      .when(see({ ...less, asked: true }))
      .then(seen({ ...less, asked: true }), doubted('amount')))
  test('is refused in a later message', () =>
    given(seen(less), confirmed('confirmation', 3_500)).when(claim()).thenRefused('amount_differs'))
  test.each([1, 35, 349])('is refused in a message with less than M-Pesa reported: Ksh %d of Ksh 350', (amount) =>
    given(seen(), confirmed())
      .when(claim({ paid: { kind: 'till', ...facts, amount, codeDateAgrees: true } }))
      .thenRefused('amount_differs'),
  )
  test('stays doubtful when the true one is confirmed again', () =>
    given(claimed(), seen(less), confirmed('confirmation', 3_500), doubted('amount'))
      .when(see({ ...less, by: 'statement', asked: true }))
      .then(seen({ ...less, by: 'statement', asked: true }, { counts: false, claimed: true })))
})

describe('the whole message', () => {
  test('gives money without an owner to its bearer, however old', () =>
    given(seen(), confirmed())
      .when(claim({ at: '2026-12-24T06:35:00.000Z' }))
      .then({
        ...bound('message'),
        data: { ...(bound('message').data as object), at: '2026-12-24T06:35:00.000Z' },
      } as never))
  test('makes its bearer a payer beside the payer of the prompt', () => {
    given(seen({ by: 'prompt' }), bound('prompt'))
      .when(claim({ shown: otieno }))
      .then(bound('message', otieno))
    given(seen({ by: 'prompt' }), bound('prompt'), bound('message', otieno))
      .when(claim())
      .then()
  })
  test('is refused to others once a payer has shown it', () => {
    given(seen({ by: 'prompt' }), bound('prompt'), bound('message'))
      .when(claim({ shown: otieno }))
      .thenRefused('already_used')
    given(seen(), bound('admin'))
      .when(claim({ shown: otieno }))
      .thenRefused('already_used')
  })
  test('is too late for a payment that a delivery has taken', () =>
    given(seen({ by: 'prompt' }), bound('prompt'), used)
      .when(claim({ shown: otieno }))
      .thenRefused('already_used'))
})

describe('a doubt', () => {
  test('is noted once, with the delivery that took the payment', () => {
    given(claimed(), used)
      .when(doubt('no_such_transaction'))
      .then({
        ...doubted('no_such_transaction', 'd1'),
        data: { because: 'no_such_transaction', deliveryId: 'd1', at: later },
      } as PaymentEvent)
    given(claimed(), doubted('no_such_transaction')).when(doubt('overdue')).then()
    given().when(doubt('overdue')).then()
  })
  test('is not raised where M-Pesa does not know a receipt of the last fifteen minutes', () => {
    given(claimed(), used)
      .when({ ...doubt('no_such_transaction'), at: '2026-11-23T06:44:59.999Z' })
      .then()
    given(claimed())
      .when({ ...doubt('other_till'), at })
      .then({ ...doubted('other_till') })
  })
  test('does not remove a confirmation', () => {
    given(claimed(), seen(), confirmed()).when(doubt('no_such_transaction')).then()
    given(seen(), confirmed()).when(doubt('overdue')).then()
  })
  test('ends when M-Pesa reports the payment after all', () =>
    given(claimed(), used, doubted('overdue', 'd1'))
      .when(see())
      .then(seen({}, { counts: true, claimed: true }), confirmed(), cleared('evidence', 'd1')))
  test('is told to the delivery that takes such a payment', () =>
    given(claimed(), doubted('overdue'))
      .when({ type: 'UsePayment', deliveryId: 'd1', at })
      .then(used, doubted('overdue', 'd1')))
  test('is not told where an admin has let the payment pass', () =>
    given(claimed(), doubted('overdue'), cleared('admin'))
      .when({ type: 'UsePayment', deliveryId: 'd1', at })
      .then(used))
})

describe('an admin', () => {
  const letPass = { type: 'LetPaymentPass', note, at } as const
  test('lets a doubted or reversed payment pass, once', () => {
    given(claimed(), used, doubted('overdue', 'd1')).when(letPass).then(cleared('admin', 'd1'))
    given(claimed(), reversed()).when(letPass).then(cleared('admin'))
    given(claimed(), doubted('overdue'), cleared('admin')).when(letPass).thenRefused('payment_not_doubted')
    given(claimed()).when(letPass).thenRefused('payment_not_doubted')
    given().when(letPass).thenRefused('not_found')
  })
  test('is asked again when another doubt comes', () => {
    given(claimed(), doubted('overdue'), cleared('admin')).when(doubt('no_such_transaction')).then()
    given(claimed(), doubted('overdue'), cleared('admin'), reversed()).when(letPass).then(cleared('admin'))
  })
  const unbind = { type: 'UnbindPayment', note, at } as const
  const rebind = { type: 'RebindPayment', payer: toPayer(otieno), ...whose, note, at } as const
  test('removes its owner, and then its message can be claimed by others', () => {
    given(claimed()).when(unbind).then({ type: 'PaymentUnbound', data: { note, at } })
    given(claimed(), { type: 'PaymentUnbound', data: { note, at } }).when(unbind).then()
    given(claimed(), { type: 'PaymentUnbound', data: { note, at } })
      .when(claim({ shown: otieno }))
      .then(bound('message', otieno))
  })
  test('gives it to an account alone', () => {
    given(claimed())
      .when(rebind)
      .then({ type: 'PaymentBound', data: { by: 'admin', payer: toPayer(otieno), ...whose, note, at } })
    given(claimed(), bound('admin', otieno)).when(claim()).thenRefused('already_used')
  })
  test('can not change a payment that a delivery has taken', () => {
    given(claimed(), used).when(unbind).thenRefused('payment_used')
    given(claimed(), used).when(rebind).thenRefused('payment_used')
    given().when(unbind).thenRefused('not_found')
    given().when(rebind).thenRefused('not_found')
  })
})

describe('a reversal', () => {
  const reverse = { type: 'ReversePayment', cents: 35_000, at } as const
  test('is noted once, also for a confirmed payment', () => {
    given(claimed(), seen(), confirmed(), used).when(reverse).then(reversed('d1'))
    given(claimed(), reversed()).when(reverse).then()
    given().when(reverse).then()
  })
  const statedAt = '2026-11-22T20:59:59.000Z'
  const dated: PaymentEvent = { type: 'PaymentReversalDated', data: { reversedAt: statedAt, at } }
  test('counts from the time in the statement, also where M-Pesa has reported it before', () => {
    const stated = { ...reverse, statedAt }
    const first: PaymentEvent = {
      type: 'PaymentReversed',
      data: { cents: 35_000, deliveryId: null, reversedAt: statedAt, at },
    }
    given(claimed()).when(stated).then(first)
    given(claimed(), reversed()).when(stated).then(dated)
    given(claimed(), reversed(), dated).when(stated).then()
    given(claimed(), first).when(reverse).then()
    given(claimed(), reversed(), cleared('admin'), dated).when({ type: 'UsePayment', deliveryId: 'd1', at }).then(used)
  })
  test('is told to the delivery that takes it', () =>
    given(claimed(), reversed()).when({ type: 'UsePayment', deliveryId: 'd1', at }).then(used, reversed('d1')))
})

test('the evidence of a payment is a set, and the last way of binding is kept beside it', () => {
  const after = (...events: PaymentEvent[]) => events.reduce(payment.evolve, payment.initialState)
  expect(after(claimed())).toMatchObject({ seenBy: ['message'], boundBy: 'message', cents: 35_000, letPass: false })
  expect(after(claimed(), seen(), seen())).toMatchObject({ seenBy: ['message', 'confirmation'], amount: 350 })
  expect(after(seen({ cents: 35_050 }))).toEqual({
    ...{ givenByAgent: false, released: false, contradicted: false, withdrawnFrom: [], promisedBefore: null },
    ...{ ...facts, amount: 350, cents: 35_050, payers: [], boundBy: null, reference: null, usedBy: null },
    ...{ seenBy: ['confirmation'], doubt: null, reversed: false, reversedAt: null, letPass: false },
    ...{
      payerNames: [],
      payerPhoneEnds: [],
      fee: null,
      unserved: null,
      oddCode: false,
      addedTo: null,
      paidIn: null,
      topUps: [],
      refunds: [],
      refusedRefunds: [],
    },
    promised: null,
  })
  expect(after(seen(), seen({ cents: 1, by: 'prompt' }, { counts: false, claimed: false }))).toMatchObject({
    ...{ cents: 35_000, seenBy: ['confirmation', 'prompt'], code: facts.code },
  })
  expect(after(claimed(), doubted('overdue'), cleared('evidence'))).toMatchObject({
    doubt: null,
    letPass: false,
    amount: 350,
  })
  expect(after(claimed(), doubted('overdue'), cleared('admin'))).toMatchObject({ doubt: 'overdue', letPass: true })
  expect(after(claimed(), bound('admin', otieno))?.payers).toEqual([toPayer(otieno)])
  expect(after(bound('prompt'))).toBeNull()
})

test('a caller without any key is not the payer', () => {
  const keyless: Payer = { key: null, nameKey: null, cookieless: true }
  const nobody: Shown = { keys: [], nameKey: null }
  given(seen(), { type: 'PaymentBound', data: { by: 'message', payer: keyless, ...whose, note: null, at } })
    .when(claim({ shown: nobody }))
    .thenRefused('already_used')
})
