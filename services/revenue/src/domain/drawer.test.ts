import { fold } from '@tuma/platform/domain'
import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import { cashIn, type DrawerCommand, type DrawerEvent, drawer, drawerStream } from './drawer.ts'
import { isReceived } from './drawer-parcels.ts'

const { given } = toSpecification(drawer)
const at = '2026-11-24T09:00:00.000Z'
type Data<Type extends DrawerEvent['type']> = Extract<DrawerEvent, { type: Type }>['data']
const cash = (more: Partial<Data<'CashStood'>> = {}) => ({
  ...{ agentId: 'otieno', deliveryId: 'd1', cents: 1350_00, awaiting: false, asOf: 1, at },
  ...more,
})
const stood = (more: Partial<Data<'CashStood'>> = {}): DrawerEvent => ({ type: 'CashStood', data: cash(more) })
const stand = (more: Partial<Data<'CashStood'>> = {}): DrawerCommand => ({ type: 'StandCash', ...cash(more) })

const handing = { agentId: 'otieno', handOverId: 'h1', declared: 1350_00, at }
const hand = (declared: number, rest: 'stays' | 'missing'): DrawerCommand => ({
  ...{ type: 'HandOverCash', ...handing, declared, rest },
})
const parts = (...each: [string, number][]) => each.map(([deliveryId, cents]) => ({ deliveryId, cents }))
const handed = (
  cents: number,
  parcels = parts(['d1', cents]),
  more: Partial<Data<'CashHandedOver'>> = {},
): DrawerEvent => ({
  type: 'CashHandedOver',
  data: {
    ...{ ...handing, cents, parcels, byOffice: false },
    postings: [
      { account: 'drawers', party: 'otieno', cents: -cents },
      { account: 'in_transit', party: 'otieno', cents },
    ],
    ...more,
  },
})
const note = { personId: 'otieno', reason: 'A note was torn' }
const receive = (counted: number, why: typeof note | null = null): DrawerCommand => ({
  ...{ type: 'ReceiveCash', agentId: 'otieno', handOverId: 'h1', counted, note: why, at },
})
const received = (
  counted: number,
  why: typeof note | null,
  postings: Data<'CashReceived'>['postings'],
  cents = 1350_00,
): DrawerEvent => ({
  type: 'CashReceived',
  data: { agentId: 'otieno', handOverId: 'h1', cents, counted, parcels: parts(['d1', cents]), note: why, at, postings },
})
const after = (...events: DrawerEvent[]) => fold(drawer, events)

test('the name of a drawer’s stream never changes', () => expect(drawerStream('otieno')).toBe('drawer-otieno'))

describe('a drawer records', () => {
  test('what is in it, once', () => {
    given().when(stand()).then(stood())
    given(stood())
      .when(stand({ asOf: 2 }))
      .then()
    given(stood())
      .when(stand({ deliveryId: 'd2' }))
      .then(stood({ deliveryId: 'd2' }))
  })
  test('an empty parcel only where it held cash before', () => {
    given()
      .when(stand({ cents: 0 }))
      .then()
    given(stood())
      .when(stand({ cents: 0 }))
      .then(stood({ cents: 0 }))
  })
  test('a change of the sum, of what it awaits, or that the payment was another parcel’s', () => {
    given(stood())
      .when(stand({ cents: 350_00 }))
      .then(stood({ cents: 350_00 }))
    given(stood())
      .when(stand({ awaiting: true }))
      .then(stood({ awaiting: true }))
    const awaited = stood({ awaiting: true })
    const anothers = { awaiting: true, withdrawn: true }
    given(awaited).when(stand(anothers)).then(stood(anothers))
    given(stood(anothers)).when(stand(anothers)).then()
    given(awaited)
      .when(stand({ awaiting: true, withdrawn: false }))
      .then()
  })
  test('nothing that is older than what it knows', () => {
    given(stood({ asOf: 2 }))
      .when(stand({ cents: 0, asOf: 1 }))
      .then()
    given(stood({ asOf: 2 }))
      .when(stand({ cents: 0, asOf: 2 }))
      .then(stood({ cents: 0, asOf: 2 }))
  })
})

