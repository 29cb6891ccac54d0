import { expect, test } from 'vitest'
import { toOwnGroup } from './own-today.ts'

const [dukani, door] = [{ deliveryType: 'parcelDukani' }, { deliveryType: 'doorstep' }] as const
const asked = { waiting: { asked: true } }

test.each([
  ['a parcel that no shop has yet', { ...dukani, status: 'dropping' }, 'toBring'],
  ['one for a door that no shop has yet', { ...door, status: 'uncollected' }, 'toBring'],
  ['one for a door that a shop has seen', { ...door, status: 'uncollected', seen: true }, 'underWay'],
  ['one for a door that a rider comes for', { ...door, status: 'uncollected', rider: {} }, 'underWay'],
  ['one that a shop has', { ...dukani, status: 'uncollected' }, 'underWay'],
  ['one on its way', { ...door, status: 'inTransit' }, 'underWay'],
  ['one that waits for its receiver', { ...dukani, status: 'delivered', waiting: { asked: false } }, 'underWay'],
  ['one that its sender must decide about', { ...dukani, status: 'delivered', ...asked }, 'trouble'],
  ['one on hold', { ...door, status: 'inTransit', held: ['damaged' as const] }, 'trouble'],
  ['one on hold that no shop has yet', { ...dukani, status: 'dropping', held: true }, 'trouble'],
  ['one on its way back', { ...dukani, status: 'inTransit', leg: 'back' }, 'trouble'],
  ['one that is back at the shop', { ...door, status: 'delivered', leg: 'back' }, 'trouble'],
  ['a lost one', { ...dukani, status: 'inTransit', outcome: 'lost' }, 'trouble'],
  ['one that was handed over', { ...dukani, status: 'collected' }, null],
  ['one that is at its door', { ...door, status: 'delivered', held: true }, null],
  ['one that its sender has again', { ...dukani, status: 'collected', leg: 'back', outcome: 'returned' }, null],
  ['a cancelled one', { ...dukani, status: 'dropping', outcome: 'cancelled' }, null],
] as const)('%s', (_what, parcel, group) => expect(toOwnGroup(parcel)).toBe(group))
