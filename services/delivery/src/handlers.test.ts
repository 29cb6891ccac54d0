import type { deliveryContract } from '@tuma/contracts/services'
import { EngineAway } from '@tuma/platform/ports'
import { callInProcess } from '@tuma/platform/runtime'
import { expect, test } from 'vitest'
import type { Dependencies } from './dependencies.ts'
import { deliveriesView } from './domain/delivery-views.ts'
import { deliveryRouter } from './handlers.ts'
import { dukaniRequested, rowsOf } from './testing/parcels.ts'

/** A delivery that stands in the read models once they have caught up, and in its stream from then on, too. */
const opened = (catchesUp: boolean) => {
  const [row] = rowsOf(deliveriesView, dukaniRequested({ ownerId: 'wanjiku' }))
  let readable = false
  const caughtUp = async () => {
    readable = catchesUp
    return catchesUp
  }
  const lists = { get: async () => (readable ? row : null) }
  const dependencies = {
    streams: { caughtUp, read: async () => [], handlerOf: () => null },
    lists,
  } as unknown as Dependencies
  return callInProcess<typeof deliveryContract>(deliveryRouter(dependencies), () => undefined)
}
const asked = { deliveryId: 'd1', viewers: [{ userId: 'wanjiku', role: 'user' as const, shop: null }] }

test('whom a change concerns is said when it can be read, not before', async () => {
  expect(await opened(true).concernedAmong(asked)).toEqual({ concerned: [true] })
})

test('while it can’t be read, nobody is said to be concerned or not', async () => {
  await expect(opened(false).concernedAmong(asked)).rejects.toThrow(EngineAway)
})
