import { describe, expect, test } from 'vitest'
import { admin, cbdAgent, system, thikaAgent } from '../../testing/parcels.ts'
import {
  type CloseShopToday,
  closeToday,
  type DescribeShop,
  describe as describeShop,
  knownShop,
  shopsAfter,
} from './shop.ts'

const today = '2026-11-16'
const day = { opens: '08:00', closes: '18:00' }
const hours = [day, day, day, day, day, day, null]
const silent = { landmark: null, hours: null, closedDays: [], closedOn: null, phone: null, position: null }
const stage = { ...silent, name: 'Main Stage' }
const market = { ...silent, name: 'Market', landmark: 'Behind the bank', hours, closedDays: ['2026-12-25'] }
const aboutStage = { locationId: 'thika', pickupPoint: 'Main Stage' }

describe('a shop’s description', () => {
  test('has what the shop said, and nothing of another shop', () => {
    expect(knownShop([stage, market], 'Market')).toBe(market)
    expect(knownShop([market], 'Main Stage')).toEqual(stage)
  })
  test('replaces its earlier one, and leaves those of other shops', () => {
    const said = { landmark: 'By the tank', hours, closedDays: ['2026-12-26'] }
    expect(shopsAfter([stage, market], { type: 'ShopDescribed', data: { ...aboutStage, ...said } })).toEqual([
      market,
      { ...stage, ...said },
    ])
    expect(shopsAfter([stage, market], { type: 'ShopClosedToday', data: { ...aboutStage, day: today } })).toEqual([
      market,
      { ...stage, closedOn: today },
    ])
  })
  test('may have no hours', () => {
    const data = { locationId: 'thika', pickupPoint: 'Market', landmark: 'By the tank', hours: null, closedDays: [] }
    expect(shopsAfter([market], { type: 'ShopDescribed', data })).toEqual([
      { ...silent, name: 'Market', landmark: 'By the tank' },
    ])
  })
  test('has no closed day after it is taken back', () =>
    expect(
      shopsAfter([{ ...stage, closedOn: today }], { type: 'ShopOpenAfterAll', data: { ...aboutStage, day: today } }),
    ).toEqual([stage]))
})

test('the closed days are sorted, and the same days in another order record nothing', () => {
  const command: DescribeShop = {
    ...{ type: 'DescribeShop', by: admin, locationId: 'thika', pickupPoint: 'Main Stage', today, closedToday: null },
    ...{ landmark: null, hours: null, closedDays: ['2027-01-01', '2026-12-25', '2026-12-26'] },
  }
  const closedDays = ['2026-12-25', '2026-12-26', '2027-01-01']
  expect(describeShop(command, stage)).toEqual([
    { type: 'ShopDescribed', data: { ...aboutStage, landmark: null, hours: null, closedDays } },
  ])
  expect(describeShop(command, { ...stage, closedDays })).toEqual([])
})

describe('a shop is closed for today', () => {
  const close = (by: CloseShopToday['by']) => () =>
    closeToday({ type: 'CloseShopToday', by, ...aboutStage, closed: true, today }, stage, 'THIKA')
  const agentAt = (location: string, address: string) => ({ ...cbdAgent, shop: { location, address } })
  test('by its agent, an admin or the system', () => {
    for (const by of [thikaAgent, agentAt('Thika', ' main STAGE'), admin, system])
      expect(close(by)()).toEqual([{ type: 'ShopClosedToday', data: { ...aboutStage, day: today } }])
  })
  test('by no agent of another shop in the place, nor of a shop with the same name elsewhere', () => {
    for (const by of [agentAt('THIKA', 'Market'), agentAt('KIMBO', 'Main Stage'), { ...cbdAgent, shop: null }])
      expect(close(by)).toThrow(expect.objectContaining({ code: 'not_allowed' }))
  })
})

describe('a shop’s phone', () => {
  const phone = '254700100104'
  const describeIt = (changes: Partial<DescribeShop> = {}): DescribeShop => ({
    ...{ type: 'DescribeShop', by: admin, locationId: 'thika', pickupPoint: 'Main Stage', today, closedToday: null },
    ...{ landmark: null, hours: null, closedDays: [] },
    ...changes,
  })
  const withoutOthers = { ...aboutStage, landmark: null, hours: null, closedDays: [] }

  test('is recorded with its description, and once', () => {
    const recorded = describeShop(describeIt({ phone }), stage)
    expect(recorded).toEqual([{ type: 'ShopDescribed', data: { ...withoutOthers, phone } }])
    expect(shopsAfter([stage], recorded[0] as (typeof recorded)[number])).toEqual([{ ...stage, phone }])
    expect(describeShop(describeIt({ phone }), { ...stage, phone })).toEqual([])
  })
  test('stays when a description does not mention it, and goes when one removes it', () => {
    const known = { ...stage, phone }
    expect(describeShop(describeIt(), known)).toEqual([])
    expect(describeShop(describeIt({ landmark: 'By the tank' }), known)).toEqual([
      { type: 'ShopDescribed', data: { ...withoutOthers, landmark: 'By the tank', phone } },
    ])
    const removed = describeShop(describeIt({ phone: null }), known)
    expect(removed).toEqual([{ type: 'ShopDescribed', data: withoutOthers }])
    expect(shopsAfter([known], removed[0] as (typeof removed)[number])).toEqual([stage])
  })
})
