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
import { offeredTo } from './next-step.ts'

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

describe('whoever brings the code', () => {
  test('has a parcel that waits at a shop', () =>
    given(...waiting)
      .when(collect())
      .then(dukani.collected, dukani.withCode()))
  test('has a parcel from a rider’s hands: delivered and collected at once', () =>
    given(...riding)
      .when(collect())
      .then(doorstep.passing, doorstep.collected, doorstep.withCode()))
  test('of a parcel that was delivered before has it collected', () =>
    given(...riding, doorstep.delivered)
      .when(collect())
      .then(doorstep.collected, doorstep.withCode()))
  test('earns the sender their points, once', () => {
    const owned = { ownerId: 'wanjiku' }
    given(dukaniRequested(owned), ...waiting.slice(1))
      .when(collect())
      .then(dukani.collected, dukani.withCode(), dukani.completed)
    given(doorstepRequested(owned), ...riding.slice(1))
      .when(collect())
      .then(doorstep.passing, doorstep.completed, doorstep.collected, doorstep.withCode())
  })
  test('pays what is due as the agent says, in the same step', () =>
    given(...owed)
      .when(collect('042137', { taken: { how: 'cash' } }))
      .then(doorstep.passing, doorstep.paid(mondayTen), doorstep.taken(), doorstep.collected, doorstep.withCode()))
  test('has nothing while nobody says how what is due was paid, or it was not', () => {
    given(...owed)
      .when(collect())
      .thenRefused('money_unsaid')
    expect(delivery.decide(collect('042137', { taken: { how: 'not_paid' } }), getState(owed))).toEqual([
      expect.objectContaining({ type: 'ParcelHeld' }),
    ])
  })
  test('has nothing of a parcel that is held, and nothing before it is there', () => {
    given(...waiting, dukani.held())
      .when(collect())
      .thenRefused('parcel_held')
    given(...waiting.slice(0, -1))
      .when(collect())
      .thenRefused('step_not_allowed')
  })
  test('twice has it once', () =>
    given(...waiting, dukani.collected, dukani.withCode())
      .when(collect())
      .then())
  test('has it from the receiving shop alone', () => {
    given(...waiting)
      .when(collect('042137', { by: cbdAgent }))
      .thenRefused('not_allowed')
    given(...waiting)
      .when(collect('042137', { by: kimboAgent }))
      .thenRefused('not_found')
  })
  test('of another of their parcels need show none of this', () =>
    given(...waiting)
      .when(collect('', { code: getCode('555555', undefined, true) }))
      .then(dukani.collected, dukani.withCode()))
  test('leaves nobody to be written down', () => {
    const [row] = getRows(deliveriesView, ...waiting, dukani.collected, dukani.withCode())
    expect(row && offeredTo(thikaAgent, row).nextStep?.step).toBeNull()
  })
})

describe('a wrong code', () => {
  test('is recorded', () =>
    given(...waiting)
      .when(collect('042138'))
      .then(dukani.missed()))
  test('five times locks this code, the right one too', () => {
    given(...waiting, ...misses(4))
      .when(collect())
      .then(dukani.collected, dukani.withCode())
    given(...waiting, ...misses(5))
      .when(collect())
      .thenRefused('collection_code_locked')
  })
  test('of what is locked is recorded all the same: each guess counts', () =>
    given(...waiting, ...misses(5))
      .when(collect('1'))
      .then(dukani.missed()))
  test('is over with a new code', () => {
    const code = getCode('555555', [{ generation: 2, code: '555555' }])
    given(...waiting, ...misses(5), dukani.codeIssued())
      .when(collect('', { code }))
      .then(dukani.collected, dukani.withCode(2))
  })
  test('is none of who derived it for the code before: they derive it again, and nothing is recorded', () => {
    const state = getState([...waiting, dukani.codeIssued()])
    expect(() => delivery.decide(collect(), state)).toThrow(OtherGeneration)
    expect(() => delivery.decide(collect('042138'), state)).toThrow(OtherGeneration)
  })
  test('and a right one in any order: all are counted, and five are heard', () =>
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
  test('follows the one before', () => {
    given(...waiting)
      .when(issue())
      .then(dukani.codeIssued(2))
    given(...waiting, dukani.codeIssued(2))
      .when(issue(minutesLater(1)))
      .then(dukani.codeIssued(3, minutesLater(1)))
  })
  test('of a parcel on its way back says so: it is for the sender', () => {
    const back = [...waiting, dukani.returning(), dukani.back.inTransit, dukani.back.delivered]
    given(...back)
      .when(issue(minutesLater(1)))
      .then(dukani.codeIssued(3, minutesLater(1), { leg: 'back' }))
    given(...back)
      .when({ type: 'RaiseCollectionCode', by: admin, at: mondayTen })
      .then(dukani.codeIssued(3, mondayTen, { by: 'office', leg: 'back' }))
  })
  test('is not asked for twice in a minute, nor a fourth time in a day', () => {
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
  test('is for who waits: not before it is there, nor after it is fetched', () => {
    given(...waiting.slice(0, -1))
      .when(issue())
      .thenRefused('step_not_allowed')
    given(...waiting, dukani.collected)
      .when(issue())
      .thenRefused('step_not_allowed')
    given().when(issue()).thenRefused('not_found')
  })
})
