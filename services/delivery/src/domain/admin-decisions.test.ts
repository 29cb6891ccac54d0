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
  test('of a doorstep parcel without a rider, too', () =>
    given(...doorstepWaiting)
      .when(overrideTo('inTransit'))
      .then(doorstep.overridden('uncollected', 'inTransit')))
  test('and so may the system', () =>
    given(...dukaniDropping)
      .when(overrideTo('sorting', system))
      .then(dukani.overridden('dropping', 'sorting')))
  test.each([cbdAgent, thikaAgent, client, visitor])('and nobody else may', (by) => {
    given(...dukaniDropping)
      .when(overrideTo('sorting', by))
      .thenRefused('not_allowed')
    given().when(overrideTo('sorting', by)).thenRefused('not_allowed')
  })
  test('of a parcel that there is', () => {
    given().when(overrideTo('sorting')).thenRefused('not_found')
    given(...dukaniDropping, dukani.deleted('dropping'))
      .when(overrideTo('sorting'))
      .thenRefused('not_found')
  })
  test.each([trackingId, trackingId.toLowerCase(), ` ${trackingId.replaceAll('-', ' ').replace('0', 'o')} `])(
    'of the parcel that was meant: %s',
    (typed) =>
      given(...dukaniDropping)
        .when(overrideTo('sorting', admin, typed))
        .then(dukani.overridden('dropping', 'sorting')),
  )
  test.each(['TM-0000-0000-0000', '', 'nonsense'])('of no other parcel: %j', (typed) => {
    given(...dukaniDropping)
      .when(overrideTo('sorting', admin, typed))
      .thenRefused('tracking_differs')
    given(...dukaniDropped)
      .when(overrideTo('uncollected', admin, typed))
      .thenRefused('tracking_differs')
  })
})

describe('what follows from an override', () => {
  test('the first delivered pays what is paid on delivery, and no other does', () => {
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
  test('a doorstep parcel that becomes delivered completes, once', () => {
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
  test('a dukani parcel does not complete by it', () =>
    given(dukaniRequested({ ownerId: 'wanjiku' }), dukani.paid())
      .when(overrideTo('delivered'))
      .then(dukani.overridden('dropping', 'delivered')))
  test('the agents go on from there', () => {
    const setBack = [...dukaniCollected, dukani.pickerAssigned, dukani.overridden('collected', 'uncollected')]
    given(...setBack)
      .when(move('inTransit', cbdAgent))
      .then(dukani.inTransit)
    given(...setBack)
      .when(assignPicker(thikaAgent))
      .thenRefused('step_not_allowed')
  })
  test('a parcel that was set back may be collected by somebody else', () =>
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
  ])('%s, and its payment is free', (_what, past, deleted) =>
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
  test('a parcel that is paid on delivery, which has no payment to free', () =>
    given(doorstepOwed)
      .when(deletion())
      .then(doorstep.deleted('uncollected', { freed: false, paymentId: null })))
  test('with the reason that the admin gives, in their words too, which are sealed with its sender', () => {
    const said = { personId: 'TM-7K3M-Q2XV-90TB:sender', note: 'Both were for one order.' }
    given(...dukaniDropping)
      .when(deletion(admin, { reason: 'sent_twice', note: said.note }))
      .then(dukani.deleted('dropping', { reason: 'sent_twice', said }))
  })
  test('of a sender who was erased, the words are sealed with its receiver', () => {
    const erased = { personId: 'TM-7K3M-Q2XV-90TB:sender', name: '(erased)', phone: '(erased)' }
    const { sender, receiver } = dukaniRequested().data
    given(dukaniRequested({ sender: { ...sender, ...erased } }))
      .when(deletion(admin, { note: 'Gone.' }))
      .then(dukani.deleted('dropping', { sender: null, said: { personId: receiver.personId, note: 'Gone.' } }))
  })
  test('a parcel of people who were erased, without naming them', () => {
    const erased = { personId: 'TM-7K3M-Q2XV-90TB:receiver', name: '(erased)', phone: '(erased)' }
    given(dukaniRequested({ receiver: { ...erased, pickupAddress: null, moreDetails: null } }))
      .when(deletion())
      .then(dukani.deleted('dropping', { receiver: null }))
  })
  test('only what there is, and once', () => {
    given().when(deletion()).thenRefused('not_found')
    given(...dukaniDropping, dukani.deleted('dropping'))
      .when(deletion())
      .thenRefused('not_found')
  })
  test('as the system may, and nobody else', () => {
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
  /** Its people have ids of their own: keys of the people before may be destroyed. */
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
    'whose payment is free gives way to a new request: %s',
    (requestHash) =>
      given(...dukaniDropping, dukani.deleted('dropping'))
        .when(request({ ...anew, requestHash }))
        .then(requestedAgain(requestHash), dukani.paid()),
  )
  test('gives way to one new request', () =>
    given(...dukaniDropping, dukani.deleted('dropping'), dukaniRequested(anew), dukani.paid())
      .when(request({ requestHash: 'hash of another request' }))
      .thenRefused('payment_used'))
  test('whose payment stays used gives way to none, not even the same', () =>
    given(...dukaniDropped, dukani.deleted('uncollected', { freed: false }))
      .when(request())
      .thenRefused('payment_used'))
  test('that was requested anew may be deleted anew', () =>
    given(...dukaniDropping, dukani.deleted('dropping'), dukaniRequested(anew), dukani.paid())
      .when(deletion())
      .then(dukani.deleted('dropping', anew)))
  test.each<[string, DeliveryCommand]>([
    ['Dropped', move('uncollected', cbdAgent)],
    ['Assign Picker', assignPicker(thikaAgent)],
  ])('is not there to be pressed on: %s', (_press, command) =>
    given(...dukaniDropping, dukani.deleted('dropping'))
      .when(command)
      .thenRefused('not_found'),
  )
})

test('every event says where it takes a parcel from and to', () => {
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
