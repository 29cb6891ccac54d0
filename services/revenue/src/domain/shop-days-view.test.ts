import type { Recorded } from '@tuma/platform/domain'
import { expect, test } from 'vitest'
import type { SaleEvent } from './sale.ts'
import { type ShopDayRow, shopDaysView } from './shop-days-view.ts'

const day = '2026-11-21'
const shop = { location: 'THIKA', address: 'Market' }
const getId = (event: SaleEvent) => shopDaysView.getIds(event as Recorded<SaleEvent>)
const rowAfter = (...events: SaleEvent[]) =>
  events.reduce<ShopDayRow | null>(
    (row, event) => shopDaysView.project(row, event as Recorded<SaleEvent>, getId(event)[0] as string),
    null,
  )

test('each shop has one row a day in any spelling, and parcels without a shop have one too', () => {
  const counted = (at?: typeof shop): SaleEvent => ({
    type: 'DeliveryCounted',
    data: { deliveryType: 'doorstep', day, ...(at ? { shop: at } : {}) },
  })
  expect(getId(counted(shop))).toEqual(getId(counted({ location: 'thika', address: 'MARKET' })))
  const others = [counted({ ...shop, address: 'Main Stage' }), counted(), counted(shop)]
  expect(new Set(others.flatMap(getId)).size).toBe(3)
  expect(rowAfter(counted())).toMatchObject({ shop: null, doorstepDeliveries: 1 })
})

test('a shop’s day sums deliveries and fees by delivery type', () => {
  expect(
    rowAfter(
      { type: 'DeliveryCounted', data: { deliveryType: 'doorstep', day, shop } },
      { type: 'DeliveryCounted', data: { deliveryType: 'parcelDukani', day, shop } },
      { type: 'FeeTaken', data: { deliveryType: 'parcelDukani', fee: 150, day, shop } },
      { type: 'FeeTaken', data: { deliveryType: 'parcelDukani', fee: 200, day, shop } },
    ),
  ).toEqual({
    ...{ day, shop, doorstepRevenue: 0, parcelDukaniRevenue: 350 },
    ...{ doorstepDeliveries: 1, parcelDukaniDeliveries: 1 },
  })
})

test('a shop’s day leaves a cancelled parcel and its fee out again', () => {
  const about = { deliveryType: 'parcelDukani', day, shop } as const
  const events: SaleEvent[] = [
    { type: 'DeliveryCounted', data: about },
    { type: 'FeeTaken', data: { ...about, fee: 150 } },
    { type: 'CountTakenBack', data: about },
    { type: 'FeeTakenBack', data: { ...about, fee: 150 } },
  ]
  expect(new Set(events.flatMap(getId)).size).toBe(1)
  expect(rowAfter(...events)).toMatchObject({ parcelDukaniRevenue: 0, parcelDukaniDeliveries: 0 })
})

test('events of the books alone change no figure of a shop', () => {
  const booked = { type: 'FeeBooked', data: { cents: 350_00, at: '', postings: [] } } as unknown as Recorded<SaleEvent>
  expect(shopDaysView.getIds(booked)).toEqual([])
  const row = { day, shop } as ShopDayRow
  expect(shopDaysView.project(row, booked, `${day} `)).toBe(row)
})

test('the row of parcels without a shop is named by its day alone', () =>
  expect(getId({ type: 'DeliveryCounted', data: { deliveryType: 'doorstep', day } })).toEqual([`${day} `]))
