// @vitest-environment jsdom

import { screen, waitFor, within } from '@testing-library/react'
import { type CashHandOver, contract } from '@tuma/contracts/api'
import { fakeApi, people, renderScreen } from '@tuma/kit/testing'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { Cash } from './screen.tsx'

const { drawer, handOvers, handOver, offers, payIns } = contract.cash
const at = '2026-11-23T09:00:00.000Z'
const show = () => renderScreen(<Cash />, { as: people.agent, path: '/Agent/cash', at: '/Agent/cash' })
const parcel = { id: 'd1', trackingId: 'TM-0000-0000-0001', deliveryType: 'doorstep' as const }
const handed: CashHandOver = {
  ...{ _id: 'h1', declared: 1300_00, cents: 1350_00, counted: null, parcels: 1, at, receivedAt: null, reason: null },
  ...{ way: 'office', reversedAt: null },
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
    .answer(offers, { toYou: [], yours: null, past: [], colleagues: [] })
    .answer(payIns, [])
    .answerRaw(contract.locations.contact, { prompts: true, till: { name: 'TUMA PARCELS', number: '123456' } })
})

test('the screen shows the agent’s cash, the parcels it came from, and what M-Pesa has not confirmed', async () => {
  const { person } = show()
  await screen.findByText('Ksh 350 was paid to the till. You answer for it until M-Pesa confirms.')
  await person.click(screen.getByText('From 1 parcel'))
  await screen.findByText('TM-0000-0000-0001')
})

test('the parcels are folded away, however many there are', async () => {
  const parcels = Array.from({ length: 164 }, (_, n) => ({
    ...{ parcel: { ...parcel, id: `d${n}`, trackingId: `TM-${n}` }, cents: 100_00, awaiting: false, at },
  }))
  fakeApi().answer(drawer, { cents: 164 * 100_00, awaiting: 0, since: at, parcels })
  show()
  await screen.findByText('From 164 parcels')
  expect(screen.queryByText('TM-0')).toBeNull()
})

test('more cash than should be kept should be paid in', async () => {
  const tooMuch = { cents: 20_250_00, awaiting: 0, since: at, parcels: [] }
  fakeApi().answer(drawer, { ...tooMuch, tooFull: true })
  show()
  await screen.findByText('This is a lot of cash to keep. Pay it in, or hand it over.')
})

test('a till payment leaves the open screen by itself once M-Pesa has confirmed it', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const inTill = { cents: 0, awaiting: 350_00, since: null, parcels: [{ parcel, cents: 350_00, awaiting: true, at }] }
  fakeApi().answer(drawer, inTill)
  show()
  await screen.findByText('Ksh 350 was paid to the till. You answer for it until M-Pesa confirms.')
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

test('what happens with the rest is asked only where there is one', async () => {
  const { person } = show()
  await person.type(await screen.findByLabelText(/Counted/), '135')
  screen.getByRole('radio', { name: 'The rest stays with me' })
  await person.type(screen.getByLabelText(/Counted/), '0')
  expect(screen.queryByRole('radio')).toBeNull()
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

test('an agent who gave back own money reads how much, and has nothing to hand over', async () => {
  fakeApi().answer(drawer, { cents: -150_00, awaiting: 0, since: at, parcels: [] })
  show()
  await screen.findByText(/^You gave a customer Ksh 150 of your own money back\./)
  screen.getByText('Ksh 0')
  expect(screen.queryByRole('button', { name: 'Hand over' })).toBeNull()
})

test('a hand-over shows what the office counted, the difference and the reason', async () => {
  fakeApi().answer(handOvers, [{ ...handed, counted: 1300_00, reason: 'A note was torn', receivedAt: at }])
  show()
  await screen.findByText('Ksh 50 short')
  screen.getByText('The office wrote: “A note was torn”')
})

test('the history has both ways of cash, the newest first, and what each side counted', async () => {
  const passed = { _id: 'o1', name: 'Amina Yusuf', cents: 500_00, counted: 450_00, given: true }
  const past = [
    { ...passed, at: '2026-11-23T10:00:00.000Z' },
    { ...passed, _id: 'o2', name: null, given: false, at: '2026-11-23T08:00:00.000Z' },
  ]
  fakeApi()
    .answer(handOvers, [{ ...handed, counted: 1350_00, declared: 1350_00, receivedAt: at }])
    .answer(offers, { toYou: [], yours: null, past, colleagues: [] })
  show()
  await screen.findByText('To Amina Yusuf')
  const rows = within(screen.getByRole('table', { name: 'Handed over' }))
    .getAllByRole('row')
    .slice(1)
  expect(
    rows.map((row) =>
      within(row)
        .getAllByRole('cell')
        .slice(1)
        .map(({ textContent }) => textContent),
    ),
  ).toEqual([
    ['To Amina Yusuf', 'Ksh 500', 'Ksh 500', 'Ksh 450Ksh 50 stayed with you'],
    ['To the office', 'Ksh 1,350', 'Ksh 1,350', 'Ksh 1,350'],
    ['From A colleague', 'Ksh 500', 'Ksh 450', 'Ksh 450'],
  ])
})

test('damaged hand-overs that are not shown are counted', async () => {
  fakeApi().answer(handOvers, [], { 'x-left-out': '1' })
  show()
  await screen.findByText('1 row can’t be shown now. Everything is saved. Look again in a few minutes.')
})
