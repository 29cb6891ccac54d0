// @vitest-environment jsdom

import { screen, waitFor, within } from '@testing-library/react'
import { type CashHandOver, contract } from '@tuma/contracts/api'
import { fakeApi, people, renderScreen } from '@tuma/kit/testing'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { Cash } from './screen.tsx'

const { drawer, handOvers, handOver } = contract.cash
const at = '2026-11-23T09:00:00.000Z'
const show = () => renderScreen(<Cash />, { as: people.agent, path: '/Agent/cash', at: '/Agent/cash' })
const parcel = { id: 'd1', trackingId: 'TM-0000-0000-0001', deliveryType: 'doorstep' as const }
const handed: CashHandOver = {
  ...{ _id: 'h1', declared: 1300_00, cents: 1350_00, counted: null, parcels: 1, at, receivedAt: null, reason: null },
}

beforeEach(() => {
  fakeApi()
    .answer(drawer, {
      cents: 1350_00,
      awaiting: 350_00,
      since: at,
      parcels: [{ parcel, cents: 1350_00, awaiting: false, at }],
    })
    .answer(handOvers, [])
    .answer(handOver, handed)
})

test('the screen shows the agent’s cash, the parcels it came from, and what M-Pesa has not confirmed', async () => {
  show()
  await screen.findByText('TM-0000-0000-0001')
  screen.getByText('Ksh 350 was paid to the till. You answer for it until M-Pesa confirms.')
})

test('a till payment leaves the open screen by itself once M-Pesa has confirmed it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const inTill = { cents: 0, awaiting: 350_00, since: null, parcels: [{ parcel, cents: 350_00, awaiting: true, at }] }
  fakeApi().answer(drawer, inTill)
  show()
  await screen.findByText('Till, waiting for M-Pesa')
  fakeApi().answer(drawer, { cents: 0, awaiting: 0, since: null, parcels: [] })
  await vi.advanceTimersByTimeAsync(5000)
  await screen.findByText('You have no cash to hand over.')
})

test('a missing sum is named in the question before the cash is handed over', async () => {
  const { person } = show()
  await person.type(await screen.findByLabelText(/Counted/), '1300')
  await person.click(screen.getByRole('radio', { name: 'The rest is missing' }))
  const answer = async (name: string) => {
    await person.click(screen.getByRole('button', { name: 'Hand over' }))
    const question = await screen.findByRole('alertdialog', { name: 'Hand over Ksh 1,300?' })
    within(question).getByText('Ksh 50 is missing. You must explain it to the office.')
    await person.click(within(question).getByRole('button', { name }))
  }
  await answer('Cancel')
  expect(fakeApi().received(handOver)).toEqual([])
  await answer('Hand over')
  await expect
    .poll(() => fakeApi().received(handOver)[0]?.input)
    .toEqual({
      ...{ amount: 1300, rest: 'missing', inDrawer: 1350_00 },
    })
  await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>(/Counted/).value).toBe(''))
})

test('cash that arrives during the count is not called missing: the typed sum stays, and the new amount is shown', async () => {
  const { person } = show()
  await person.type(await screen.findByLabelText(/Counted/), '1300')
  await person.click(screen.getByRole('radio', { name: 'The rest is missing' }))
  await person.click(screen.getByRole('button', { name: 'Hand over' }))
  const question = await screen.findByRole('alertdialog', { name: 'Hand over Ksh 1,300?' })
  fakeApi().answer(drawer, { cents: 1850_00, awaiting: 0, since: at, parcels: [] }).refuse(handOver, 'drawer_changed')
  await person.click(within(question).getByRole('button', { name: 'Hand over' }))
  await screen.findByText('The amount of cash has changed. Please look again.')
  await screen.findByText('Ksh 1,850')
  expect(fakeApi().received(handOver)[0]?.input).toMatchObject({ inDrawer: 1350_00 })
  expect(screen.getByLabelText<HTMLInputElement>(/Counted/).value).toBe('1300')
})

test('no cash is handed over before it is counted', async () => {
  const { person } = show()
  await person.click(await screen.findByRole('button', { name: 'Hand over' }))
  await screen.findByText('Please count the cash first.')
  expect(fakeApi().received(handOver)).toEqual([])
})

test('an agent without cash has nothing to hand over', async () => {
  fakeApi().answer(drawer, { cents: 0, awaiting: 0, since: null, parcels: [] })
  show()
  await screen.findByText('You have no cash to hand over.')
  expect(screen.queryByRole('button', { name: 'Hand over' })).toBeNull()
})

test('a hand-over shows what the office counted, the difference and the reason', async () => {
  fakeApi().answer(handOvers, [{ ...handed, counted: 1300_00, reason: 'A note was torn', receivedAt: at }])
  show()
  await screen.findByText('Ksh 50 short')
  screen.getByText('The office wrote: “A note was torn”')
})

test('damaged hand-overs that are not shown are counted', async () => {
  fakeApi().answer(handOvers, [], { 'x-left-out': '1' })
  show()
  await screen.findByText('1 row can’t be shown now. Everything is saved. Look again in a few minutes.')
})
