import { toSpecification } from '@tuma/platform/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  achieng,
  assignPicker,
  assignRider,
  cbdAgent,
  doorstepRequested,
  dukaniRequested,
  getEvents,
  hold,
  kiprono,
  mondayNine,
  mondayTen,
  move,
  overrideTo,
  release,
  thikaAgent,
} from '../../testing/parcels.ts'
import { type DeliveryEvent, evolve, nothingRequested } from '../delivery.ts'
import { type DeliveryCommand, delivery } from '../delivery-decisions.ts'
import type { HoldParcel, ReleaseHold } from './holds.ts'

const { given } = toSpecification(delivery)

const dukani = getEvents('parcelDukani')
const dukaniDropping: DeliveryEvent[] = [dukaniRequested(), dukani.paid()]
const dukaniDropped = [...dukaniDropping, dukani.dropped]
const dukaniInTransit = [...dukaniDropped, dukani.inTransit]
const dukaniDelivered = [...dukaniInTransit, dukani.delivered]
const dukaniCollected = [...dukaniDelivered, dukani.collected]
const dukaniReturned = [
  ...dukaniDelivered,
  dukani.returning(),
  dukani.back.inTransit,
  dukani.back.delivered,
  dukani.back.returned(),
]
const doorstep = getEvents('doorstep')
const doorstepWaiting: DeliveryEvent[] = [doorstepRequested(), doorstep.paid()]
const doorstepInTransit = [...doorstepWaiting, doorstep.riderAssigned(), doorstep.inTransit]
const doorstepDelivered = [...doorstepInTransit, doorstep.delivered]

const mondayEleven = '2026-11-16T08:00:00.000Z'

describe('a parcel whose payment is doubted', () => {
  test('is held', () =>
    given(...dukaniDropped)
      .when(hold())
      .then(dukani.held()))
  test('is held once, even if the message is repeated', () =>
    given(...dukaniDropped, dukani.held())
      .when(hold(mondayEleven))
      .then())
  test('goes on when the payment is cleared', () =>
    given(...dukaniDropped, dukani.held())
      .when(release(mondayEleven))
      .then(dukani.released([], mondayEleven)))
  test('is released once', () =>
    given(...dukaniDropped, dukani.held(), dukani.released())
      .when(release(mondayEleven))
      .then())
  test('may be doubted again', () =>
    given(...dukaniDropped, dukani.held(), dukani.released())
      .when(hold(mondayEleven))
      .then(dukani.held(['payment_doubted'], mondayEleven)))
  test('is held without a reason if none is known', () => {
    const { because: _, ...unknown } = hold()
    given(...dukaniDropped)
      .when(unknown)
      .then({
        type: 'ParcelHeld',
        data: {
          deliveryId: 'd1',
          deliveryType: 'parcelDukani',
          code: 'payment_doubted',
          holds: ['payment_doubted'],
          at: mondayTen,
        },
      })
  })
  test.each<[string, DeliveryEvent[]]>([
    ['was never requested', []],
    ['is deleted', [...dukaniDropping, dukani.deleted('dropping')]],
  ])('is not held when it %s', (_when, past) => {
    given(...past)
      .when(hold())
      .then()
    given(...past)
      .when(release())
      .then()
  })
  test.each<[string, DeliveryEvent[], DeliveryEvent, DeliveryCommand]>([
    ['is collected', dukaniCollected, dukani.overridden('collected', 'inTransit'), move('delivered', thikaAgent)],
    [
      'was brought to its door',
      doorstepDelivered,
      doorstep.overridden('delivered', 'inTransit'),
      move('delivered', cbdAgent),
    ],
    [
      'is with its sender again',
      dukaniReturned,
      dukani.overridden('collected', 'inTransit'),
      move('delivered', cbdAgent),
    ],
  ])('when it %s is held once the office sets it back on its way', (_when, past, setBack, command) => {
    const { held, released } = past === doorstepDelivered ? doorstep : dukani
    given(...past)
      .when(hold())
      .then(held())
    given(...past, held(), setBack)
      .when(command)
      .thenRefused('parcel_held')
    given(...past, held())
      .when(release(mondayEleven))
      .then(released([], mondayEleven))
    expect([...past, held(), released(), setBack].reduce(evolve, nothingRequested).parcel?.holds).toEqual([])
  })
  test('is held when it is found', () =>
    given(...dukaniInTransit, dukani.lost)
      .when(hold())
      .then(dukani.held()))
  test('that was deleted and requested again begins without a hold, and is held by a new message', () => {
    const anew = [...dukaniDropping, dukani.held(), dukani.deleted('dropping'), ...dukaniDropping]
    given(...anew, dukani.dropped)
      .when(move('inTransit', cbdAgent))
      .then(dukani.inTransit)
    given(...anew)
      .when(hold(mondayTen))
      .then()
    given(...anew)
      .when(hold(mondayEleven))
      .then(dukani.held(['payment_doubted'], mondayEleven))
  })
})

