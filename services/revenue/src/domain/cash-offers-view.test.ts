import type { Recorded } from '@tuma/platform/domain'
import { expect, test } from 'vitest'
import { cashOffersView, toOfferRow } from './cash-offers-view.ts'
import { type DrawerEvent, drawer } from './drawer.ts'

const at = '2026-11-24T09:00:00.000Z'
const endedAt = '2026-11-24T17:00:00.000Z'
const ofOffer = { agentId: 'otieno', offerId: 'o1' }
const offered: DrawerEvent = { type: 'CashOffered', data: { ...ofOffer, to: 'amina', cents: 500_00, at } }
const ended: DrawerEvent = { type: 'CashOfferEnded', data: { ...ofOffer, why: 'gone', at: endedAt } }
const passed: DrawerEvent = {
  type: 'CashPassedOn',
  data: { ...ofOffer, to: 'amina', cents: 450_00, parcels: [], at: endedAt, postings: [] },
}
const open = {
  ...{ offerId: 'o1', from: 'otieno', to: 'amina', cents: 500_00, counted: null },
  ...{ state: 'open', why: null, at, endedAt: null },
}

const getRow = (...events: DrawerEvent[]) =>
  events.reduce<ReturnType<typeof cashOffersView.project>>((row, event) => {
    const recorded = event as Recorded<DrawerEvent>
    return cashOffersView.getIds(recorded).reduce((before, id) => cashOffersView.project(before, recorded, id), row)
  }, null)

test.each([
  ['waits', [offered], open],
  ['ended, and says why', [offered, ended], { ...open, state: 'ended', why: 'gone', endedAt }],
  ['passed, and says what was counted', [offered, passed], { ...open, state: 'passed', counted: 450_00, endedAt }],
] as const)('an offer %s, and the drawer says the same', (_, events, expected) => {
  expect(getRow(...events)).toEqual(expected)
  const offer = events.reduce(drawer.evolve, drawer.initialState).offers.get('o1')
  expect(offer && toOfferRow('o1', 'otieno', offer)).toEqual(expected)
})

test('other events of the drawer are no offers', () => {
  const stood: DrawerEvent = {
    type: 'CashStood',
    data: { agentId: 'otieno', deliveryId: 'd1', cents: 500_00, awaiting: false, asOf: 1, at },
  }
  expect(getRow(stood)).toBeNull()
  expect(getRow(ended)).toBeNull()
})
