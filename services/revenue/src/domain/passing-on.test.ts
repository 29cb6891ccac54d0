import { fold } from '@tuma/platform/domain'
import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import { getCommandsAfter } from './commands-after.ts'
import { cashIn, type DrawerCommand, type DrawerEvent, drawer, drawerStream } from './drawer.ts'

const { given } = toSpecification(drawer)
const at = '2026-11-24T09:00:00.000Z'
const later = '2026-11-24T17:00:00.000Z'

type Data<Type extends DrawerEvent['type']> = Extract<DrawerEvent, { type: Type }>['data']
const stood = (deliveryId: string, cents: number, more: Partial<Data<'CashStood'>> = {}): DrawerEvent => ({
  type: 'CashStood',
  data: { agentId: 'otieno', deliveryId, cents, awaiting: false, asOf: 1, at, ...more },
})
const ofOffer = { agentId: 'otieno', offerId: 'o1' }
const offer = (cents: number, more: object = {}): DrawerCommand => ({
  ...{ type: 'OfferCash', ...ofOffer, to: 'amina', cents, at: later },
  ...more,
})
const offered = (cents: number): DrawerEvent => ({
  type: 'CashOffered',
  data: { ...ofOffer, to: 'amina', cents, at: later },
})
const end = (by: string): DrawerCommand => ({ type: 'EndOffer', ...ofOffer, by, at: later })
const ended = (why: 'withdrawn' | 'declined' | 'gone'): DrawerEvent => ({
  type: 'CashOfferEnded',
  data: { ...ofOffer, why, at: later },
})
const pass = (counted: number, by = 'amina'): DrawerCommand => ({
  ...{ type: 'PassOn', ...ofOffer, by, counted, at: later },
})
const part = (deliveryId: string, cents: number) => ({ deliveryId, cents, at })
const passed = (...parcels: ReturnType<typeof part>[]): DrawerEvent => {
  const cents = parcels.reduce((sum, one) => sum + one.cents, 0)
  return {
    type: 'CashPassedOn',
    data: {
      ...{ ...ofOffer, to: 'amina', cents, parcels, at: later },
      postings: [
        { account: 'drawers', party: 'otieno', cents: -cents },
        { account: 'in_transit', party: 'otieno', cents },
      ],
    },
  }
}
const taken: Data<'CashTakenOver'> = {
  ...{ agentId: 'amina', offerId: 'o1', from: 'otieno', cents: 500_00, parcels: [part('d1', 500_00)], at: later },
  postings: [
    { account: 'in_transit', party: 'otieno', cents: -500_00 },
    { account: 'drawers', party: 'amina', cents: 500_00 },
  ],
}

describe('an agent offers cash to a colleague', () => {
  test('of what is in the drawer, once for each command', () => {
    given(stood('d1', 500_00)).when(offer(500_00)).then(offered(500_00))
    given(stood('d1', 500_00), offered(500_00)).when(offer(500_00)).then()
  })
  test('never more than is there, and never nothing', () => {
    given(stood('d1', 500_00)).when(offer(501_00)).thenRefused('more_than_cash')
    given(stood('d1', 500_00, { awaiting: true }))
      .when(offer(100_00))
      .thenRefused('more_than_cash')
    given(stood('d1', 500_00)).when(offer(0)).thenRefused('bad_input')
  })
  test('and a new offer takes the place of the open one', () =>
    given(stood('d1', 500_00), offered(500_00))
      .when(offer(300_00, { offerId: 'o2', to: 'juma' }))
      .then(ended('withdrawn'), {
        type: 'CashOffered',
        data: { agentId: 'otieno', offerId: 'o2', to: 'juma', cents: 300_00, at: later },
      }))
})