describe('of several holds', () => {
  const both = [...dukaniDropped, dukani.held(), dukani.held(['payment_doubted', 'damaged'])]
  test('each is recorded separately', () =>
    given(...dukaniDropped, dukani.held())
      .when(hold(mondayTen, 'damaged'))
      .then(dukani.held(['payment_doubted', 'damaged'])))
  test('the last release frees the parcel', () => {
    given(...both)
      .when(release())
      .then(dukani.released(['damaged']))
    given(...both, dukani.released(['damaged']))
      .when(move('inTransit', cbdAgent))
      .thenRefused('parcel_held')
    given(...both, dukani.released(['damaged']), dukani.released([], mondayTen, 'damaged'))
      .when(move('inTransit', cbdAgent))
      .then(dukani.inTransit)
  })
  test('each has the time of its last message', () =>
    given(...dukaniDropped, dukani.held(['payment_doubted'], mondayEleven))
      .when(hold(mondayTen, 'damaged'))
      .then(dukani.held(['payment_doubted', 'damaged'])))
})

/** Every press that exists, where it would be accepted without a hold. */
const presses: [string, DeliveryEvent[], DeliveryCommand][] = [
  ['Intransit', dukaniDropped, move('inTransit', cbdAgent)],
  ['Delivered', dukaniInTransit, move('delivered', thikaAgent)],
  ['Collected', dukaniDelivered, move('collected', thikaAgent)],
  ['Assign Picker', dukaniDelivered, assignPicker(thikaAgent)],
  ['Assign Rider', doorstepWaiting, assignRider(cbdAgent)],
  ['another rider', [...doorstepWaiting, doorstep.riderAssigned()], assignRider(cbdAgent, 'r2', kiprono)],
  ['Intransit with a rider', [...doorstepWaiting, doorstep.riderAssigned()], move('inTransit', cbdAgent)],
  ['Delivered at the door', doorstepInTransit, move('delivered', cbdAgent)],
]

describe('a held parcel takes no step', () => {
  test.each(presses)('%s', (_press, past, command) => {
    const state = [...past, dukani.held()].reduce(evolve, nothingRequested)
    expect(() => delivery.decide(command, state)).toThrow(
      expect.objectContaining({ code: 'parcel_held', details: { code: 'payment_doubted' } }),
    )
  })
  test.each(presses)('and takes it after the release: %s', (_press, past, command) => {
    const state = [...past, dukani.held(), dukani.released()].reduce(evolve, nothingRequested)
    expect(delivery.decide(command, state)).not.toEqual([])
  })
  test('and an agent with an outdated row is told about the hold, not the outdated row', () =>
    given(...dukaniDropped, dukani.held())
      .when(move('inTransit', cbdAgent, 2))
      .thenRefused('parcel_held'))
  test('and an agent of another shop is not told about the hold', () =>
    given(...dukaniInTransit, dukani.held())
      .when(move('delivered', cbdAgent))
      .thenRefused('not_allowed'))
})

