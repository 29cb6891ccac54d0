import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import { recorded } from '../../testing/parcels.ts'
import type { ErasureEvent } from './erasure.ts'
import {
  type ForgottenRow,
  forgottenView,
  isForgotten,
  type KnownPeopleEvent,
  knownPeople,
  knownPeopleStream,
} from './known-people.ts'

const { given } = toSpecification(knownPeople)
const [monday, tuesday] = ['2026-11-16T06:00:00.000Z', '2026-11-17T06:00:00.000Z']
const about = { accountId: 'a1' }
const otieno: KnownPeopleEvent = { type: 'PersonForgotten', data: { ...about, personId: 'otieno', at: monday } }
const everybody: KnownPeopleEvent = { type: 'PeopleForgotten', data: { ...about, at: tuesday } }

const after = (...events: (KnownPeopleEvent | ErasureEvent)[]): ForgottenRow | null =>
  recorded('people-a1', ...events).reduce<ForgottenRow | null>(
    (row, event) => forgottenView.project(row, event, 'a1'),
    null,
  )

describe('people to whom an account has sent', () => {
  test('are forgotten one by one, without a name and without a phone', () =>
    given()
      .when({ type: 'ForgetPeople', ...about, personId: 'otieno', at: monday })
      .then(otieno))
  test('are forgotten all at once', () =>
    given(otieno)
      .when({ type: 'ForgetPeople', ...about, personId: null, at: tuesday })
      .then(everybody))
})

describe('a forgotten person', () => {
  test('stays forgotten for earlier parcels, and is suggested again after a later one', () => {
    const row = after(otieno)
    expect(isForgotten(row, 'otieno', monday)).toBe(true)
    expect(isForgotten(row, 'otieno', tuesday)).toBe(false)
    expect(isForgotten(row, 'achieng', monday)).toBe(false)
    expect(isForgotten(null, 'otieno', monday)).toBe(false)
  })
  test('is covered by one row when everyone is forgotten', () => {
    const row = after(otieno, everybody)
    expect(row).toEqual({ ...about, everybodyAt: tuesday, people: [], forgottenAt: tuesday })
    expect(isForgotten(row, 'achieng', tuesday)).toBe(true)
    expect(isForgotten(row, 'achieng', '2026-11-17T06:00:00.001Z')).toBe(false)
  })
  test('is listed once, even if forgotten several times', () => {
    const again: KnownPeopleEvent = { ...otieno, data: { ...otieno.data, at: tuesday } } as KnownPeopleEvent
    expect(after(otieno, again)?.people).toEqual([{ personId: 'otieno', at: tuesday }])
  })
  test('is listed beside those forgotten before, and after everyone was forgotten', () => {
    const achieng: KnownPeopleEvent = { ...otieno, data: { ...otieno.data, personId: 'achieng' } } as KnownPeopleEvent
    expect(after(otieno, achieng)?.people.map(({ personId }) => personId)).toEqual(['otieno', 'achieng'])
    expect(after(everybody, achieng)).toMatchObject({ everybodyAt: tuesday, people: [{ personId: 'achieng' }] })
  })
  test('is forgotten from their own moment on', () => {
    const row = { ...about, everybodyAt: null, people: [{ personId: 'otieno', at: monday }], forgottenAt: monday }
    expect(isForgotten(row, 'otieno', '')).toBe(true)
    expect(isForgotten(row, 'achieng', '')).toBe(false)
    expect(isForgotten({ ...row, people: [] }, 'otieno', monday)).toBe(false)
  })
  test('has one row an account, in the account’s stream', () => {
    const [event] = recorded('people-a1', otieno)
    expect(event && forgottenView.getIds(event)).toEqual(['a1'])
    expect(knownPeopleStream('a1')).toBe('people-a1')
  })
  test('is no longer listed once the account is erased', () => {
    const due: ErasureEvent = { type: 'ErasureDue', data: { ...about, dueBy: tuesday } }
    expect(after(otieno, due)).toEqual(after(otieno))
    const ended: ErasureEvent = { type: 'AccountParcelsEnded', data: { ...about, paymentIds: [] } }
    expect(after(otieno, due, ended)).toBeNull()
  })
})