describe('an offer ends', () => {
  const open = [stood('d1', 500_00), offered(500_00)]
  test('when its agent takes it back, or the colleague refuses it', () => {
    given(...open)
      .when(end('otieno'))
      .then(ended('withdrawn'))
    given(...open)
      .when(end('amina'))
      .then(ended('declined'))
    given(...open, ended('declined'))
      .when(end('otieno'))
      .then()
  })
  test('only by these two, and not once the cash has passed', () => {
    given(...open)
      .when(end('juma'))
      .thenRefused('not_found')
    given(stood('d1', 500_00)).when(end('otieno')).thenRefused('not_found')
    given(...open, passed(part('d1', 500_00)))
      .when(end('otieno'))
      .thenRefused('stale')
  })
  test('by itself, when the drawer no longer has what was offered', () => {
    const gone = { type: 'StandCash', agentId: 'otieno', deliveryId: 'd1', cents: 400_00, awaiting: false } as const
    given(...open)
      .when({ ...gone, asOf: 2, at: later })
      .then(stood('d1', 400_00, { asOf: 2, at: later }), ended('gone'))
    const enough = { ...gone, deliveryId: 'd2', asOf: 2, at: later }
    given(...open)
      .when(enough)
      .then(stood('d2', 400_00, { asOf: 2, at: later }))
  })
})

describe('the colleague counts the cash', () => {
  const open = [stood('d1', 300_00), stood('d2', 200_00), offered(400_00)]
  test('and has what they counted, the oldest parcels first, with the time at which each was taken', () =>
    given(...open)
      .when(pass(350_00))
      .then(passed(part('d1', 300_00), part('d2', 50_00))))
  test('and the rest stays with its agent', () => {
    const after = fold(drawer, [...open, passed(part('d1', 300_00), part('d2', 50_00))])
    expect(cashIn(after)).toEqual([{ deliveryId: 'd2', cents: 150_00 }])
    expect(after.offers.get('o1')).toMatchObject({ state: 'passed', counted: 350_00, endedAt: later })
    expect(after.openOffer).toBeNull()
  })
  test('once, and only the colleague whom it was offered to', () => {
    given(...open, passed(part('d1', 300_00)))
      .when(pass(400_00))
      .then()
    for (const by of ['otieno', 'juma'])
      given(...open)
        .when(pass(400_00, by))
        .thenRefused('not_found')
    given(...open, ended('withdrawn'))
      .when(pass(400_00))
      .thenRefused('stale')
  })
  test('no more than was offered, and not nothing', () => {
    for (const counted of [0, 400_01])
      given(...open)
        .when(pass(counted))
        .thenRefused('bad_input')
  })
  test('and it comes into their drawer once, as old as it was', () => {
    const { postings: _, ...cash } = taken
    const takeOver: DrawerCommand = { type: 'TakeOver', ...cash }
    given().when(takeOver).then({ type: 'CashTakenOver', data: taken })
    given({ type: 'CashTakenOver', data: taken }).when(takeOver).then()
    expect(fold(drawer, [{ type: 'CashTakenOver', data: taken }]).open.get('d1')).toEqual({ cents: 500_00, at })
  })
})

test('cash of a parcel that was taken by a colleague has not arrived by the word of the drawer that it passed through', () => {
  const own: DrawerEvent[] = [stood('d1', 500_00, { agentId: 'amina', awaiting: true })]
  const explained = stood('d1', 0, { agentId: 'amina', asOf: 2 })
  const handed = { agentId: 'amina', handOverId: 'h1', cents: 500_00, parcels: [part('d1', 500_00)], at, postings: [] }
  const events: DrawerEvent[] = [
    ...[...own, explained, { type: 'CashTakenOver', data: taken } as const],
    { type: 'CashHandedOver', data: { ...handed, declared: 500_00, byOffice: false } },
    { type: 'CashReceived', data: { ...handed, counted: 500_00, note: null } },
  ]
  const stream = drawerStream('amina')
  const past = events.map((event, revision) => ({ ...event, id: `e${revision}`, stream, revision, metadata: { at } }))
  const next = getCommandsAfter(stream, past as never, { id: 'e4' })
  expect(next.map(({ stream: to, command }) => [to, command.type])).toEqual([['drawer-otieno', 'ReceivePassed']])
})
