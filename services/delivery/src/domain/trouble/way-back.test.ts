import { toSpecification } from '@tuma/platform/testing'
import { describe, test } from 'vitest'
import {
  admin,
  assignPicker,
  assignRider,
  cbd,
  cbdAgent,
  client,
  doorstepRequested,
  dukaniRequested,
  getEvents,
  mondayTen,
  move,
  overrideTo,
  owedAtTheDoor,
  thikaAgent,
} from '../../testing/parcels.ts'
import type { DeliveryEvent } from '../delivery.ts'
import { delivery } from '../delivery-decisions.ts'
import type { ReportLost, SendBack } from './way-back.ts'

const { given } = toSpecification(delivery)
const dukani = getEvents('parcelDukani')
const doorstep = getEvents('doorstep')
const dropped: DeliveryEvent[] = [dukaniRequested({ ownerId: 'wanjiku' }), dukani.paid(), dukani.dropped]
const delivered = [...dropped, dukani.inTransit, dukani.delivered]
const turned = [...delivered, dukani.returning({ ownerId: 'wanjiku' })]
const arrivedBack = [...turned, dukani.back.inTransit, dukani.back.delivered]
const atDoor: DeliveryEvent[] = [doorstepRequested(), doorstep.paid(), doorstep.riderAssigned(), doorstep.inTransit]

const sendBack: SendBack = { type: 'SendBack', by: admin, at: mondayTen }
const report = (lost: boolean, by = admin): ReportLost => ({ type: 'ReportLost', by, lost, at: mondayTen })

describe('an admin sends a parcel back', () => {
  const why = 'office' as const
  test('from the shop where it waits: it is uncollected there, because its shops change roles', () =>
    given(...delivered)
      .when(sendBack)
      .then(dukani.returning({ why, ownerId: 'wanjiku' })))
  test('on its way, where it turns round', () => {
    given(...dropped, dukani.inTransit)
      .when(sendBack)
      .then(dukani.returning({ why, from: 'inTransit', to: 'inTransit', ownerId: 'wanjiku' }))
    given(...atDoor)
      .when(sendBack)
      .then(doorstep.returning({ why, from: 'inTransit', to: 'inTransit' }))
  })
  test('in the shop where it was handed in, where it is already back', () => {
    given(...dropped)
      .when(sendBack)
      .then(dukani.returning({ why, from: 'uncollected', to: 'delivered', ownerId: 'wanjiku' }))
    const toItself = dukaniRequested({ receiverPlace: cbd.location, pickupAgent: cbd.address })
    given(toItself, dukani.paid(), dukani.dropped, dukani.inTransit, dukani.delivered)
      .when(sendBack)
      .then(dukani.returning({ why, to: 'delivered' }))
  })
  test('but not before it is handed in, nor after it is handed over, back or lost', () => {
    for (const past of [
      [dukaniRequested(), dukani.paid()],
      [...delivered, dukani.collected],
      [...atDoor, doorstep.delivered],
      [...delivered, dukani.lost],
    ])
      given(...past)
        .when(sendBack)
        .thenRefused('step_not_allowed')
    given(...turned)
      .when(sendBack)
      .then()
  })
  test('but not while it is held', () =>
    given(...delivered, dukani.held())
      .when(sendBack)
      .thenRefused('parcel_held'))
  test('and other people may not', () => {
    for (const by of [cbdAgent, thikaAgent, client])
      given(...delivered)
        .when({ ...sendBack, by })
        .thenRefused('not_allowed')
    given().when(sendBack).thenRefused('not_found')
  })
})

