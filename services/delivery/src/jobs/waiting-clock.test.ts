import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { WaitingRow } from '../domain/trouble/waiting-view.ts'
import { openWaitingClock } from './waiting-clock.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

type Deps = Parameters<typeof openWaitingClock>[0]

const minuteMs = 60_000
/** That day of the wait, at that time in Nairobi; the parcels arrived on Monday the 16th. */
const day = (count: number, time = '09:00'): string =>
  new Date(Date.parse(`2026-11-16T${time}:00+03:00`) + count * 1440 * minuteMs).toISOString()

const parcel: WaitingRow = {
  ...{ deliveryId: 'd1', since: day(0), quietSince: day(0), until: '2026-11-26' },
  ...{ reminded: 0, asked: false, times: 0, held: false },
}

/** What its clock would have recorded at each look, because nothing is stored here. */
const openWith = (rows: readonly WaitingRow[], begins: string) => {
  let [wall, passed] = [Date.parse(begins), 0]
  let hasLease = true
  const told: { stream: string; commandId: string }[] = []
  const find = async ({ between }: { between: { to: string } }) => ({
    documents: rows.filter(({ quietSince }) => quietSince <= between.to),
    next: null,
  })
  const handle = async (stream: string, { type }: { type: string }, { commandId }: { commandId: string }) => {
    expect(type).toBe('TendWait')
    told.push({ stream, commandId })
  }
  const onFault = vi.fn()
  const deps = {
    streams: {
      readModel: async () => ({ find }),
      createRecorder: () => handle,
      leaseFor: () => ({ take: async () => hasLease }),
    },
    settings: { WAIT_REMIND_DAYS: '2,4', WAIT_ASK_DAY: 7, WAIT_BACK_DAY: 10, WAIT_LONGER_DAYS: 7 },
    now: () => new Date(wall).toISOString(),
    passed: () => passed,
    onFault,
  }
  return {
    told,
    onFault,
    open: () => openWaitingClock(deps as unknown as Deps),
    /** Passes the time to the next look, on the wall clock and on the timer. */
    async pass(ms: number, elsewhere = ms) {
      wall += ms
      passed += elsewhere
      await vi.advanceTimersByTimeAsync(minuteMs)
    },
    loseLease: () => {
      hasLease = false
    },
  }
}

test('a parcel is handled at nine on its day, and at a start', async () => {
  const deps = openWith([parcel], day(2, '08:58'))
  const clock = await deps.open()
  await deps.pass(minuteMs)
  expect(deps.told).toEqual([])
  await deps.pass(minuteMs)
  expect(deps.told).toMatchObject([{ stream: 'delivery-d1' }])
  await clock.close()
  const later = openWith([parcel], day(5, '11:00'))
  const another = await later.open()
  await vi.advanceTimersByTimeAsync(0)
  expect(later.told).toHaveLength(1)
  await another.close()
})

test('a repeated action has the same command id: by parcel, arrival, rule and day', async () => {
  const deps = openWith([parcel], day(2))
  const clock = await deps.open()
  await deps.pass(minuteMs)
  expect(new Set(deps.told.map(({ commandId }) => commandId)).size).toBe(1)
  expect(deps.told.length).toBeGreaterThan(1)
  await clock.close()
  const others = [
    { ...parcel, deliveryId: 'd2' },
    { ...parcel, reminded: 2 },
    { ...parcel, reminded: 4, quietSince: day(1), asked: true, until: '2026-11-20' },
    { ...parcel, since: day(-1), quietSince: day(-1) },
  ]
  const elsewhere = openWith(others, day(4))
  const other = await elsewhere.open()
  await vi.advanceTimersByTimeAsync(0)
  const ids = [...deps.told, ...elsewhere.told].map(({ commandId }) => commandId)
  expect(new Set(ids).size).toBe(5)
  await other.close()
})

test.each(['18:00', '23:00', '07:59'])('no messages are sent at night: %s', async (time) => {
  const deps = openWith([parcel], day(5, time))
  const clock = await deps.open()
  await vi.advanceTimersByTimeAsync(0)
  expect(deps.told).toEqual([])
  await clock.close()
})

test('a held parcel, or one whose last action was too recent, is left alone', async () => {
  const deps = openWith(
    [
      { ...parcel, held: true },
      { ...parcel, reminded: 4, quietSince: day(4) },
    ],
    day(5),
  )
  const clock = await deps.open()
  await vi.advanceTimersByTimeAsync(0)
  expect(deps.told).toEqual([])
  await clock.close()
})

test.each([
  ['forwards', 9 * 1440 * minuteMs, minuteMs],
  ['back and forwards', -11 * minuteMs, minuteMs],
])('a wall clock that jumps %s is not trusted until two looks agree', async (_which, ms, elsewhere) => {
  const deps = openWith([parcel], day(2, '12:00'))
  const clock = await deps.open()
  await vi.advanceTimersByTimeAsync(0)
  const before = deps.told.length
  await deps.pass(ms, elsewhere)
  expect(deps.told).toHaveLength(before)
  await deps.pass(minuteMs)
  expect(deps.told).toHaveLength(before + 1)
  await clock.close()
})

test('a wall clock that is corrected by minutes is trusted', async () => {
  const deps = openWith([parcel], day(2, '12:00'))
  const clock = await deps.open()
  await vi.advanceTimersByTimeAsync(0)
  await deps.pass(9 * minuteMs, minuteMs)
  expect(deps.told).toHaveLength(2)
  await clock.close()
})

test('a replica without the lease handles no parcel', async () => {
  const deps = openWith([parcel], day(2))
  deps.loseLease()
  const clock = await deps.open()
  await deps.pass(minuteMs)
  expect(deps.told).toEqual([])
  expect(deps.onFault).not.toHaveBeenCalled()
  await clock.close()
})
