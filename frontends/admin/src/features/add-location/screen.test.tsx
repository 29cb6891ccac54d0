// @vitest-environment jsdom

import { screen } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { fakeApi, people, renderScreen } from '@tuma/kit/testing'
import { expect, test } from 'vitest'
import { AddLocation } from './screen.tsx'

const path = '/Admin/location/add-location'
const show = () => renderScreen(<AddLocation />, { as: people.admin, path, at: path })
const add = () => screen.getByRole('button', { name: 'Add Location' })

test('both fields are required; commas alone are not pickup points', async () => {
  const { person } = show()
  await person.type(await screen.findByLabelText('Pickup points'), ' , ,')
  await person.click(add())
  await screen.findByText('Location name is required.')
  await screen.findByText('Pickup points are required.')
  expect(fakeApi().received(contract.network.addLocation)).toEqual([])
})

test('points are split at commas and trimmed; then the list shows the location', async () => {
  fakeApi().answer(contract.network.addLocation, { message: '' })
  const { person, router } = show()
  await person.type(await screen.findByLabelText('Location name'), 'RUIRU')
  await person.type(screen.getByLabelText('Pickup points'), ' Ruiru Stage , Kwa Maji,')
  await person.click(add())
  await expect.poll(() => router.state.location.pathname).toBe('/Admin/location')
  const sent = { locationName: 'RUIRU', pickupPoints: ['Ruiru Stage', 'Kwa Maji'] }
  expect(fakeApi().received(contract.network.addLocation)[0]?.input).toEqual(sent)
})

test('the fee can be set at once; an empty fee is the usual one', async () => {
  fakeApi().answer(contract.network.addLocation, { message: '' })
  const { person, router } = show()
  await person.type(await screen.findByLabelText('Location name'), 'RUIRU')
  await person.type(screen.getByLabelText('Pickup points'), 'Ruiru Stage')
  await person.type(screen.getByLabelText(/Parcel Dukani fee/), '280')
  await person.click(add())
  await expect.poll(() => router.state.location.pathname).toBe('/Admin/location')
  expect(fakeApi().received(contract.network.addLocation)[0]?.input).toMatchObject({ price: 280 })
})

test('a failure to add a location is shown in an alert, and the typed values stay', async () => {
  fakeApi().fail(contract.network.addLocation)
  const { person } = show()
  await person.type(await screen.findByLabelText('Location name'), 'RUIRU')
  await person.type(screen.getByLabelText('Pickup points'), 'Ruiru Stage')
  await person.click(add())
  await screen.findByRole('alertdialog', { name: 'Failed to add location' })
  await person.click(screen.getByRole('button', { name: 'OK' }))
  expect((screen.getByLabelText('Pickup points') as HTMLTextAreaElement).value).toBe('Ruiru Stage')
})
