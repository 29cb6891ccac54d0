// @vitest-environment jsdom

import { screen, within } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { fakeApi, people, renderScreen } from '@tuma/kit/testing'
import { expect, test } from 'vitest'
import { Customers } from './screen.tsx'

const wanjiku = {
  _id: { name: 'Wanjiku Kamau', phone: '254712345678', trackerId: 'TM-0000-0000-0001' },
  deliveryType: 'doorstep',
  totalDeliveries: 4,
} as const
const show = () => renderScreen(<Customers />, { as: people.agent, path: '/Agent/customers', at: '/Agent/customers' })

test('each customer is listed with phone, newest tracker ID and number of deliveries of a type', async () => {
  fakeApi().answer(contract.agent.customers, [
    wanjiku,
    { ...wanjiku, deliveryType: 'parcelDukani', totalDeliveries: 7 },
  ])
  show()
  const [first, second] = (await screen.findAllByRole('row')).slice(1).map((row) => within(row))
  expect(first?.getByText('Wanjiku Kamau')).toBeTruthy()
  expect(screen.getAllByRole('link', { name: '0712345678' })[0]?.getAttribute('href')).toBe('tel:+254712345678')
  expect(first?.getByText('TM-0000-0000-0001')).toBeTruthy()
  expect(first?.getByText('Door Step')).toBeTruthy()
  expect(second?.getByText('Parcel Dukani')).toBeTruthy()
  expect(second?.getByText('7')).toBeTruthy()
  expect(first?.getByRole('link', { name: 'Call Wanjiku Kamau' }).getAttribute('href')).toBe('tel:+254712345678')
  const write = first?.getByRole('link', { name: /WhatsApp/ })
  expect(write?.getAttribute('href')).toBe('https://wa.me/254712345678')
})

test('are searched for on the server', async () => {
  fakeApi().answer(contract.agent.customers, ({ input }) => (input.search ? [] : [wanjiku]))
  const { person } = show()
  await person.type(await screen.findByLabelText('Search by name or phone'), ' 0733 ')
  await screen.findByText('No customers match your search')
  expect(fakeApi().received(contract.agent.customers).at(-1)?.input).toEqual({ search: '0733' })
})

test('a shop that has sent nothing has no customers yet', async () => {
  fakeApi().answer(contract.agent.customers, [])
  show()
  await screen.findByText('No customers yet')
})

test('says when customers could not be fetched, and tries again', async () => {
  fakeApi().fail(contract.agent.customers)
  const { person } = show()
  await screen.findByText('Failed to fetch customers.')
  fakeApi().answer(contract.agent.customers, [wanjiku])
  await person.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findByText('Wanjiku Kamau')
})

test('damaged customers that are not shown are counted', async () => {
  fakeApi().answer(contract.agent.customers, [wanjiku], { 'x-left-out': '1' })
  show()
  await screen.findByText('1 row can’t be shown now. Everything is saved. Look again in a few minutes.')
  await screen.findByText('Wanjiku Kamau')
})
