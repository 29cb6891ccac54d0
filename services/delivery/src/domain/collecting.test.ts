import { Refused } from '@tuma/contracts/vocabulary'
import { toSpecification } from '@tuma/platform/testing'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  admin,
  cbdAgent,
  doorstepRequested,
  dukaniRequested,
  getEvents,
  getRows,
  kimboAgent,
  mondayTen,
  owedAtTheDoor,
  senderKey,
  thikaAgent,
} from '../testing/parcels.ts'
import { type CollectParcel, OtherGeneration } from './collecting.ts'
import { type Delivery, type DeliveryEvent, nothingRequested } from './delivery.ts'
import { delivery } from './delivery-decisions.ts'
import { deliveriesView } from './delivery-views.ts'
import { getNextStepFor } from './next-step.ts'

const { given } = toSpecification(delivery)
const dukani = getEvents('parcelDukani')
const doorstep = getEvents('doorstep')
const waiting = [dukaniRequested(), dukani.paid(), dukani.dropped, dukani.inTransit, dukani.delivered]
const riding = [doorstepRequested(), doorstep.paid(), doorstep.riderAssigned(), doorstep.inTransit]
const owed = [doorstepRequested(owedAtTheDoor), doorstep.riderAssigned(), doorstep.inTransit]
const minutesLater = (minutes: number) => new Date(Date.parse(mondayTen) + minutes * 60_000).toISOString()

const getCode = (said: string, own = [{ generation: 1, code: '042137' }], isOthers = false) => ({ said, own, isOthers })
const collect = (said = '042137', changes: Partial<CollectParcel> = {}): CollectParcel => ({
  ...{ type: 'CollectParcel', by: thikaAgent, code: getCode(said), revision: null },
  ...{ taken: null, senderKey, at: mondayTen, ...changes },
})
const issue = (at = mondayTen, by: 'follower' | 'party' = 'party') => ({ type: 'IssueCollectionCode' as const, by, at })
const getState = (past: readonly DeliveryEvent[]): Delivery => past.reduce(delivery.evolve, nothingRequested)
const afterGuess = (state: Delivery, isRight: boolean): Delivery => {
  try {
    return delivery.decide(collect(isRight ? '042137' : '000000'), state).reduce(delivery.evolve, state)
  } catch (error) {
    expect(error).toBeInstanceOf(Refused)
    return state
  }
}
const misses = (count: number) => Array.from({ length: count }, () => dukani.missed())

describe('a person with the code', () => {
  test('collects a parcel that waits at a shop', () =>
    given(...waiting)
      .when(collect())
      .then(dukani.collected, dukani.withCode()))
  test('collects a parcel from its rider: delivered and collected at once', () =>
    given(...riding)
      .when(collect())
      .then(doorstep.passing, doorstep.collected, doorstep.withCode()))
  test('collects a parcel that was delivered before', () =>
    given(...riding, doorstep.delivered)
      .when(collect())
      .then(doorstep.collected, doorstep.withCode()))
  test('earns points for the sender, once', () => {
    const owned = { ownerId: 'wanjiku' }
    given(dukaniRequested(owned), ...waiting.slice(1))
      .when(collect())
      .then(dukani.collected, dukani.withCode(), dukani.completed)
    given(doorstepRequested(owned), ...riding.slice(1))
      .when(collect())
      .then(doorstep.passing, doorstep.completed, doorstep.collected, doorstep.withCode())
  })
  test('pays what is due in the same step, as the agent says', () =>
    given(...owed)
      .when(collect('042137', { taken: { how: 'cash' } }))
      .then(doorstep.passing, doorstep.paid(mondayTen), doorstep.taken(), doorstep.collected, doorstep.withCode()))
  test('gets nothing while the agent has not said how it was paid, or it was not paid', () => {
    given(...owed)
      .when(collect())
      .thenRefused('money_unsaid')
    expect(delivery.decide(collect('042137', { taken: { how: 'not_paid' } }), getState(owed))).toEqual([
      expect.objectContaining({ type: 'ParcelHeld' }),
    ])
  })
  test('gets no parcel that is held or has not arrived', () => {
    given(...waiting, dukani.held())
      .when(collect())
      .thenRefused('parcel_held')
    given(...waiting.slice(0, -1))
      .when(collect())
      .thenRefused('step_not_allowed')
  })
  test('gets the parcel once, however often the agent presses', () =>
    given(...waiting, dukani.collected, dukani.withCode())
      .when(collect())
      .then())
  test('gets the parcel from the receiving shop alone', () => {
    given(...waiting)
      .when(collect('042137', { by: cbdAgent }))
      .thenRefused('not_allowed')
    given(...waiting)
      .when(collect('042137', { by: kimboAgent }))
      .thenRefused('not_found')
  })
  test('with the code of another parcel of the same press needs no code of this one', () =>
    given(...waiting)
      .when(collect('', { code: getCode('555555', undefined, true) }))
      .then(dukani.collected, dukani.withCode()))
  test('is not recorded as a picker', () => {
    const [row] = getRows(deliveriesView, ...waiting, dukani.collected, dukani.withCode())
    expect(row && getNextStepFor(thikaAgent, row).nextStep?.step).toBeNull()
  })
})

