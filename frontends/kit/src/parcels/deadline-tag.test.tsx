// @vitest-environment jsdom

import { screen } from '@testing-library/react'
import { contract, type Delivery } from '@tuma/contracts/api'
import { api, chooseLanguage, useQuery } from '@tuma/kit/runtime'
import { fakeApi, people, renderScreen, sampleDelivery } from '@tuma/kit/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { DeadlineTag } from './deadline-tag.tsx'

const requestedAt = Date.parse('2026-11-21T08:00:00.000Z')
const minute = 60_000
const after = (ms: number) => new Date(requestedAt + ms).toISOString()
const dueAt = after(90 * minute)

const Rows = () =>
  useQuery(api.counter.toDo.queryOptions({ input: {} })).data?.map((row) => (
    <p key={row._id}>
      <DeadlineTag parcel={row} />
    </p>
  ))

/** One row, as the server answers it so long after its request. */
const show = (parcel: Partial<Delivery>, answeredAfterMs: number) => {
  const row = sampleDelivery(1, { pricingTier: 'express', ...parcel })
  fakeApi().answer(contract.counter.toDo, [row], { 'x-server-time': after(answeredAfterMs) })
  return renderScreen(<Rows />, { as: people.agent })
}
const tag = async () => {
  await expect.poll(() => document.querySelector('.parcel-deadline')).toBeTruthy()
  return document.querySelector<HTMLElement>('.parcel-deadline') as HTMLElement
}
/** No time passes but what a test lets pass. */
beforeEach(
  () => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance', 'Date'], now: requestedAt }),
)
afterEach(() => void vi.useRealTimers())

describe('express of 90 minutes', () => {
  test.each([
    ['at its request', 0, 'Express · 90 min left', undefined],
    ['20 minutes before', 70 * minute, 'Express · 20 min left', undefined],
    ['after 89:59', 89 * minute + 59_000, 'Express · due now', undefined],
    ['after 90:00', 90 * minute, 'Express · due now', undefined],
    ['after 90:01', 90 * minute + 1_000, 'Express · 1 min late', 'true'],
    ['35 minutes later', 125 * minute, 'Express · 35 min late', 'true'],
  ])('says so %s', async (_, answeredAfterMs, words, late) => {
    show({ dueAt }, answeredAfterMs)
    const shown = await tag()
    expect([shown.textContent, shown.dataset.late]).toEqual([words, late])
  })
  test('in Swahili', async () => {
    show({ dueAt }, 125 * minute)
    await tag()
    chooseLanguage('sw')
    await expect.poll(async () => (await tag()).textContent).toBe('Haraka · imepita dk 35')
  })
})

test('without a deadline it says the tier alone, and of a parcel to a shop nothing', async () => {
  show({ dueAt: undefined }, 0)
  expect((await tag()).textContent).toBe('Express')
})
test('a parcel to a shop has none', async () => {
  const { container } = show({ pricingTier: null, deliveryType: 'parcelDukani' }, 0)
  await expect.poll(() => document.querySelector('p')).toBeTruthy()
  expect(container.querySelector('.parcel-deadline')).toBeNull()
})

test('a minute later it says so without asking again, and whatever the phone’s clock is set to', async () => {
  show({ dueAt }, 88 * minute)
  expect((await tag()).textContent).toBe('Express · 2 min left')
  vi.setSystemTime('2031-01-01T00:00:00.000Z')
  vi.advanceTimersByTime(minute)
  await screen.findByText('1 min left')
  vi.advanceTimersByTime(minute)
  await screen.findByText('due now')
  vi.advanceTimersByTime(minute)
  await screen.findByText('1 min late')
  expect((await tag()).dataset.late).toBe('true')
  expect(fakeApi().received(contract.counter.toDo)).toHaveLength(1)
})
