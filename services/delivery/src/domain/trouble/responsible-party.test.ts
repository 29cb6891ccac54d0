import { type HoldCode, holdCodes, type ResponsibleParty } from '@tuma/contracts/vocabulary'
import { describe, expect, test } from 'vitest'
import { cbd, doorstepRequested, dukaniRequested, getEvents, getRows, mondayTen, thika } from '../../testing/parcels.ts'
import type { DeliveryEvent } from '../delivery.ts'
import { type DeliveryRow, deliveriesView } from '../delivery-views.ts'
import { findResponsible } from './responsible-party.ts'

const dukani = getEvents('parcelDukani')
const doorstep = getEvents('doorstep')
const waiting = [dukaniRequested(), dukani.dropped, dukani.inTransit, dukani.delivered]
const riding = [doorstepRequested(), doorstep.riderAssigned(), doorstep.inTransit]
const getRow = (...past: DeliveryEvent[]) => getRows(deliveriesView, ...past).at(-1) as DeliveryRow
const turn = (...past: DeliveryEvent[]) => findResponsible(getRow(...past))

describe('the next to act', () => {
  test.each<[string, ResponsibleParty, object, DeliveryEvent[]]>([
    ['is to be brought', 'sender', {}, [dukaniRequested()]],
    ['lies where it was handed in', 'shop', { shop: cbd }, [dukaniRequested(), dukani.dropped]],
    ['waits for its rider', 'shop', { shop: cbd }, [doorstepRequested()]],
    ['is on its way to a shop', 'shop', { shop: thika }, [dukaniRequested(), dukani.dropped, dukani.inTransit]],
    ['is with its rider', 'rider', {}, riding],
    ['waits for its receiver', 'receiver', { since: mondayTen }, waiting],
    ['has its sender asked', 'sender', { since: mondayTen }, [...waiting, dukani.asked(mondayTen)]],
    ['goes back', 'shop', { shop: thika }, [...waiting, dukani.returning()]],
    ['is on its way back', 'shop', { shop: cbd }, [...waiting, dukani.returning(), dukani.back.inTransit]],
    ['is back', 'sender', {}, [...waiting, dukani.returning(), dukani.back.inTransit, dukani.back.delivered]],
    ['is lost', 'office', {}, [...waiting, dukani.lost]],
  ])('on one that %s: %s', (_, whose, more, past) =>
    expect(turn(...past)).toMatchObject({ whose, since: expect.any(String), ...more }),
  )
  test('is no one after the hand-over', () => {
    expect(turn(...waiting, dukani.collected)).toBeNull()
    expect(turn(...riding, doorstep.delivered)).toBeNull()
    expect(
      turn(...waiting, dukani.returning(), dukani.back.inTransit, dukani.back.delivered, dukani.back.returned()),
    ).toBeNull()
  })
  test('on a held one is the person who can resolve the hold', () => {
    const byHold = holdCodes.map((code: HoldCode) => [code, turn(...waiting, dukani.held([code]))?.whose])
    expect(Object.fromEntries(byHold)).toEqual({
      ...{ payment_doubted: 'office', no_money: 'receiver', damaged: 'office', misrouted: 'office' },
      ...{ wrong_place: 'sender', closed: 'shop', not_home: 'receiver', refused: 'sender', asked_later: 'receiver' },
      ...{ code_failed: 'receiver', prohibited: 'office', contents_differ: 'office', missing: 'shop', other: 'office' },
    })
  })
})

test('the time counts from the hold or loss, and stays when there are more holds', () => {
  const row = getRow(...waiting, dukani.held(['damaged']))
  expect(row.troubleSince).toBe(row.updatedAt)
  const more = getRow(...waiting, dukani.held(['damaged']), dukani.held(['damaged', 'other']))
  expect(more.troubleSince).toBe(row.troubleSince)
  expect(
    getRow(...waiting, dukani.held(['damaged']), dukani.released([], mondayTen, 'damaged')).troubleSince,
  ).toBeNull()
})

describe('the time', () => {
  const later = dukani.missed()
  const held = (row: DeliveryRow) => row.troubleSince as string
  test('counts from the trouble, whatever was recorded since', () => {
    const kept = getRow(...waiting, dukani.held(['damaged']), later)
    expect(kept.updatedAt).not.toBe(held(kept))
    expect(findResponsible(kept)).toEqual({ whose: 'office', since: held(kept), movedAt: kept.history.at(-1)?.at })
    const lost = getRow(...waiting, dukani.lost, later)
    expect(lost.updatedAt).not.toBe(held(lost))
    expect(findResponsible(lost)).toEqual({ whose: 'office', since: held(lost), movedAt: lost.history.at(-1)?.at })
  })
  test('counts from the last step while the parcel is on its way', () => {
    const row = getRow(...riding, doorstep.missed())
    expect(findResponsible(row)).toEqual({ whose: 'rider', since: row.history.at(-1)?.at })
  })
})

describe('the shop', () => {
  test('is the one that has the parcel, if it waits and is held', () =>
    expect(turn(...waiting, dukani.held(['missing']))).toMatchObject({ whose: 'shop', shop: thika }))
  test('is the one that gave it to the rider, if it is missing on the way to a door', () =>
    expect(turn(...riding, doorstep.held(['missing']))).toMatchObject({ whose: 'shop', shop: cbd }))
  test('is shown only if a shop must act', () => expect(turn(...waiting)).not.toHaveProperty('shop'))
})
