import { toSpecification } from '@tuma/platform/testing'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  computeWorth,
  getShillings,
  type Payment,
  type PaymentEvent,
  payerFrom,
  type Seen,
  type Shown,
} from './payment.ts'
import { type ClaimPayment, payment } from './payment-decisions.ts'

const { given } = toSpecification(payment)
const at = '2026-11-24T06:35:00.000Z'
const facts = { code: 'UKO6H7T3GA', recipient: 'TUMA PARCELS', paidAt: '2026-11-24T06:30:00.000Z' }
const wanjiku: Shown = { keys: ['visitor:w'], nameKey: null }
const bearer = { sender: { personId: 'p1', name: 'Wanjiku Kamau' }, senderWords: ['w1'], reference: 'PAY-123456' }
const adds = { into: 'first', adding: 'a1' }
const claimed = (amount = 50): PaymentEvent => ({
  type: 'PaymentClaimed',
  data: {
    ...{ evidence: 'message', ...facts, amount, codeDateAgrees: true, payer: payerFrom(wanjiku), ...bearer },
    claimedAt: at,
  },
})
const claim = (changes: Partial<ClaimPayment> = {}): ClaimPayment => ({
  ...{ type: 'ClaimPayment', paid: { kind: 'till', ...facts, amount: 50, codeDateAgrees: true }, shown: wanjiku },
  ...{ ...bearer, tillName: 'TUMA PARCELS', adds, at },
  ...changes,
})
const added: PaymentEvent = { type: 'PaymentAdded', data: { ...adds, at } }
const returned: PaymentEvent = { type: 'PaymentReturned', data: { from: 'first', adding: 'a1', at } }
const used: PaymentEvent = { type: 'PaymentUsed', data: { deliveryId: 'd1', usedAt: at } }
const doubted = (deliveryId: string | null): PaymentEvent => ({
  type: 'PaymentDoubted',
  data: { because: 'amount', deliveryId, at },
})
const toppedUp: PaymentEvent = {
  type: 'PaymentToppedUp',
  data: { by: 'second', adding: 'a1', cents: 5_000, proven: true, at },
}
const declined: PaymentEvent = { type: 'PaymentTopUpDeclined', data: { by: 'second', adding: 'a1', at } }
const topUp = { type: 'TopUpPayment', by: 'second', adding: 'a1', cents: 5_000, proven: true, at } as const

const seen: Seen = {
  ...{ by: 'prompt', ...facts, cents: 5_000, asked: false, payerNames: [], payerPhoneEnd: null },
}
const see = { type: 'SeePayment', seen, of: { payer: payerFrom(wanjiku), ...bearer, adds }, at } as const

describe('the second payment', () => {
  test('is poured into the first in the append that gives it a payer', () =>
    given().when(claim()).then(claimed(), added))
  test('is poured when its payer shows it again, once', () => {
    given(claimed()).when(claim()).then(added)
    given(claimed(), added).when(claim()).then()
  })
  test('is neither used for another reference, shown again nor released while it is poured', () => {
    given(claimed(), added)
      .when(claim({ adds: null, reference: 'PAY-654321' }))
      .thenRefused('already_used')
    const note = { personId: 'p1', reason: 'called us' }
    given(claimed(), added).when({ type: 'UnbindPayment', note, at }).thenRefused('payment_used')
  })
  test('is not poured when a delivery has it, or others were poured into it', () => {
    given(claimed(), used).when(claim()).thenRefused('already_used')
    given(claimed(), toppedUp).when(claim()).then()
  })
  test('of a prompt is poured with the callback that reports it', () =>
    given()
      .when(see)
      .then(
        { type: 'PaymentSeen', data: { ...seen, counts: true, claimed: true, at } },
        { type: 'PaymentBound', data: { by: 'prompt', payer: payerFrom(wanjiku), ...bearer, note: null, at } },
        { type: 'PaymentConfirmed', data: { by: 'prompt', cents: 5_000, paidAt: facts.paidAt, at } },
        added,
      ))
  test('of a prompt is not poured where it has a payer already, or a parcel was handed over for it', () => {
    const data = { deliveryId: 'd1', code: facts.code, amount: 50, proof: { words: [], phoneEnds: [] }, at }
    for (const past of [claimed(), { type: 'PaymentPromised', data } as const])
      expect(payment.decide(see, payment.evolve(null, past))).not.toContainEqual(added)
  })
  test('counts by itself again once the first has declined, once', () => {
    given(claimed(), added).when({ type: 'ReturnPayment', adding: 'a1', at }).then(returned)
    given(claimed(), added, returned).when({ type: 'ReturnPayment', adding: 'a1', at }).then()
    given(claimed(), added).when({ type: 'ReturnPayment', adding: 'a2', at }).then()
  })
  test('that a delivery has taken at the same moment holds it, and an admin looks', () =>
    given(claimed(), added).when({ type: 'UsePayment', deliveryId: 'd1', at }).then(used, doubted('d1')))
})

describe('the first payment', () => {
  test('takes it once, and is worth both', () => {
    given(claimed(300)).when(topUp).then(toppedUp)
    given(claimed(300), toppedUp).when(topUp).then()
    expect(getShillings([claimed(300), toppedUp].reduce(payment.evolve, null) as Payment)).toBe(350)
  })
  test('declines when it was used in the meantime, or was poured into another itself, and always gives the same answer', () => {
    given(claimed(300), used).when(topUp).then(declined)
    given(claimed(300), added).when(topUp).then(declined)
    given(claimed(300), used, declined, { type: 'PaymentReleased', data: { deliveryId: 'd1', at } })
      .when(topUp)
      .then()
  })
  test('is doubted when the payment that was poured in was reversed', () => {
    const part = { type: 'DoubtPart', by: 'second', at } as const
    given(claimed(300), toppedUp, used).when(part).then(doubted('d1'))
    given(claimed(300), declined).when(part).then()
  })
})

