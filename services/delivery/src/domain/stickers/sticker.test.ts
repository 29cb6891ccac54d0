import { toSpecification } from '@tuma/platform/testing'
import { expect, test } from 'vitest'
import { mondayNine as at } from '../../testing/parcels.ts'
import { type BindSticker, type StickerBound, sticker, stickersView } from './sticker.ts'

const { given } = toSpecification(sticker)
const id = 'TM-7K3M-Q2XV-90TB'
const after = (minutes: number): string => new Date(Date.parse(at) + minutes * 60_000).toISOString()
const bind = (parcel: string, more: Partial<BindSticker> = {}): BindSticker => ({
  ...{ type: 'BindSticker', sticker: id, to: 'parcel', id: parcel, unbooked: null, at },
  ...more,
})
const bound = (parcel: string, when = at): StickerBound => ({
  type: 'StickerBound',
  data: { sticker: id, to: 'parcel', id: parcel, at: when },
})

test('a free sticker is bound once', () => {
  given().when(bind('d1')).then(bound('d1'))
  given(bound('d1')).when(bind('d1')).then()
})

test('a sticker on another parcel is refused', () => {
  given(bound('d1')).when(bind('d2')).thenRefused('sticker_used')
  given(bound('d1'))
    .when(bind('d2', { at: after(60) }))
    .thenRefused('sticker_used')
  given(bound('d1'))
    .when(bind('d1', { to: 'bag' }))
    .thenRefused('sticker_used')
})

test('a sticker whose parcel was never booked is free again after ten minutes', () => {
  const forOther = (minutes: number) => bind('d2', { unbooked: 'd1', at: after(minutes) })
  given(bound('d1')).when(forOther(10)).thenRefused('sticker_used')
  given(bound('d1'))
    .when(forOther(11))
    .then(bound('d2', after(11)))
})

test('the parcel that comes after all is recorded again, so that no other parcel gets the sticker meanwhile', () => {
  given(bound('d1'))
    .when(bind('d1', { unbooked: 'd1', at: after(11) }))
    .then(bound('d1', after(11)))
  given(bound('d1'), bound('d2', after(11)))
    .when(bind('d1', { unbooked: 'd1', at: after(12) }))
    .thenRefused('sticker_used')
})

test('only stickers whose parcels do not say it yet are in the view', () => {
  const metadata = { at, commandId: 'c', correlationId: 'c', actor: { kind: 'system', name: 's' } }
  const recorded = (event: object) => ({ ...event, metadata, revision: 0 }) as never
  const row = stickersView.project(null, recorded(bound('d1')), id)
  expect(row).toEqual({ sticker: id, deliveryId: 'd1', boundAt: at })
  const added = {
    type: 'StickerAdded',
    data: { deliveryId: 'd1', deliveryType: 'doorstep', sticker: id, agentId: null, at },
  }
  expect(stickersView.project(row, recorded(added), id)).toBeNull()
  const onBag = { type: 'StickerBound', data: { sticker: id, to: 'bag', id: 'b1', at } }
  expect(stickersView.project(null, recorded(onBag), id)).toBeNull()
})
