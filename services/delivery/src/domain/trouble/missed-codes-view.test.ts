import { expect, test } from 'vitest'
import { dukaniRequested, getEvents, getRows, mondayTen, recorded } from '../../testing/parcels.ts'
import { missedCodesView } from './missed-codes-view.ts'

const dukani = getEvents('parcelDukani')

test('each wrong code at a counter has a row, with the agent who tried it', () => {
  const missed = { deliveryId: 'd1', agentId: 'agent', at: mondayTen }
  expect(getRows(missedCodesView, dukani.missed(), dukani.missed(), dukani.missed())).toEqual([missed, missed, missed])
  expect(recorded('delivery-d1', dukani.missed(), dukani.missed()).flatMap(missedCodesView.getIds)).toEqual([
    'd1 0',
    'd1 1',
  ])
})

test('a right code, or a step without one, has no row', () => {
  const others = recorded(
    'delivery-d1',
    dukaniRequested(),
    dukani.withCode(),
    dukani.withoutCode(),
    dukani.codeIssued(),
  )
  expect(others.flatMap(missedCodesView.getIds)).toEqual([])
  const [row] = getRows(missedCodesView, dukani.missed())
  for (const other of others) expect(missedCodesView.project(row ?? null, other, 'd1 0')).toBe(row)
})