describe('any commands in any order', () => {
  const ids = ['p0', 'p1', 'p2'] as const
  const id = fc.nat(2)
  const step = fc.oneof(
    fc.record({ what: fc.constant('add' as const), one: id, other: id, nth: fc.nat(3) }),
    fc.record({ what: fc.constant('finish' as const), one: id, other: id, nth: fc.nat(3) }),
    fc.record({ what: fc.constant('use' as const), one: id, other: id, nth: fc.nat(3) }),
    fc.record({ what: fc.constant('release' as const), one: id, other: id, nth: fc.nat(3) }),
  )
  type Step = typeof step extends fc.Arbitrary<infer One> ? One : never
  const amounts = [300, 50, 25]

  const run = (steps: readonly Step[]) => {
    const states = new Map<string, Payment>(
      ids.map((one, index) => [one, payment.evolve(null, claimed(amounts[index])) as Payment]),
    )
    const of = (one: string) => states.get(one) as Payment
    const decide = (one: string, command: Parameters<typeof payment.decide>[0]): void => {
      try {
        states.set(one, payment.decide(command, of(one)).reduce(payment.evolve, of(one)) as Payment)
      } catch (error) {
        if ((error as Error).name !== 'Refused') throw error
      }
    }
    const finish = (one: string): void => {
      const { addedTo, cents } = of(one)
      if (!addedTo) return
      const { into, adding } = addedTo
      decide(into, { type: 'TopUpPayment', by: one, adding, cents, proven: true, at })
      const taken = of(into).topUps.some((known) => known.adding === adding && known.taken)
      if (!taken) decide(one, { type: 'ReturnPayment', adding, at })
    }
    const adding = (nth: number, into: string, by: string, amount = 0) =>
      claim({ paid: { ...claim().paid, amount }, adds: { into, adding: `${by} ${nth}` } })
    const take = ({ what, one, other, nth }: Step): void => {
      const [a = 'p0', b = 'p0'] = [ids[one], ids[other]]
      const isUsable = of(a).addedTo === null && of(a).usedBy === null
      if (what === 'finish') finish(a)
      if (what === 'release') decide(a, { type: 'ReleasePayment', deliveryId: `d${nth}`, at })
      if (what === 'use' && isUsable) decide(a, { type: 'UsePayment', deliveryId: `d${nth}`, at })
      if (what === 'add' && a !== b) decide(a, adding(nth, b, a, amounts[one]))
    }
    steps.forEach(take)
    return { states, finish }
  }

  test('create no money and lose none, and each payment pays in one place', () =>
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const { states, finish } = run(steps)
        for (const one of [...ids, ...ids]) finish(one)
        const alone = ids.map((one) => states.get(one) as Payment).filter(({ addedTo }) => addedTo === null)
        expect(alone.reduce((sum, one) => sum + computeWorth(one), 0)).toBe(37_500)
        for (const one of ids) {
          const takenBy = ids.filter((into) => states.get(into)?.topUps.some(({ by, taken }) => taken && by === one))
          const { addedTo } = states.get(one) as Payment
          expect(takenBy).toEqual(addedTo ? [addedTo.into] : [])
        }
      }),
      { numRuns: 500 },
    ))
})

describe('a payment that can not be poured', () => {
  const note = { personId: 'p1', reason: 'paid twice' }
  const refund = { refundId: 'r1', cents: 100, receipt: 'UKO1AAAAA1', deliveryId: null, note, at }
  const reversed: PaymentEvent = {
    type: 'PaymentReversed',
    data: { cents: 5_000, deliveryId: null, reversedAt: at, at },
  }
  const passed: PaymentEvent = { type: 'PaymentCleared', data: { by: 'admin', deliveryId: null, note, at } }
  test('stays separate: a doubted, reversed or partly refunded one', () => {
    for (const said of [doubted(null), reversed, { type: 'PaymentRefunded', data: refund } as PaymentEvent])
      given(claimed(), said).when(claim()).then()
  })
  test('is poured once an admin lets it pass, and where another was declined before', () => {
    given(claimed(), doubted(null), passed).when(claim()).then(added)
    given(claimed(), declined).when(claim()).then(added)
  })
  test('is declined by a payment without a payer', () => {
    const unbound: PaymentEvent = { type: 'PaymentUnbound', data: { note, at } }
    given(claimed(), unbound).when(topUp).then(declined)
    expect(() => payment.decide(topUp, null)).toThrow('added to an unknown payment')
  })
  test('does not prevent a top-up by a third payment', () => {
    given(claimed(), toppedUp)
      .when({ ...topUp, by: 'third', adding: 'a2' })
      .then({ type: 'PaymentToppedUp', data: { ...toppedUp.data, by: 'third', adding: 'a2' } as never })
  })
  test('is not doubted twice, nor for a payment that it does not contain', () => {
    const part = { type: 'DoubtPart', by: 'second', at } as const
    given(claimed(), toppedUp, doubted(null)).when(part).then()
    given(claimed(), toppedUp, doubted(null), passed).when(part).then()
    given(claimed(), toppedUp)
      .when({ ...part, by: 'another' })
      .then()
    given().when(part).then()
    given(claimed(), declined, toppedUp).when(part).then(doubted(null))
    given().when({ type: 'ReturnPayment', adding: 'a1', at }).then()
  })
})
