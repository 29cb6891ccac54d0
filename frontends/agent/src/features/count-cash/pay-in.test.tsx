// @vitest-environment jsdom

import { screen, within } from '@testing-library/react'
import { contract, type PayIn } from '@tuma/contracts/api'
import { fakeApi, people, renderScreen } from '@tuma/kit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { Cash } from './screen.tsx'

const { drawer, handOvers, offers, payIn, payIns } = contract.cash
const at = '2026-11-23T09:00:00.000Z'
const asked: PayIn = { _id: 'r1', promptId: 'r1', cents: 1350_00, paidIn: null, state: 'waiting', at }
const show = () => renderScreen(<Cash />, { as: people.agent, path: '/Agent/cash', at: '/Agent/cash' })
const unfold = async ({ person }: Pick<ReturnType<typeof show>, 'person'>) =>
  person.click(await screen.findByText('Pay in by M-Pesa'))
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name)
const withPrompts = (prompts: boolean) =>
  fakeApi().answerRaw(contract.locations.contact, { prompts, till: { name: 'TUMA PARCELS', number: '123456' } })
/** Presses Pay in, and lets the list say that of the request. */
const pressAndHear = async (said: Partial<PayIn>) => {
  const { person } = show()
  await unfold({ person })
  fakeApi().answer(payIns, [{ ...asked, ...said }])
  await person.click(screen.getByRole('button', { name: 'Pay in' }))
  return person
}

beforeEach(() => {
  fakeApi()
    .answer(drawer, { cents: 1350_00, awaiting: 0, since: at, parcels: [] })
    .answer(handOvers, [])
    .answer(offers, { toYou: [], yours: null, past: [], colleagues: [] })
    .answer(payIns, [])
    .answer(payIn, { promptId: 'r1' })
  withPrompts(true)
})

describe('an agent pays cash in on a phone', () => {
  test('all of it on their own, by one press, and sees that M-Pesa asks', async () => {
    await pressAndHear({})
    await screen.findByText('Waiting for payment. M-Pesa asks for Ksh 1,350 on the phone. Enter the PIN there.')
    expect(fakeApi().received(payIn)[0]?.input).toMatchObject({ amount: 1350 })
    expect(screen.queryByRole('button', { name: 'Pay in' })).toBeNull()
  })
  test('a part of it on another phone', async () => {
    const { person } = show()
    await unfold({ person })
    await person.clear(field('Amount to pay in (Ksh)'))
    await person.type(field('Amount to pay in (Ksh)'), '1000')
    await person.clear(field('Phone that pays'))
    await person.type(field('Phone that pays'), '0712345678')
    await person.click(screen.getByRole('button', { name: 'Pay in' }))
    await expect.poll(() => fakeApi().received(payIn)[0]?.input).toEqual({ amount: 1000, phone: '0712345678' })
  })
  test('and reads that it is paid in', async () => {
    await pressAndHear({ state: 'paid_in', paidIn: 1350_00 })
    await screen.findByText('Ksh 1,350 is paid in.')
  })
  test('and reads what of it was more than their cash', async () => {
    await pressAndHear({ state: 'paid_in', paidIn: 1000_00 })
    await screen.findByText('Ksh 1,000 is paid in. Ksh 350 is more than the cash with you. The office gives it back.')
  })
  test('and reads why the phone refused, and can ask again', async () => {
    await pressAndHear({ state: 'failed', code: 'balance_low', message: 'x' })
    await screen.findByText(/^Not enough money in M-Pesa/)
    await screen.findByRole('button', { name: 'Pay in' })
  })
  test('and reads that it is more than they have', async () => {
    fakeApi().refuse(payIn, 'more_than_cash')
    const { person } = show()
    await unfold({ person })
    await person.click(screen.getByRole('button', { name: 'Pay in' }))
    await screen.findByText('That is more than the cash with you.')
  })
  test('and reads what is under way after a reload, also where no cash is left', async () => {
    fakeApi()
      .answer(drawer, { cents: 0, awaiting: 0, since: null, parcels: [] })
      .answer(payIns, [{ ...asked, state: 'paid' }])
    show()
    await screen.findByText('Ksh 1,350 has arrived. It leaves your cash in a moment.')
  })
})

describe('by a receipt', () => {
  test('where M-Pesa asks on no phone', async () => {
    withPrompts(false)
    const { person } = show()
    await unfold({ person })
    await screen.findByText('Till number: 123456')
    await person.type(field('Receipt number'), 'UKN6H7T3GA')
    await person.type(field("Payer's name or phone"), 'Otieno')
    await person.click(screen.getByRole('button', { name: 'Pay in by this receipt' }))
    await expect.poll(() => fakeApi().received(payIn)[0]?.input).toEqual({ receipt: 'UKN6H7T3GA', payer: 'Otieno' })
    await screen.findByText('Your payment is paid in')
  })
  test('and reads that M-Pesa has not confirmed it', async () => {
    fakeApi().refuse(payIn, 'not_paid_yet')
    const { person } = show()
    await unfold({ person })
    await person.click(screen.getByRole('button', { name: 'I paid to the till' }))
    await person.type(field('Receipt number'), 'UKN6H7T3GA')
    await person.type(field("Payer's name or phone"), 'Otieno')
    await person.click(screen.getByRole('button', { name: 'Pay in by this receipt' }))
    await screen.findByText(/^M-Pesa has not confirmed this payment yet/)
  })
})

test('the history has what was paid in, and what went back', async () => {
  const handed = { declared: 1350_00, cents: 1350_00, counted: 1350_00, parcels: 1, at, receivedAt: at, reason: null }
  fakeApi().answer(handOvers, [
    { ...handed, _id: 'p1', way: 'mpesa', reversedAt: null },
    { ...handed, _id: 'p2', way: 'mpesa', reversedAt: at },
  ])
  show()
  const table = within(await screen.findByRole('table', { name: 'Handed over' }))
  expect(table.getAllByText('Paid in by M-Pesa')).toHaveLength(2)
  table.getByText('M-Pesa took the money back. The cash is with you again.')
})