describe('in spite of a hold', () => {
  test.each<[string, DeliveryEvent[], DeliveryCommand]>([
    ['dropping', dukaniDropped, move('uncollected', cbdAgent)],
    ['putting in transit', dukaniInTransit, move('inTransit', cbdAgent)],
    ['assigning the rider', [...doorstepWaiting, doorstep.riderAssigned()], assignRider(cbdAgent)],
    ['noting the picker', [...dukaniCollected, dukani.pickerAssigned], assignPicker(thikaAgent, achieng)],
  ])('a step that was already taken succeeds and records nothing: %s', (_what, past, command) =>
    given(...past, dukani.held())
      .when(command)
      .then(),
  )
  test('a parcel may be dropped while its payment is checked, and with no other hold', () => {
    given(...dukaniDropping, dukani.held())
      .when(move('uncollected', cbdAgent))
      .then(dukani.dropped)
    given(...dukaniDropping, dukani.held(['damaged']))
      .when(move('uncollected', cbdAgent))
      .thenRefused('parcel_held')
  })
  test('an admin sets a status, and nothing holds a parcel at its end', () => {
    const overridden = [...doorstepInTransit, doorstep.held(), doorstep.overridden('inTransit', 'delivered')]
    given(...doorstepInTransit, doorstep.held())
      .when(overrideTo('delivered'))
      .then(doorstep.overridden('inTransit', 'delivered'))
    given(...overridden)
      .when(move('collected', cbdAgent))
      .then(doorstep.collected, doorstep.withoutCode())
    given(...overridden)
      .when(release(mondayEleven))
      .then(doorstep.released([], mondayEleven))
    given(...overridden, doorstep.overridden('delivered', 'inTransit'))
      .when(move('delivered', cbdAgent))
      .thenRefused('parcel_held')
  })
  test('the picker of a collected parcel is recorded', () =>
    given(...dukaniDelivered, dukani.held(), dukani.collected)
      .when(assignPicker(thikaAgent))
      .then(dukani.pickerAssigned))
})

type Said = HoldParcel | ReleaseHold
const minute = (at: number): string => new Date(Date.parse(mondayNine) + at * 60_000).toISOString()

/**
 * The messages about a payment come in their order, and each may be repeated at any later time.
 * @param lengths after how many messages an earlier one is repeated
 */
const withRepeats = (said: readonly Said[], repeats: readonly (readonly number[])[]): Said[] =>
  said.flatMap((one, index) => [one, ...(repeats[index] ?? []).map((back) => said[Math.max(0, index - back)] as Said)])

test('however often and late messages about a payment are repeated, the last one counts', () => {
  const saying = fc.constantFrom<(at: string) => Said>(hold, release)
  const seen = new Set<boolean>()
  fc.assert(
    fc.property(
      fc.array(saying, { minLength: 1, maxLength: 6 }),
      fc.array(fc.array(fc.nat(6), { maxLength: 4 }), { maxLength: 6 }),
      (sayings, repeats) => {
        const said = sayings.map((say, index) => say(minute(index)))
        const begun = dukaniDropped.reduce(evolve, nothingRequested)
        const end = withRepeats(said, repeats).reduce(
          (state, command) => delivery.decide(command, state).reduce(delivery.evolve, state),
          begun,
        )
        const isHeld = said.at(-1)?.type === 'HoldParcel'
        expect(end.parcel?.holds).toEqual(isHeld ? ['payment_doubted'] : [])
        seen.add(isHeld)
      },
    ),
  )
  expect(seen.size).toBe(2)
})

test('doubted and cleared at the same moment counts as cleared, in every order of repeats', () => {
  given(...dukaniDropped, dukani.held())
    .when(release(mondayTen))
    .then(dukani.released())
  given(...dukaniDropped, dukani.held(), dukani.released())
    .when(hold(mondayTen))
    .then()
})
