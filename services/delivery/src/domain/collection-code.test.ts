import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import {
  doorstepRequested,
  dukaniRequested,
  getEvents,
  mondayTen,
  owedAtTheDoor,
  senderKey,
  thikaAgent,
} from '../testing/parcels.ts'
import type { CollectParcel } from './collecting.ts'
import type { DeliveryEvent } from './delivery.ts'
import { delivery } from './delivery-decisions.ts'

const { given } = toSpecification(delivery)
const dukani = getEvents('parcelDukani')
const doorstep = getEvents('doorstep')
const waiting = [dukaniRequested(), dukani.paid(), dukani.dropped, dukani.inTransit, dukani.delivered]
const minutesLater = (minutes: number) => new Date(Date.parse(mondayTen) + minutes * 60_000).toISOString()

const first = { generation: 1, code: '042137' }
const getCode = (said: string, own: CollectParcel['code']['own'] = [first], isOthers = false) => ({
  said,
  own,
  isOthers,
})
const collect = (changes: Partial<CollectParcel> = {}): CollectParcel => ({
  ...{ type: 'CollectParcel', by: thikaAgent, code: getCode('042137') },
  ...{ revision: null, taken: null, senderKey, at: mondayTen, ...changes },
})
const issue = (minutes: number, by: 'follower' | 'party' = 'party') => ({
  ...{ type: 'IssueCollectionCode' as const, by, at: minutesLater(minutes) },
})

describe('the code of a parcel', () => {
  test('still opens the parcel after a hand-over without it that was set back', () =>
    given(...waiting, dukani.collected, dukani.withoutCode(), dukani.overridden('collected', 'delivered'))
      .when(collect())
      .then(dukani.collected, dukani.withCode()))
  test('and after a hand-over with it, with the same number of wrong codes', () => {
    const misses = Array.from({ length: 5 }, () => dukani.missed())
    const setBack = [dukani.collected, dukani.withCode(), dukani.overridden('collected', 'delivered')]
    given(...waiting, ...misses.slice(1), ...setBack)
      .when(collect())
      .then(dukani.collected, dukani.withCode())
    given(...waiting, ...misses, ...setBack)
      .when(collect())
      .thenRefused('collection_code_locked')
  })
  test('opens the parcel when the money was taken before', () =>
    given(doorstepRequested(owedAtTheDoor), doorstep.riderAssigned(), doorstep.inTransit)
      .when(collect({ taken: { how: 'cash' } }))
      .then(doorstep.passing, doorstep.paid(mondayTen), doorstep.taken(), doorstep.collected, doorstep.withCode()))
  test('opens a parcel that its rider has delivered and was paid for', () => {
    const handedOver = [doorstep.delivered, doorstep.paid(mondayTen), doorstep.taken()]
    given(doorstepRequested(owedAtTheDoor), doorstep.riderAssigned(), doorstep.inTransit, ...handedOver)
      .when(collect())
      .then(doorstep.collected, doorstep.withCode())
  })
  test('does not open a parcel if the agent reports money that was not due', () =>
    given(...waiting)
      .when(collect({ taken: { how: 'cash' } }))
      .thenRefused('nothing_due'))
})

describe('a person who asks for a new code too soon is told to wait', () => {
  test('for the rest of the minute after the last one', () => {
    given(...waiting, dukani.codeIssued(2, minutesLater(-30)), dukani.codeIssued(3))
      .when(issue(0.25))
      .thenRefused('too_many', { retryAfter: 45 })
    given(...waiting, dukani.codeIssued(2))
      .when({ type: 'IssueCollectionCode', by: 'party', at: new Date(Date.parse(mondayTen) + 500).toISOString() })
      .thenRefused('too_many', { retryAfter: 60 })
    given(...waiting, dukani.codeIssued(2))
      .when(issue(1))
      .then(dukani.codeIssued(3, minutesLater(1)))
  })
  test('for an hour after three in a day', () => {
    const three = [0, 2, 4].map((minutes, index) => dukani.codeIssued(index + 2, minutesLater(minutes)))
    given(...waiting, ...three)
      .when(issue(60))
      .thenRefused('too_many', { retryAfter: 3600 })
  })
})

