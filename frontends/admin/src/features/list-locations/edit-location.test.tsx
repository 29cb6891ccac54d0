// @vitest-environment jsdom

import { screen, within } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { fakeApi, people, renderScreen } from '@tuma/kit/testing'
import { beforeEach, expect, test } from 'vitest'
import { Locations } from './screen.tsx'

const { shops } = contract.locations
const { setDukaniPrice, retireShop } = contract.network
const thika = { _id: 'l1', locationName: 'THIKA', pickupPoints: ['Market', 'Main Stage'], price: 250 }

beforeEach(() => {
  fakeApi().answer(shops, [thika]).answer(contract.network.prices, [])
})

const edit = async () => {
  const { person } = renderScreen(<Locations />, { as: people.admin })
  const table = within(await screen.findByRole('table', { name: 'Locations' }))
  await person.click(table.getByRole('button', { name: 'Edit' }))
  return { person, dialog: within(await screen.findByRole('dialog', { name: 'THIKA' })) }
}

test('the fee of a location is edited, and the dialog’s foot is Cancel and the one action', async () => {
  fakeApi().answer(setDukaniPrice, { ...thika, price: 300 })
  const { person, dialog } = await edit()
  await person.clear(dialog.getByLabelText(/Parcel Dukani fee/))
  await person.type(dialog.getByLabelText(/Parcel Dukani fee/), '300')
  expect(dialog.getByRole('button', { name: 'Cancel' })).toBeTruthy()
  await person.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('THIKA: saved')
  expect(fakeApi().received(setDukaniPrice)[0]?.input).toEqual({ id: 'l1', price: 300 })
})

test('a shop is closed after a question', async () => {
  fakeApi().answer(retireShop, { message: '' })
  const { person, dialog } = await edit()
  await person.click(dialog.getByRole('button', { name: 'Close Market' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Close Market?' }))
  fakeApi().answer(shops, [{ ...thika, pickupPoints: ['Main Stage'] }])
  await person.click(question.getByRole('button', { name: 'Close' }))
  await screen.findByText('Market is closed')
  expect(fakeApi().received(retireShop)[0]?.input).toEqual({ id: 'l1', shop: 'Market' })
  await expect.poll(() => screen.queryByRole('button', { name: 'Close Market' })).toBeNull()
})

test('a shop that can’t be closed yet says who stands in the way, and how many', async () => {
  fakeApi().refuse(retireShop, 'shop_in_use', { agents: 1, names: 'Otieno Odhiambo', parcels: 7 })
  const { person, dialog } = await edit()
  await person.click(dialog.getByRole('button', { name: 'Close Market' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Close Market?' }))
  await person.click(question.getByRole('button', { name: 'Close' }))
  const said = await screen.findByRole('alertdialog', { name: 'The shop can’t be closed yet' })
  expect(said.textContent).toContain('Otieno Odhiambo works there. 7 parcels are still to be moved there.')
  await person.click(within(said).getByRole('button', { name: 'OK' }))
})
