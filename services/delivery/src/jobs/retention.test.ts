import { EngineAway } from '@tuma/platform/ports'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openRetention } from './retention.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Deps = Parameters<typeof openRetention>[0]

/** With a picker whose retention time is over, in views that are away at first. */
const openWith = (timesAway: number) => {
  let asked = 0
  const due = { personId: 'picker-1', deliveryId: 'delivery-1', at: '2026-01-01T00:00:00.000Z' }
  const find = async () => {
    asked += 1
    if (asked <= timesAway) throw new EngineAway('pickers-v1 is being filled')
    return { documents: asked === timesAway + 1 ? [due] : [], next: null }
  }
  const forgetPickers = vi.fn(async () => {})
  const onFault = vi.fn()
  const deps = {
    streams: { readModel: async () => ({ find }), leaseFor: () => ({ take: async () => true }) },
    forgetting: { forgetPickers, parcelsWith: async () => [], forgetIn: async () => {} },
    photos: { forgetBefore: async () => {} },
    settings: { PICKER_ID_DAYS: 30, PHOTO_DAYS: 30, CONTACT_MONTHS: 24 },
    now: () => '2026-11-23T09:00:00.000Z',
    onFault,
  }
  return { deps: deps as unknown as Deps, due, forgetPickers, onFault }
}

test('the job tries again in seconds while views are being filled, without an alarm', async () => {
  const { deps, due, forgetPickers, onFault } = openWith(2)
  const retention = await openRetention(deps)
  await vi.advanceTimersByTimeAsync(4000)
  expect(forgetPickers).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(forgetPickers).toHaveBeenCalledExactlyOnceWith([due], expect.anything())
  expect(onFault).not.toHaveBeenCalled()
  await retention.close()
})

test('the job stops when it is closed', async () => {
  const { deps, forgetPickers } = openWith(1)
  const retention = await openRetention(deps)
  await retention.close()
  await vi.advanceTimersByTimeAsync(60 * 60_000)
  expect(forgetPickers).not.toHaveBeenCalled()
})
