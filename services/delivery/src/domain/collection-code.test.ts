import { specificationOf } from '@tuma/platform/testing'
import { describe, test } from 'vitest'
import {
  doorstepRequested,
  dukaniRequested,
  eventsOf,
  mondayTen,
  owedAtTheDoor,
  senderKey,
  thikaAgent,
} from '../testing/parcels.ts'
import type { CollectParcel } from './collecting.ts'
import { delivery } from './delivery-decisions.ts'

const { given } = specificationOf(delivery)
const dukani = eventsOf('parcelDukani')
const doorstep = eventsOf('doorstep')
const waiting = [dukaniRequested(), dukani.paid(), dukani.dropped, dukani.inTransit, dukani.delivered]
const minutesLater = (minutes: number) => new Date(Date.parse(mondayTen) + minutes * 60_000).toISOString()

const collect = (changes: Partial<CollectParcel> = {}): CollectParcel => ({
  ...{ type: 'CollectParcel', by: thikaAgent, code: { said: '042137', right: '042137', generation: 1 } },
  ...{ revision: null, taken: null, senderKey, at: mondayTen, ...changes },
})
const issue = (minutes: number) => ({ type: 'IssueCollectionCode' as const, at: minutesLater(minutes) })

describe('the code of a parcel', () => {
  test('still opens it after it was handed over without, and set back', () =>
    given(...waiting, dukani.collected, dukani.withoutCode(), dukani.overridden('collected', 'delivered'))
      .when(collect())
      .then(dukani.collected, dukani.withCode()))
  test('and after it was handed over with it, as often as it was missed before', () => {
    const misses = Array.from({ length: 5 }, () => dukani.missed())
    const setBack = [dukani.collected, dukani.withCode(), dukani.overridden('collected', 'delivered')]
    given(...waiting, ...misses.slice(1), ...setBack)
      .when(collect())
      .then(dukani.collected, dukani.withCode())
    given(...waiting, ...misses, ...setBack)
      .when(collect())
      .thenRefused('collection_code_locked')
  })
  test('opens it when what was due has been taken before', () =>
    given(doorstepRequested(owedAtTheDoor), doorstep.riderAssigned(), doorstep.inTransit)
      .when(collect({ taken: { how: 'cash' } }))
      .then(doorstep.passing, doorstep.paid(mondayTen), doorstep.taken(), doorstep.collected, doorstep.withCode()))
  test('opens what a rider told of and was paid for', () => {
    const handedOver = [doorstep.delivered, doorstep.paid(mondayTen), doorstep.taken()]
    given(doorstepRequested(owedAtTheDoor), doorstep.riderAssigned(), doorstep.inTransit, ...handedOver)
      .when(collect())
      .then(doorstep.collected, doorstep.withCode())
  })
  test('opens nothing with money for which nobody asked', () =>
    given(...waiting)
      .when(collect({ taken: { how: 'cash' } }))
      .thenRefused('nothing_due'))
})

describe('whoever asks for a new code too soon hears when they may', () => {
  test('in what is left of the minute after the last one', () => {
    given(...waiting, dukani.codeIssued(2, minutesLater(-30)), dukani.codeIssued(3))
      .when(issue(0.25))
      .thenRefused('too_many', { retryAfter: 45 })
    given(...waiting, dukani.codeIssued(2))
      .when({ type: 'IssueCollectionCode', at: new Date(Date.parse(mondayTen) + 500).toISOString() })
      .thenRefused('too_many', { retryAfter: 60 })
    given(...waiting, dukani.codeIssued(2))
      .when(issue(1))
      .then(dukani.codeIssued(3, minutesLater(1)))
  })
  test('in an hour after three of a day', () => {
    const three = [0, 2, 4].map((minutes, index) => dukani.codeIssued(index + 2, minutesLater(minutes)))
    given(...waiting, ...three)
      .when(issue(60))
      .thenRefused('too_many', { retryAfter: 3600 })
  })
})
