// @vitest-environment jsdom
import { sampleDelivery } from '@tuma/kit/testing'
import { expect, test } from 'vitest'
import { toHolder } from './where-it-is.ts'

const salim = { _id: 'r1', name: 'Salim Hassan', phone: '254711000111' }
const [from, to] = ['Tuma House, NAIROBI CBD', 'Ananas Mall Desk, THIKA']
const ends = {
  sender: { ...sampleDelivery(1).sender, dropoffAgent: 'Tuma House', location: 'NAIROBI CBD' },
  receiver: { ...sampleDelivery(1).receiver, pickupAgent: 'Ananas Mall Desk', location: 'THIKA' },
}
const dukani = (changes: Parameters<typeof sampleDelivery>[1]) =>
  sampleDelivery(1, { deliveryType: 'parcelDukani', ...ends, ...changes })
const toDoor = (changes: Parameters<typeof sampleDelivery>[1]) =>
  sampleDelivery(1, {
    ...{ deliveryType: 'doorstep', sender: ends.sender, receiver: { ...ends.receiver, pickupAgent: null } },
    ...changes,
  })

test.each([
  ['its sender still has', dukani({ status: 'dropping' }), { has: 'sender' }],
  ['was handed in', dukani({ status: 'uncollected' }), { has: 'shop', place: from }],
  ['comes to its shop', dukani({ status: 'inTransit' }), { has: 'way', place: to }],
  ['waits at its shop', dukani({ status: 'delivered' }), { has: 'shop', place: to }],
  ['turned round', dukani({ status: 'uncollected', leg: 'back' }), { has: 'shop', place: to }],
  ['goes back', dukani({ status: 'inTransit', leg: 'back' }), { has: 'way', place: from }],
  ['is back', dukani({ status: 'delivered', leg: 'back' }), { has: 'shop', place: from }],
  ['a rider has', toDoor({ status: 'inTransit', rider: salim }), { has: 'rider', name: 'Salim Hassan' }],
  ['waits for its rider', toDoor({ status: 'uncollected', rider: salim }), { has: 'shop', place: from }],
  ['goes to a door without a rider', toDoor({ status: 'inTransit', rider: null }), { has: 'way', place: 'THIKA' }],
  ['goes back from a door', toDoor({ status: 'inTransit', leg: 'back', rider: salim }), { has: 'way', place: from }],
] as const)('we know who has a parcel that %s', (_, delivery, holder) => expect(toHolder(delivery)).toEqual(holder))