describe('a wrong code', () => {
  test('is recorded', () =>
    given(...waiting)
      .when(collect('042138'))
      .then(dukani.missed()))
  test('locks the code after five times, also for the right code', () => {
    given(...waiting, ...misses(4))
      .when(collect())
      .then(dukani.collected, dukani.withCode())
    given(...waiting, ...misses(5))
      .when(collect())
      .thenRefused('collection_code_locked')
  })
  test('is recorded for a locked parcel too, because each guess counts', () =>
    given(...waiting, ...misses(5))
      .when(collect('1'))
      .then(dukani.missed()))
  test('no longer counts after a new code', () => {
    const code = getCode('555555', [{ generation: 2, code: '555555' }])
    given(...waiting, ...misses(5), dukani.codeIssued())
      .when(collect('', { code }))
      .then(dukani.collected, dukani.withCode(2))
  })
  test('is not recorded if the code was derived for an older generation: it is derived again', () => {
    const state = getState([...waiting, dukani.codeIssued()])
    expect(() => delivery.decide(collect(), state)).toThrow(OtherGeneration)
    expect(() => delivery.decide(collect('042138'), state)).toThrow(OtherGeneration)
  })
  test('and a right one come in any order: all wrong ones count, and five are checked', () =>
    fc.assert(
      fc.property(fc.array(fc.boolean(), { maxLength: 12 }), (guesses) => {
        const state = guesses.reduce(afterGuess, getState(waiting))
        const isOpened = guesses.slice(0, 5).includes(true)
        const heard = isOpened ? guesses.slice(0, guesses.indexOf(true)) : guesses
        expect(state.parcel?.collection.misses).toBe(heard.filter((isRight) => !isRight).length)
        expect(state.parcel?.status).toBe(isOpened ? 'collected' : 'delivered')
      }),
    ))
})

describe('a new code', () => {
  test('follows the last one', () => {
    given(...waiting)
      .when(issue())
      .then(dukani.codeIssued(2))
    given(...waiting, dukani.codeIssued(2))
      .when(issue(minutesLater(1)))
      .then(dukani.codeIssued(3, minutesLater(1)))
  })
  test('on the way back says that it is for the sender', () => {
    const back = [...waiting, dukani.returning(), dukani.back.inTransit, dukani.back.delivered]
    given(...back)
      .when(issue(minutesLater(1)))
      .then(dukani.codeIssued(3, minutesLater(1), { leg: 'back' }))
    given(...back)
      .when({ type: 'RaiseCollectionCode', by: admin, at: mondayTen })
      .then(dukani.codeIssued(3, mondayTen, { by: 'office', leg: 'back' }))
  })
  test('can’t be asked for twice in a minute, or a fourth time in a day', () => {
    given(...waiting, dukani.codeIssued())
      .when(issue(minutesLater(0.5)))
      .thenRefused('too_many')
    const three = [0, 2, 4].map((minutes, index) => dukani.codeIssued(index + 2, minutesLater(minutes)))
    given(...waiting, ...three)
      .when(issue(minutesLater(60)))
      .thenRefused('too_many')
    given(...waiting, ...three)
      .when(issue(minutesLater(24 * 60)))
      .then(dukani.codeIssued(5, minutesLater(24 * 60)))
  })
  test('is for a parcel that waits: not before it arrives, nor after it is collected', () => {
    given(...waiting.slice(0, -1))
      .when(issue())
      .thenRefused('step_not_allowed')
    given(...waiting, dukani.collected)
      .when(issue())
      .thenRefused('step_not_allowed')
    given().when(issue()).thenRefused('not_found')
  })
})
