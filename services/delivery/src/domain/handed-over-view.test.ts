import { expect, test } from 'vitest'
import { dukaniRequested, getEvents, getRows, recorded } from '../testing/parcels.ts'
import { handedOverView } from './handed-over-view.ts'

const dukani = getEvents('parcelDukani')
const day = '2026-11-16'

test('hand-overs are counted by agent and day, with and without the code', () => {
  const [row] = getRows(handedOverView, dukani.withCode(), dukani.withoutCode(), dukani.withoutCode())
  expect(row).toMatchObject({ day, withCode: 1, withoutCode: 2 })
  const ids = recorded('delivery-d1', dukani.withCode(), dukani.withoutCode()).flatMap(handedOverView.getIds)
  expect(new Set(ids)).toEqual(new Set([`${row?.agentId} ${day}`]))
})

test('a wrong code, a new code, and a hand-over without an agent do not count', () => {
  const about = { deliveryId: 'd1', deliveryType: 'parcelDukani' } as const
  const nobodys = { type: 'CollectedWithoutCode', data: { ...about, ownerId: null, agentId: null } } as const
  const others = recorded(
    'delivery-d1',
    dukaniRequested(),
    dukani.missed(),
    dukani.codeIssued(),
    dukani.collected,
    nobodys,
  )
  expect(others.flatMap(handedOverView.getIds)).toEqual([])
  const [row] = getRows(handedOverView, dukani.withCode())
  for (const other of others) expect(handedOverView.project(row ?? null, other, 'agent')).toBe(row)
})
