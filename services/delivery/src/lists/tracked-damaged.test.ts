import { DocumentsDamaged } from '@tuma/platform/ports'
import { expect, test } from 'vitest'
import { openDeliveryLists } from './delivery-lists.ts'

/** Lists over damaged rows alone; without a number over no rows. */
const openWith = (leftOut?: number) => {
  const find = async () => ({ documents: [], next: null, ...(leftOut === undefined ? {} : { leftOut }) })
  return openDeliveryLists({ readModel: (async () => ({ find })) as never }, async () => null)
}
const trackingId = 'TM-7K3M-Q2XV-90TB'

test('a parcel whose row is damaged is not said to be unknown', async () => {
  const { tracked } = await openWith(1)
  await expect(tracked(trackingId)).rejects.toThrow(DocumentsDamaged)
})

test('a parcel that is in no row is unknown', async () => {
  const { tracked } = await openWith()
  expect(await tracked(trackingId)).toBeNull()
})
