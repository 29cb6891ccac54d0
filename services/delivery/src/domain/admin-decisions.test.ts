import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import {
  admin,
  assignPicker,
  cbdAgent,
  client,
  deletion,
  doorstepRequested,
  dukaniRequested,
  getEvents,
  mondayTen,
  move,
  overrideTo,
  owedAtTheDoor,
  request,
  system,
  thikaAgent,
  visitor,
} from '../testing/parcels.ts'
import { type DeliveryEvent, toStatusChange } from './delivery.ts'
import { type DeliveryCommand, delivery } from './delivery-decisions.ts'

const { given } = toSpecification(delivery)

const dukani = getEvents('parcelDukani')
const dukaniDropping: DeliveryEvent[] = [dukaniRequested(), dukani.paid()]
const dukaniDropped = [...dukaniDropping, dukani.dropped]
const dukaniDelivered = [...dukaniDropped, dukani.inTransit, dukani.delivered]
const dukaniCollected = [...dukaniDelivered, dukani.collected]
const doorstep = getEvents('doorstep')
const doorstepWaiting: DeliveryEvent[] = [doorstepRequested(), doorstep.paid()]
const doorstepOwed = doorstepRequested(owedAtTheDoor)
const doorstepOwned = [doorstepRequested({ ownerId: 'wanjiku' }), doorstep.paid()]
const trackingId = dukaniRequested().data.trackingId

const settable = ['uncollected', 'sorting', 'inTransit', 'delivered'] as const

describe('an admin sets the status', () => {
  const atEvery: [string, DeliveryEvent[]][] = [
    ['dropping', dukaniDropping],
    ['uncollected', dukaniDropped],
    ['sorting', [...dukaniDropped, dukani.overridden('uncollected', 'sorting')]],
    ['inTransit', [...dukaniDropped, dukani.inTransit]],
    ['delivered', dukaniDelivered],
    ['collected', dukaniCollected],
  ]
  const ways = atEvery.flatMap(([from, past]) => settable.map((to) => [from, to, past] as const))

  test.each(ways)('from %s to %s', (from, to, past) => {
    const overridden = from === to ? [] : [dukani.overridden(from as 'dropping', to)]
    given(...past)
      .when(overrideTo(to))
      .then(...overridden)
  })
  test('of a doorstep parcel without a rider', () =>
    given(...doorstepWaiting)
      .when(overrideTo('inTransit'))
      .then(doorstep.overridden('uncollected', 'inTransit')))
  test('and the system may do so', () =>
    given(...dukaniDropping)
      .when(overrideTo('sorting', system))
      .then(dukani.overridden('dropping', 'sorting')))
  test.each([cbdAgent, thikaAgent, client, visitor])('and other roles may not', (by) => {
    given(...dukaniDropping)
      .when(overrideTo('sorting', by))
      .thenRefused('not_allowed')
    given().when(overrideTo('sorting', by)).thenRefused('not_allowed')
  })
  test('only of an existing parcel', () => {
    given().when(overrideTo('sorting')).thenRefused('not_found')
    given(...dukaniDropping, dukani.deleted('dropping'))
      .when(overrideTo('sorting'))
      .thenRefused('not_found')
  })
  test.each([trackingId, trackingId.toLowerCase(), ` ${trackingId.replaceAll('-', ' ').replace('0', 'o')} `])(
    'of the parcel with the typed tracking id: %s',
    (typed) =>
      given(...dukaniDropping)
        .when(overrideTo('sorting', admin, typed))
        .then(dukani.overridden('dropping', 'sorting')),
  )
  test.each(['TM-0000-0000-0000', '', 'nonsense'])('of no parcel with another tracking id: %j', (typed) => {
    given(...dukaniDropping)
      .when(overrideTo('sorting', admin, typed))
      .thenRefused('tracking_differs')
    given(...dukaniDropped)
      .when(overrideTo('uncollected', admin, typed))
      .thenRefused('tracking_differs')
  })
})

