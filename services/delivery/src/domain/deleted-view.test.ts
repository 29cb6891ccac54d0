import { expect, test } from 'vitest'
import { doorstepRequested, dukaniRequested, getEvents, getRows } from '../testing/parcels.ts'
import { deletedView } from './deleted-view.ts'

const dukani = getEvents('parcelDukani')

test('a deleted parcel is found by its tracking id, and its row names no person', () => {
  const { trackingId } = dukaniRequested().data
  const said = { personId: 'TM-7K3M-Q2XV-90TB:sender', note: 'Booked twice by Wanjiku.' }
  const rows = getRows(
    deletedView,
    dukaniRequested(),
    dukani.deleted('dropping', { trackingId, reason: 'sent_twice', said }),
  )
  expect(rows).toEqual([
    { trackingId, deliveryId: 'd1', deliveryType: 'parcelDukani', cancelled: false, at: expect.any(String) },
  ])
})

test('another parcel of the same payment has its own row', () => {
  const deleted = ['TM-7K3M-Q2XV-90TB', 'TM-0000-0000-0002'].map((trackingId) =>
    dukani.deleted('dropping', { trackingId }),
  )
  expect(getRows(deletedView, ...deleted).map(({ trackingId }) => trackingId)).toEqual([
    'TM-7K3M-Q2XV-90TB',
    'TM-0000-0000-0002',
  ])
})

test('a parcel that is not deleted has no row', () => expect(getRows(deletedView, doorstepRequested())).toEqual([]))
