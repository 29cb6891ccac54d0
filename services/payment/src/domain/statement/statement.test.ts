import { toSpecification } from '@tuma/platform/testing'
import { describe, expect, test } from 'vitest'
import {
  type KeptRow,
  type KindRuling,
  type PageEvent,
  page,
  pageStream,
  type StatementEvent,
  statement,
  statementStream,
  type Whole,
} from './statement.ts'

const at = '2026-11-24T06:35:00.000Z'
const later = '2026-11-24T07:35:00.000Z'
const whole: Whole = {
  ...{ pageIds: ['p1', 'p2'], rows: 3, from: '2026-11-01T06:00:00.000Z', to: '2026-11-23T06:00:00.000Z' },
  ...{ shortCode: '600100', account: null, proposal: null, opening: 0, closing: 375_000, gaps: [], gapsInAll: 0 },
  ...{ openings: [], unknownKinds: [] },
}
const reading = { type: 'ReadStatement', ...whole, at } as const
const read: StatementEvent = { type: 'StatementRead', data: { ...whole, at } }
const told = { confirmed: true, shortCode: null, rulings: [], at }
const committed: StatementEvent = { type: 'StatementCommitted', data: told }
const pageApplied = (pages: number): StatementEvent => ({ type: 'StatementPageApplied', data: { pages, at } })
const applied: StatementEvent = { type: 'StatementApplied', data: { at } }

const commit = { type: 'CommitStatement', ...told } as const
const ruling: KindRuling = { kindId: 'k1', as: 'overdraft', since: at }
const applyPage = (pages: number) => ({ type: 'ApplyPage', pages, at }) as const
const end = { type: 'EndStatement', at } as const

const { given } = toSpecification(statement)
const after = (...events: StatementEvent[]) => events.reduce(statement.evolve, null)