describe('an agent hands over', () => {
  test('all that should be there, whatever they counted', () =>
    given(stood())
      .when(hand(1300_00, 'missing'))
      .then(handed(1350_00, undefined, { declared: 1300_00 })))
  test('what they counted, the oldest first, where the rest stays', () => {
    const [old, young] = [stood({ deliveryId: 'd2', at: '2026-11-23T09:00:00.000Z' }), stood()]
    const parcels = parts(['d2', 1350_00], ['d1', 50_00])
    given(young, old)
      .when(hand(1400_00, 'stays'))
      .then(handed(1400_00, parcels, { declared: 1400_00 }))
    given(young, old)
      .when(hand(1350_00, 'stays'))
      .then(handed(1350_00, parts(['d2', 1350_00])))
    expect(cashIn(after(young, old, handed(1400_00, parcels)))).toEqual(parts(['d1', 1300_00]))
  })
  test('no more than is there', () =>
    given(stood())
      .when(hand(2000_00, 'stays'))
      .then(handed(1350_00, undefined, { declared: 2000_00 })))
  test('nothing of an empty drawer, of what only a message tells of, or of what they keep', () => {
    given().when(hand(1350_00, 'missing')).thenRefused('drawer_empty')
    given(stood({ awaiting: true }))
      .when(hand(1350_00, 'missing'))
      .thenRefused('drawer_empty')
    given(stood({ cents: 0 }))
      .when(hand(1350_00, 'missing'))
      .thenRefused('drawer_empty')
    given(stood(), handed(1350_00))
      .when({ ...hand(1, 'missing'), handOverId: 'h2' } as DrawerCommand)
      .thenRefused('drawer_empty')
    given(stood()).when(hand(0, 'stays')).thenRefused('drawer_empty')
  })
  describe('what they saw in the drawer:', () => {
    const [first, meanwhile] = [stood(), stood({ deliveryId: 'd2', cents: 500_00 })]
    const seen = (inDrawer: number, declared: number, rest: 'stays' | 'missing') =>
      ({ ...hand(declared, rest), inDrawer }) as DrawerCommand
    test('cash that came in the meantime is not counted as missing', () => {
      given(first, meanwhile)
        .when(seen(1350_00, 1300_00, 'missing'))
        .thenRefused('drawer_changed')
      given(first)
        .when(seen(1350_00, 1300_00, 'missing'))
        .then(handed(1350_00, undefined, { declared: 1300_00 }))
    })
    test('the hand-over is refused where cash has gone in the meantime', () => {
      given(first)
        .when(seen(1850_00, 1850_00, 'stays'))
        .thenRefused('drawer_changed')
      given(stood({ cents: 0 }))
        .when(seen(1350_00, 1350_00, 'stays'))
        .thenRefused('drawer_changed')
    })
    test('where only the counted cash goes, newer cash stays', () =>
      given(first, meanwhile)
        .when(seen(1350_00, 1350_00, 'stays'))
        .then(handed(1350_00)))
    test('the same command again adds nothing, whatever is in the drawer then', () =>
      given(first, handed(1350_00), meanwhile)
        .when(seen(1350_00, 1300_00, 'missing'))
        .then())
  })
  test('once for each command', () => given(stood(), handed(1000_00)).when(hand(1350_00, 'missing')).then())
})

describe('an admin receives', () => {
  const transit = (cents: number) => ({ account: 'in_transit' as const, party: 'otieno', cents })
  const bank = (cents: number) => ({ account: 'bank' as const, party: null, cents })
  const short = (cents: number) => ({ account: 'shortages' as const, party: 'otieno', cents })
  test('what was handed over, and a reason that is not needed is not kept', () => {
    const all = received(1350_00, null, [bank(1350_00), transit(-1350_00)])
    given(stood(), handed(1350_00)).when(receive(1350_00)).then(all)
    given(stood(), handed(1350_00)).when(receive(1350_00, note)).then(all)
  })
  test('less or more than it should be only with a reason', () => {
    given(stood(), handed(1350_00)).when(receive(1300_00)).thenRefused('reason_missing')
    given(stood(), handed(1350_00))
      .when(receive(1300_00, note))
      .then(received(1300_00, note, [bank(1300_00), short(50_00), transit(-1350_00)]))
    given(stood(), handed(1350_00))
      .when(receive(1370_00, note))
      .then(received(1370_00, note, [bank(1370_00), short(-20_00), transit(-1350_00)]))
  })
  test('a hand-over once, and only one that exists', () => {
    given(stood()).when(receive(1350_00)).thenRefused('not_found')
    given(stood(), handed(1350_00), received(1350_00, null, []))
      .when(receive(1350_00))
      .thenRefused('stale')
  })
  test('a hand-over with the counted sum and the time', () => {
    const { handOvers, sums } = after(stood(), handed(1350_00), received(1300_00, note, []))
    const parcels = parts(['d1', 1350_00])
    const expected = { declared: 1350_00, cents: 1350_00, parcels, byOffice: false, at }
    expect(handOvers.get('h1')).toEqual({ ...expected, received: { counted: 1300_00, at } })
    expect(sums).toEqual({ agentId: 'otieno', handed: 1350_00, received: 1350_00, counted: 1300_00 })
  })
})

describe('the cash of a parcel is received', () => {
  test('when an admin has counted all of it', () => {
    const part = [stood(), handed(1000_00), received(1000_00, null, [], 1000_00)]
    expect(isReceived(after(), 'd1')).toBe(false)
    expect(isReceived(after(stood(), handed(1350_00)), 'd1')).toBe(false)
    expect(isReceived(after(...part), 'd1')).toBe(false)
    expect(isReceived(after(stood(), handed(1350_00), received(1350_00, null, [])), 'd1')).toBe(true)
    const more = [stood({ cents: 2000_00 }), handed(2000_00), received(2000_00, null, [], 2000_00), stood()]
    expect(isReceived(after(...more), 'd1')).toBe(true)
  })
  test('never where only a message tells of the money', () =>
    expect(isReceived(after(stood({ awaiting: true, cents: 0 })), 'd1')).toBe(false))
  test('and a later event about the parcel does not change what was handed over', () => {
    const later = after(stood(), handed(1350_00), stood({ cents: 1400_00, asOf: 2 }))
    expect(cashIn(later)).toEqual(parts(['d1', 50_00]))
    expect(later.parcels.get('d1')).toMatchObject({ handed: 1350_00, received: 0 })
    expect(cashIn(after(stood(), handed(1350_00), stood({ cents: 0, asOf: 2 })))).toEqual([])
    expect(cashIn(after(stood(), stood({ awaiting: true, asOf: 2 })))).toEqual([])
  })
  test('and parcels that the drawer does not know stay out of it', () => {
    expect(cashIn(after(handed(1350_00)))).toEqual([])
    expect(after(received(1350_00, null, [])).handOvers.size).toBe(0)
  })
})