describe('after an override', () => {
  test('the first "delivered" pays a pay-on-delivery parcel, and later ones do not', () => {
    given(doorstepOwed)
      .when(overrideTo('delivered'))
      .then(
        doorstep.overridden('uncollected', 'delivered'),
        doorstep.paid(mondayTen),
        doorstep.taken({ how: 'unexplained', said: false, agentId: null }),
      )
    given(doorstepOwed).when(overrideTo('inTransit')).then(doorstep.overridden('uncollected', 'inTransit'))
    const back = [
      doorstep.overridden('uncollected', 'delivered'),
      doorstep.paid(),
      doorstep.overridden('delivered', 'sorting'),
    ]
    given(doorstepOwed, ...back)
      .when(overrideTo('delivered'))
      .then(doorstep.overridden('sorting', 'delivered'))
  })
  test('a doorstep parcel that becomes delivered is completed once', () => {
    given(...doorstepOwned)
      .when(overrideTo('delivered'))
      .then(doorstep.overridden('uncollected', 'delivered'), doorstep.completed)
    const back = [
      doorstep.overridden('uncollected', 'delivered'),
      doorstep.completed,
      doorstep.overridden('delivered', 'inTransit'),
    ]
    given(...doorstepOwned, ...back)
      .when(overrideTo('delivered'))
      .then(doorstep.overridden('inTransit', 'delivered'))
    given(...doorstepOwned, ...back)
      .when(move('delivered', cbdAgent))
      .then(doorstep.delivered)
  })
  test('a dukani parcel that becomes delivered is not completed', () =>
    given(dukaniRequested({ ownerId: 'wanjiku' }), dukani.paid())
      .when(overrideTo('delivered'))
      .then(dukani.overridden('dropping', 'delivered')))
  test('the agents continue from the new status', () => {
    const setBack = [...dukaniCollected, dukani.pickerAssigned, dukani.overridden('collected', 'uncollected')]
    given(...setBack)
      .when(move('inTransit', cbdAgent))
      .then(dukani.inTransit)
    given(...setBack)
      .when(assignPicker(thikaAgent))
      .thenRefused('step_not_allowed')
  })
  test('another person may collect a parcel that was set back', () =>
    given(...dukaniCollected, dukani.pickerAssigned, dukani.overridden('collected', 'delivered'))
      .when(assignPicker(thikaAgent, { name: 'Njeri Mwangi', phone: '254711000444', nationalId: '99999999' }))
      .then(
        dukani.collected,
        {
          type: 'PickerAssigned',
          data: {
            deliveryId: 'd1',
            deliveryType: 'parcelDukani',
            picker: { personId: 'd1:picker', name: 'Njeri Mwangi', phone: '254711000444', nationalId: '99999999' },
          },
        },
        dukani.withoutCode(),
      ))
})

describe('an admin deletes', () => {
  test.each<[string, DeliveryEvent[], DeliveryEvent]>([
    ['a dukani parcel before it is dropped', dukaniDropping, dukani.deleted('dropping')],
    ['a doorstep parcel before it has a rider', doorstepWaiting, doorstep.deleted('uncollected')],
  ])('%s, and its payment becomes free', (_what, past, deleted) =>
    given(...past)
      .when(deletion())
      .then(deleted),
  )
  test.each<[string, DeliveryEvent[], DeliveryEvent]>([
    ['a dropped parcel', dukaniDropped, dukani.deleted('uncollected', { freed: false })],
    [
      'a parcel with a rider',
      [...doorstepWaiting, doorstep.riderAssigned()],
      doorstep.deleted('uncollected', { freed: false }),
    ],
    ['a collected parcel', dukaniCollected, dukani.deleted('collected', { freed: false })],
    [
      'a parcel that was set back to where it began',
      [
        ...doorstepWaiting,
        doorstep.overridden('uncollected', 'delivered'),
        doorstep.overridden('delivered', 'uncollected'),
      ],
      doorstep.deleted('uncollected', { freed: false }),
    ],
  ])('%s, and its payment stays used', (_what, past, deleted) =>
    given(...past)
      .when(deletion())
      .then(deleted),
  )
  test('a parcel that is paid on delivery and has no payment to free', () =>
    given(doorstepOwed)
      .when(deletion())
      .then(doorstep.deleted('uncollected', { freed: false, paymentId: null })))
  test('with a reason and words of their own, which are sealed with the sender’s key', () => {
    const said = { personId: 'TM-7K3M-Q2XV-90TB:sender', note: 'Both were for one order.' }
    given(...dukaniDropping)
      .when(deletion(admin, { reason: 'sent_twice', note: said.note }))
      .then(dukani.deleted('dropping', { reason: 'sent_twice', said }))
  })
  test('with words sealed with the receiver’s key if the sender was erased', () => {
    const erased = { personId: 'TM-7K3M-Q2XV-90TB:sender', name: '(erased)', phone: '(erased)' }
    const { sender, receiver } = dukaniRequested().data
    given(dukaniRequested({ sender: { ...sender, ...erased } }))
      .when(deletion(admin, { note: 'Gone.' }))
      .then(dukani.deleted('dropping', { sender: null, said: { personId: receiver.personId, note: 'Gone.' } }))
  })
  test('a parcel of erased people without naming them', () => {
    const erased = { personId: 'TM-7K3M-Q2XV-90TB:receiver', name: '(erased)', phone: '(erased)' }
    given(dukaniRequested({ receiver: { ...erased, pickupAddress: null, moreDetails: null } }))
      .when(deletion())
      .then(dukani.deleted('dropping', { receiver: null }))
  })
  test('an existing parcel only, and once', () => {
    given().when(deletion()).thenRefused('not_found')
    given(...dukaniDropping, dukani.deleted('dropping'))
      .when(deletion())
      .thenRefused('not_found')
  })
  test('and the system may, but no other role', () => {
    given(...dukaniDropping)
      .when(deletion(system))
      .then(dukani.deleted('dropping'))
    for (const by of [cbdAgent, thikaAgent, client, visitor])
      given(...dukaniDropping)
        .when(deletion(by))
        .thenRefused('not_allowed')
  })
})