describe('a statement', () => {
  test('is read once, also when the same file is uploaded again', () => {
    given().when(reading).then(read)
    given(read)
      .when({ ...reading, at: later })
      .then()
    given(read, committed, applied).when(reading).then()
  })
  test('is read again when it is uploaded after the day of its newest row, once, in every state', () => {
    const sameDay = { ...reading, at: '2026-11-23T20:59:59.999Z' }
    const midnight = '2026-11-23T21:00:00.000Z'
    const readThen: StatementEvent = { type: 'StatementRead', data: { ...whole, at: '2026-11-23T08:00:00.000Z' } }
    const readAgain: StatementEvent = { type: 'StatementRead', data: { ...whole, at: midnight } }
    given(readThen).when(sameDay).then()
    for (const before of [[readThen], [readThen, committed], [readThen, committed, pageApplied(2), applied]]) {
      given(...before)
        .when({ ...reading, at: midnight })
        .then(readAgain)
      given(...before, readAgain)
        .when(reading)
        .then()
      const state = after(...before)
      expect(after(...before, readAgain)).toEqual({ ...state, readAt: midnight })
    }
  })
  test('is committed once by an admin, who may say that it is ours', () => {
    given(read).when(commit).then(committed)
    given(read)
      .when({ ...commit, confirmed: false })
      .then({ type: 'StatementCommitted', data: { ...told, confirmed: false } })
    given(read, committed).when(commit).then()
    given(read, committed, applied).when(commit).then()
  })
  test('is committed again, from its beginning, once an admin has decided more about a kind of its rows', () => {
    const again = { ...commit, confirmed: false, rulings: [ruling] }
    const committedAgain: StatementEvent = {
      type: 'StatementCommitted',
      data: { ...told, confirmed: false, rulings: [ruling] },
    }
    given(read, committed, pageApplied(2), applied).when(again).then(committedAgain)
    given(read, committedAgain, applied).when(again).then()
    given(read, committedAgain, applied).when(commit).then()
    given(read, committed).when(again).then()
    expect(after(read, committed, pageApplied(2), applied, committedAgain)).toMatchObject({
      ...{ state: 'committed', applied: 0, rulings: [ruling] },
    })
  })
  test('has the short code in its file’s name once an admin has confirmed it', () => {
    const proposal = { shortCode: '555123', from: '2026-11-01', to: '2026-11-23' }
    const named: StatementEvent = {
      type: 'StatementRead',
      data: { ...read.data, shortCode: null, proposal, at } as never,
    }
    const confirmed: StatementEvent = { type: 'StatementCommitted', data: { ...told, shortCode: '555123' } }
    expect(after(named)?.shortCode).toBeNull()
    given(named)
      .when({ ...commit, shortCode: '555123' })
      .then(confirmed)
    expect(after(named, confirmed)?.shortCode).toBe('555123')
    expect(after(named, committed)?.shortCode).toBeNull()
  })
  test('takes another proposal while it is not committed', () => {
    const proposal = { shortCode: '555123', from: null, to: null }
    const renamed = { ...whole, proposal, at: later }
    given(read)
      .when({ type: 'ReadStatement', ...renamed })
      .then({ type: 'StatementRead', data: renamed })
    given({ type: 'StatementRead', data: renamed })
      .when({ type: 'ReadStatement', ...renamed })
      .then()
    given({ type: 'StatementRead', data: renamed }).when(reading).then()
    given(read, committed)
      .when({ type: 'ReadStatement', ...renamed })
      .then()
  })
  test('is imported page by page, each once and none backwards', () => {
    given(read, committed).when(applyPage(1)).then(pageApplied(1))
    given(read, committed, pageApplied(1)).when(applyPage(2)).then(pageApplied(2))
    given(read, committed, pageApplied(2)).when(applyPage(2)).then()
    given(read, committed, pageApplied(2)).when(applyPage(1)).then()
    given(read, committed).when(applyPage(0)).then()
  })
  test('is completed once', () => {
    given(read, committed, pageApplied(2)).when(end).then(applied)
    given(read, committed, applied).when(end).then()
  })
  test('is not imported before an admin has committed it', () => {
    given(read).when(applyPage(1)).then()
    given(read).when(end).then()
    given(read, committed, applied).when(applyPage(3)).then()
  })
  test('that was not read can be neither committed nor imported', () => {
    for (const command of [commit, applyPage(1), end]) given().when(command).thenRefused('not_found')
    for (const event of [committed, pageApplied(1), applied]) expect(after(event)).toBeNull()
  })
  test('knows the figures of its file, when it was read, and how far its import is', () => {
    expect(after(read)).toEqual({ ...whole, state: 'read', readAt: at, applied: 0, rulings: [] })
    expect(after(read, committed)).toEqual({ ...whole, state: 'committed', readAt: at, applied: 0, rulings: [] })
    expect(after(read, committed, pageApplied(2))).toMatchObject({ state: 'committed', applied: 2, rows: 3 })
    expect(after(read, committed, pageApplied(2), applied)).toEqual({
      ...{ ...whole, state: 'applied', readAt: at, applied: 2, rulings: [] },
    })
  })
})

test('rows of a file are kept once', () => {
  const row: KeptRow = {
    ...{
      receipt: 'UKN6H7T3GA',
      kind: 'payment',
      name: null,
      isCharge: false,
      cents: 125_000,
      at,
      balance: 375_000,
      linked: null,
    },
    ...{ payerNames: ['n1'], payerPhoneEnd: 'e1' },
  }
  const kept: PageEvent = { type: 'StatementPageKept', data: { rows: [row], at } }
  const pages = toSpecification(page)
  pages
    .given()
    .when({ type: 'KeepPage', rows: [row], at })
    .then(kept)
  pages
    .given(kept)
    .when({ type: 'KeepPage', rows: [row], at: later })
    .then()
})

test('statements and their pages are in separate streams', () => {
  expect([statementStream('abc'), pageStream('abc')]).toEqual(['statement-abc', 'page-abc'])
})
