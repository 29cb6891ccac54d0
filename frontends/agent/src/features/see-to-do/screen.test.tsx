// @vitest-environment jsdom

import { screen, within } from '@testing-library/react'
import { contract, type Delivery } from '@tuma/contracts/api'
import { fakeApi, people, renderScreen, sampleDelivery } from '@tuma/kit/testing'
import { expect, test } from 'vitest'
import { ToDo } from './screen.tsx'

const now = '2026-11-21T10:05:00.000Z'
const row = (number: number, dueAt: string, changes: Partial<Delivery> = {}) =>
  sampleDelivery(number, { dueAt, nextStep: { step: 'assignRider', mine: true }, ...changes })
const rider = { _id: 'r1', name: 'Kipchoge Rono', phone: '254722000111' }
const late = row(1, '2026-11-21T09:30:00.000Z', {
  ...{ status: 'inTransit', rider, nextStep: { step: 'markDelivered', mine: true } },
})
const ridden = row(2, '2026-11-21T10:25:30.000Z', { rider, nextStep: { step: 'putInTransit', mine: true } })
const sameDay = row(3, '2026-11-21T20:00:00.000Z', { pricingTier: 'same-day' })

const show = (rows: Delivery[]) => {
  fakeApi().answer(contract.counter.toDo, rows, { 'x-server-time': now })
  return renderScreen(<ToDo />, { as: people.agent, path: '/Agent/to-do', at: '/Agent/to-do' })
}
const rows = async () => {
  await screen.findByRole('table')
  return screen.getAllByRole('row').slice(1)
}

test('each row says its tier and what is left, in the order of the answer, and offers its one next step', async () => {
  show([late, ridden, sameDay])
  const said = (await rows()).map((one) => [
    one.querySelector('.parcel-deadline')?.textContent,
    within(one)
      .getAllByRole('button')
      .map((button) => button.textContent || button.getAttribute('aria-label'))
      .filter((name) => !name?.startsWith('More about')),
  ])
  expect(said).toEqual([
    ['Express · 35 min late', ['Delivered']],
    ['Express · 20 min left', ['Intransit']],
    ['Same-day · 9 h left', ['Assign Rider']],
  ])
})

test('a parcel that was delivered here leaves at once; one that went on its way stays for its next step', async () => {
  const { person } = show([late, ridden])
  const { dueAt: _, ...delivered } = { ...late, status: 'delivered' as const, revision: 5 }
  fakeApi()
    .answer(contract.agent.markDelivered, delivered)
    .answer(contract.agent.putInTransit, {
      ...{ ...ridden, status: 'inTransit', revision: 5, nextStep: { step: 'markDelivered', mine: true } },
    })
  await person.click(await screen.findByRole('button', { name: 'Intransit' }))
  await expect.poll(() => screen.queryAllByRole('button', { name: 'Delivered' }).length).toBe(2)
  await person.click(screen.getAllByRole('button', { name: 'Delivered' })[0] as HTMLElement)
  await expect.poll(async () => (await rows()).length).toBe(1)
  within((await rows())[0] as HTMLElement).getByText('0002')
})

test('says that nothing has a deadline', async () => {
  show([])
  await screen.findByText('No parcel has a deadline now.')
})

test('a list that cannot be fetched says so, and is asked for again', async () => {
  fakeApi().fail(contract.counter.toDo)
  const { person } = renderScreen(<ToDo />, { as: people.agent })
  await screen.findByText('Failed to fetch deliveries')
  fakeApi().answer(contract.counter.toDo, [late], { 'x-server-time': now })
  await person.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findByText('35 min late')
})

test('damaged parcels that are not shown are counted', async () => {
  fakeApi().answer(contract.counter.toDo, [sameDay], { 'x-server-time': now, 'x-left-out': '1' })
  renderScreen(<ToDo />, { as: people.agent, path: '/Agent/to-do', at: '/Agent/to-do' })
  await screen.findByText('1 row can’t be shown now. Everything is saved. Look again in a few minutes.')
})