describe('a deleted parcel', () => {
  const anew = { trackingId: 'TM-0000-0000-0001' }
  /** Its people have new ids, because the keys of the former people may be destroyed. */
  const requestedAgain = (requestHash: string) => {
    const { data } = dukaniRequested({ ...anew, requestHash })
    const ofIts = (role: 'sender' | 'receiver') => ({ personId: `${anew.trackingId}:${role}` })
    return dukaniRequested({
      ...data,
      sender: { ...data.sender, ...ofIts('sender') },
      receiver: { ...data.receiver, ...ofIts('receiver') },
    })
  }

  test.each(['hash of the request', 'hash of another request'])(
    'with a free payment makes room for a new request: %s',
    (requestHash) =>
      given(...dukaniDropping, dukani.deleted('dropping'))
        .when(request({ ...anew, requestHash }))
        .then(requestedAgain(requestHash), dukani.paid()),
  )
  test('makes room for one new request', () =>
    given(...dukaniDropping, dukani.deleted('dropping'), dukaniRequested(anew), dukani.paid())
      .when(request({ requestHash: 'hash of another request' }))
      .thenRefused('payment_used'))
  test('with a used payment makes room for no request, not even the same one', () =>
    given(...dukaniDropped, dukani.deleted('uncollected', { freed: false }))
      .when(request())
      .thenRefused('payment_used'))
  test('that was requested again may be deleted again', () =>
    given(...dukaniDropping, dukani.deleted('dropping'), dukaniRequested(anew), dukani.paid())
      .when(deletion())
      .then(dukani.deleted('dropping', anew)))
  test.each<[string, DeliveryCommand]>([
    ['Dropped', move('uncollected', cbdAgent)],
    ['Assign Picker', assignPicker(thikaAgent)],
  ])('can’t be changed by a press: %s', (_press, command) =>
    given(...dukaniDropping, dukani.deleted('dropping'))
      .when(command)
      .thenRefused('not_found'),
  )
})

test('every event names the statuses that it moves a parcel between', () => {
  const changes = [
    ...dukaniCollected,
    dukani.pickerAssigned,
    dukani.completed,
    dukani.overridden('collected', 'sorting'),
    dukani.deleted('sorting'),
    doorstepRequested(),
    doorstep.riderAssigned(),
  ].map(toStatusChange)
  expect(changes).toEqual([
    { from: null, to: 'dropping' },
    null,
    { from: 'dropping', to: 'uncollected' },
    { from: 'uncollected', to: 'inTransit' },
    { from: 'inTransit', to: 'delivered' },
    { from: 'delivered', to: 'collected' },
    null,
    null,
    { from: 'collected', to: 'sorting' },
    { from: 'sorting', to: null },
    { from: null, to: 'uncollected' },
    null,
  ])
})
