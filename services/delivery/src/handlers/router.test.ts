import { type deliveryContract, deliveryRecord } from '@tuma/contracts/services'
import { refusal } from '@tuma/platform/event-sourcing'
import { EngineAway } from '@tuma/platform/ports'
import { callInProcess, readSettings } from '@tuma/platform/runtime'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import type { Dependencies } from '../dependencies.ts'
import type { DeliveryDeleted, DeliveryEvent } from '../domain/delivery.ts'
import { deliveriesView } from '../domain/delivery-views.ts'
import { deliverySettings } from '../settings.ts'
import { dukaniRequested, getEvents, getRows, recorded } from '../testing/parcels.ts'
import { deliveryRouter } from './router.ts'

/** A delivery that the read models show once they have caught up; its stream can be read from then on, too. */
const opened = (catchesUp: boolean, past: readonly object[] = []) => {
  const behindForMs = catchesUp ? 4000 : 60_000
  const [row] = getRows(deliveriesView, dukaniRequested({ ownerId: 'wanjiku' }))
  let readable = false
  const caughtUp = async ({ patienceMs }: { patienceMs: number }) => {
    readable = patienceMs >= behindForMs
    return readable
  }
  const read = vi.fn(async () => past)
  const about = () => Promise.reject(new EngineAway('the locations are being filled'))
  const lists = { get: async () => (readable ? row : null) }
  const dependencies = {
    streams: { projector: { caughtUp }, read, getHandler: () => null, createRecorder: () => null },
    lists,
    listening: [],
    network: { about },
    guards: { of: () => null },
    settings: readSettings(deliverySettings, {}),
    environment: { now: () => '2026-11-16T08:00:00.000Z' },
  } as unknown as Dependencies
  return Object.assign(
    callInProcess<typeof deliveryContract>(deliveryRouter(dependencies), () => undefined),
    { read },
  )
}
const asked = { deliveryId: 'd1', viewers: [{ userId: 'wanjiku', role: 'user' as const, shop: null }] }

test('the people of a parcel are named once the read model shows it, also while another replica takes it over', async () => {
  expect(await opened(true).concernedAmong(asked)).toEqual({ concerned: [true] })
})

test('a delivery is returned as its record, without the keys of lists', async () => {
  const delivery = opened(true)
  await delivery.concernedAmong(asked)
  const answered = await delivery.get({ viewer: { kind: 'system', name: 'test' }, deliveryId: 'd1' })
  const { paymentId, ...record } = answered ?? {}
  expect(z.parse(deliveryRecord, record)).toEqual(record)
  expect(paymentId).toBe('payment-1')
  expect(answered).toMatchObject({ trackingId: 'TM-7K3M-Q2XV-90TB', ownerId: 'wanjiku' })
})

test('parcels have the tracking ids that people know, and a missing parcel is left out', async () => {
  const delivery = opened(true)
  expect(await delivery.named({ deliveryIds: ['d1'] })).toEqual([])
  await delivery.concernedAmong(asked)
  const [called] = await delivery.named({ deliveryIds: ['d1'] })
  expect(called).toEqual({
    deliveryId: expect.any(String),
    deliveryType: 'parcelDukani',
    trackingId: 'TM-7K3M-Q2XV-90TB',
  })
})

test('a statement tells an account of its own parcels only', async () => {
  const delivery = opened(true)
  await delivery.concernedAmong(asked)
  const deliveryIds = ['d1']
  const [own] = await delivery.ofStatement({ ownerId: 'wanjiku', deliveryIds })
  expect(own).toMatchObject({ trackingId: 'TM-7K3M-Q2XV-90TB', deliveryType: 'parcelDukani', receiver: 'Otieno Ouma' })
  expect(await delivery.ofStatement({ ownerId: 'kamau', deliveryIds })).toEqual([])
})

test('while the read model is behind, the people of a parcel are unknown', async () => {
  await expect(opened(false).concernedAmong(asked)).rejects.toThrow(EngineAway)
})

test('the parties of a delivery are known as soon as it is recorded, even if lists are behind', async () => {
  const parties = await opened(false, recorded('delivery-d1', dukaniRequested())).parties({ deliveryId: 'd1' })
  expect(parties).toMatchObject({
    ...{ trackingId: 'TM-7K3M-Q2XV-90TB', handled: false },
    sender: { name: 'Wanjiku Kamau' },
  })
})

test('messages depend on the sender, the payment, and the holds', async () => {
  const dukani = getEvents('parcelDukani')
  const told = async (...past: DeliveryEvent[]) => {
    const { knownSender, paid, held } =
      (await opened(false, recorded('delivery-d1', ...past)).parties({ deliveryId: 'd1' })) ?? {}
    return { knownSender, paid, held }
  }
  const unproven = dukaniRequested({ held: { sender: 'not-handed-in', receiver: 'not-handed-in' } })
  expect(await told(unproven)).toEqual({ knownSender: false, paid: undefined, held: undefined })
  expect(await told(dukaniRequested(), dukani.paid())).toEqual({ knownSender: true, paid: 250, held: undefined })
  expect(await told(dukaniRequested(), dukani.paid(), dukani.held(['damaged']))).toMatchObject({
    paid: 250,
    held: true,
  })
  expect(await told(dukaniRequested(), dukani.paid(), dukani.held())).toMatchObject({ paid: undefined, held: true })
})

test('a deleted delivery has no parties', async () => {
  const past = recorded<DeliveryEvent>('delivery-d1', dukaniRequested(), {
    type: 'DeliveryDeleted',
    data: {},
  } as DeliveryDeleted)
  expect(await opened(true, past).parties({ deliveryId: 'd1' })).toBeNull()
})

test('parties follow the newest event, even if the row is behind', async () => {
  const dukani = getEvents('parcelDukani')
  const past = recorded('delivery-d1', dukaniRequested(), dukani.paid(), dukani.held(['damaged']))
  const delivery = opened(true, past)
  await delivery.concernedAmong(asked)
  expect(await delivery.parties({ deliveryId: 'd1' })).toMatchObject({ paid: 250, held: true })
})

test('the parties of a delivery with a damaged stream come from its row', async () => {
  const delivery = opened(true)
  delivery.read.mockRejectedValue(refusal('damaged'))
  await delivery.concernedAmong(asked)
  expect(await delivery.parties({ deliveryId: 'd1' })).toMatchObject({ sender: { name: 'Wanjiku Kamau' } })
})