describe('the former code', () => {
  const second = { generation: 2, code: '555555' }
  const third = { generation: 3, code: '666666' }
  const said = (word: string, minutes: number, own = [second, first]) =>
    collect({ code: getCode(word, own), at: minutesLater(minutes) })
  const byFollower = (generation = 2, minutes = 0) =>
    dukani.codeIssued(generation, minutesLater(minutes), { by: 'follower', formerUntil: minutesLater(minutes + 60) })
  const phoneChanged = (generation: number): DeliveryEvent => ({
    type: 'ReceiverPhoneChanged',
    data: {
      ...{ deliveryId: 'd1', deliveryType: 'parcelDukani', trackingId: 'TM-7K3M-Q2XV-90TB' },
      receiver: {
        personId: 'TM-7K3M-Q2XV-90TB:receiver',
        name: 'Otieno Ouma',
        phone: '254722000111',
        newPhone: '254722000112',
      },
      ...{ generation, at: mondayTen },
    },
  })
  const misses = (count: number) => Array.from({ length: count }, () => dukani.missed())

  test('stays valid for an hour when a follower asks for a new one', () => {
    given(...waiting)
      .when(issue(0, 'follower'))
      .then(byFollower())
    given(...waiting, byFollower())
      .when(said('042137', 59))
      .then(dukani.collected, dukani.withCode(1))
    given(...waiting, byFollower())
      .when(said('555555', 59))
      .then(dukani.collected, dukani.withCode(2))
  })
  test('stops working after that hour', () =>
    given(...waiting, byFollower())
      .when(said('042137', 60))
      .then(expect.objectContaining({ type: 'CollectionCodeMissed' })))
  test('still works after strangers ask for a second and a third new code', () =>
    given(...waiting, byFollower(), byFollower(3, 1))
      .when(said('042137', 30, [third, second, first]))
      .then(dukani.collected, dukani.withCode(1)))
  test('stops at once when its sender, an agent or the office replaces it, or the phone changes', () => {
    const missed = expect.objectContaining({ type: 'CollectionCodeMissed' })
    for (const by of ['party', 'office'] as const)
      given(...waiting, byFollower(), dukani.codeIssued(3, minutesLater(1), { by }))
        .when(said('042137', 2, [third]))
        .then(missed)
    given(...waiting, byFollower(), phoneChanged(3))
      .when(said('042137', 2, [third]))
      .then(missed)
  })
  test('stops when it is locked: after five wrong guesses only the new code works', () => {
    given(...waiting, ...misses(5))
      .when(issue(0, 'follower'))
      .then(dukani.codeIssued(2, minutesLater(0), { by: 'follower' }))
  })
  test('can be guessed at five times at most, also over two codes', () => {
    given(...waiting, ...misses(4), byFollower(), dukani.missed(2))
      .when(said('042137', 1))
      .then(expect.objectContaining({ type: 'CollectionCodeMissed' }))
    given(...waiting, ...misses(4), byFollower(), dukani.missed(2))
      .when(said('555555', 1))
      .then(dukani.collected, dukani.withCode(2))
  })
  test('is replaced three times a day by strangers and three times by parties, counted separately', () => {
    const three = [2, 3, 4].map((generation) => byFollower(generation, generation * 2))
    given(...waiting, ...three)
      .when(issue(60, 'follower'))
      .thenRefused('too_many', { retryAfter: 3600 })
    given(...waiting, ...three)
      .when(issue(60))
      .then(dukani.codeIssued(5, minutesLater(60)))
  })
  test('of a locked parcel does not work by another parcel’s code', () =>
    given(...waiting, ...misses(5))
      .when(collect({ code: getCode('777777', [first], true) }))
      .thenRefused('collection_code_locked'))
})