describe('on its way back', () => {
  test('the receiver’s shop puts it in transit, and the sender’s shop takes it in', () => {
    given(...turned)
      .when(move('inTransit', thikaAgent))
      .then(dukani.back.inTransit)
    given(...turned, dukani.back.inTransit)
      .when(move('delivered', cbdAgent))
      .then(dukani.back.delivered)
  })
  test('and the shops can’t do it the other way round', () => {
    given(...turned)
      .when(move('inTransit', cbdAgent))
      .thenRefused('not_allowed')
    given(...turned, dukani.back.inTransit)
      .when(move('delivered', thikaAgent))
      .thenRefused('not_allowed')
  })
  test('a step of the way out is refused: an agent with an outdated screen is told that it turned round', () => {
    const past = [doorstepRequested(), doorstep.paid(), doorstep.returning({ from: 'uncollected', to: 'delivered' })]
    for (const to of ['inTransit', 'delivered'] as const) {
      given(...past)
        .when(move(to, cbdAgent, 1))
        .thenRefused('stale')
      given(...past)
        .when(move(to, cbdAgent))
        .thenRefused('step_not_allowed')
    }
  })
  test('a repeated step is taken once', () =>
    given(...arrivedBack)
      .when(move('inTransit', thikaAgent))
      .then())
  test('the sender gets it, and no points are earned', () =>
    given(...arrivedBack)
      .when(move('collected', cbdAgent))
      .then(dukani.back.returned(), dukani.withoutCode('wanjiku')))
  test('it is handed over once', () =>
    given(...arrivedBack, dukani.back.returned())
      .when(move('collected', cbdAgent))
      .then())
  test('no picker is recorded', () =>
    given(...arrivedBack)
      .when(assignPicker(cbdAgent))
      .thenRefused('step_not_allowed'))
  test('from a door it needs no rider, and none can be assigned', () => {
    const turned = [...atDoor.slice(0, 2), doorstep.overridden('uncollected', 'sorting')]
    const back = doorstep.returning({ from: 'sorting', to: 'uncollected' })
    given(...turned, back)
      .when(move('inTransit', cbdAgent))
      .then(doorstep.back.inTransit)
    given(...turned, back)
      .when(assignRider(cbdAgent))
      .thenRefused('step_not_allowed')
  })
  test('the money at the door is no longer due, and nothing is paid', () => {
    const owed = doorstepRequested(owedAtTheDoor)
    const past = [owed, doorstep.riderAssigned(), doorstep.inTransit, doorstep.returning({ to: 'inTransit' })]
    given(...past)
      .when(move('delivered', cbdAgent))
      .then(doorstep.back.delivered)
    given(...past)
      .when(move('delivered', cbdAgent, null, { how: 'cash' }))
      .thenRefused('nothing_due')
  })
  test('an agent in the receiver’s place no longer sees it', () =>
    given(...atDoor, doorstep.returning({ from: 'inTransit', to: 'inTransit' }))
      .when(move('delivered', thikaAgent))
      .thenRefused('not_found'))
  test('the receiver’s code stops working, and the sender’s opens it', () => {
    const code = { said: '111111', own: [{ generation: 2, code: '111111' }], isOthers: false }
    const collect = { type: 'CollectParcel', by: cbdAgent, revision: null, taken: null, senderKey: '', at: mondayTen }
    given(...arrivedBack)
      .when({ ...collect, type: 'CollectParcel', code })
      .then(dukani.back.returned(), dukani.withCode(2))
    given(...turned)
      .when({ ...collect, type: 'CollectParcel', by: cbdAgent, code })
      .thenRefused('step_not_allowed')
  })
  test('an admin may set its status, and it stays on its way back', () =>
    given(...arrivedBack)
      .when(overrideTo('inTransit'))
      .then({
        type: 'StatusOverridden',
        data: { deliveryId: 'd1', deliveryType: 'parcelDukani', from: 'delivered', to: 'inTransit', leg: 'back' },
      }))
})

describe('a lost parcel', () => {
  test('is reported once, and found once', () => {
    given(...delivered)
      .when(report(true))
      .then(dukani.lost)
    given(...delivered, dukani.lost)
      .when(report(true))
      .then()
    given(...delivered, dukani.lost)
      .when(report(false))
      .then(dukani.found)
    given(...delivered)
      .when(report(false))
      .then()
  })
  test('takes no step until it is found', () => {
    given(...delivered, dukani.lost)
      .when(move('collected', thikaAgent))
      .thenRefused('step_not_allowed')
    given(...delivered, dukani.lost, dukani.found)
      .when(move('collected', thikaAgent))
      .then(dukani.collected, { type: 'DeliveryCompleted', data: expectedPoints }, dukani.withoutCode('wanjiku'))
  })
  test('must be in our hands: not before the hand-in, nor after the hand-over or the return', () => {
    given(dukaniRequested(), dukani.paid()).when(report(true)).thenRefused('step_not_allowed')
    given(...delivered, dukani.collected)
      .when(report(true))
      .thenRefused('step_not_allowed')
    given(...arrivedBack, dukani.back.returned())
      .when(report(true))
      .thenRefused('step_not_allowed')
  })
  test('can be reported by admins alone', () => {
    given(...delivered)
      .when(report(true, thikaAgent))
      .thenRefused('not_allowed')
    given().when(report(true)).thenRefused('not_found')
  })
})

const expectedPoints = { deliveryId: 'd1', deliveryType: 'parcelDukani' as const, ownerId: 'wanjiku', points: 25 }
