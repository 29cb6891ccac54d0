// @vitest-environment jsdom

import { fireEvent, screen, within } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { fakeApi, people, renderScreen } from '@tuma/kit/testing'
import { beforeEach, expect, test } from 'vitest'
import { Locations } from './screen.tsx'

const { shops } = contract.locations
const { setDukaniPrice, retireShop, describeShop, setPosition } = contract.network
const thika = { _id: 'l1', locationName: 'THIKA', pickupPoints: ['Market', 'Main Stage'], price: 250 }

beforeEach(() => {
  fakeApi().answer(shops, [thika]).answer(contract.network.prices, []).answer(contract.network.placeCodes, [])
})

const edit = async () => {
  const { person } = renderScreen(<Locations />, { as: people.admin })
  const table = within(await screen.findByRole('table', { name: 'Locations' }))
  await person.click(table.getByRole('button', { name: /^Edit, / }))
  return { person, dialog: within(await screen.findByRole('dialog', { name: 'THIKA' })) }
}

test('the fee of a location can be edited, and the dialog has Cancel and one action', async () => {
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

test('a shop that can’t be closed yet names its agents and the number of open parcels', async () => {
  fakeApi().refuse(retireShop, 'shop_in_use', { agents: 1, names: 'Otieno Odhiambo', parcels: 7 })
  const { person, dialog } = await edit()
  await person.click(dialog.getByRole('button', { name: 'Close Market' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Close Market?' }))
  await person.click(question.getByRole('button', { name: 'Close' }))
  const said = await screen.findByRole('alertdialog', { name: 'You can’t close the shop yet' })
  expect(said.textContent).toContain('Otieno Odhiambo works there. 7 parcels there are not finished.')
  await person.click(within(said).getByRole('button', { name: 'OK' }))
})

const editShop = async () => {
  const { person, dialog } = await edit()
  await person.click(dialog.getByRole('button', { name: 'Shop details of Market' }))
  return { person, sheet: within(await screen.findByRole('dialog', { name: 'Market' })) }
}
const type = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } })

test('a shop gets a landmark, opening hours, closed days, and a mark for closed today', async () => {
  fakeApi().answer(describeShop, { message: '' })
  const { person, sheet } = await editShop()
  await person.type(sheet.getByLabelText(/Landmark/), 'Opposite Equity Bank')
  type(sheet.getByLabelText(/Monday, from/), '08:00')
  type(sheet.getAllByLabelText(/^to/)[0] as HTMLElement, '18:00')
  await person.click(sheet.getByRole('button', { name: 'Tuesday to Friday like Monday' }))
  await person.type(sheet.getByLabelText(/Closed on/), '2026-12-25, 2026-12-26')
  await person.click(sheet.getByRole('checkbox', { name: 'Closed today' }))
  await person.click(sheet.getByRole('button', { name: 'Save' }))
  await screen.findByText('Market: saved')
  const day = { opens: '08:00', closes: '18:00' }
  expect(fakeApi().received(describeShop)[0]?.input).toEqual({
    ...{ id: 'l1', shop: 'Market', landmark: 'Opposite Equity Bank', phone: null },
    ...{ hours: [day, day, day, day, day, null, null], closedDays: ['2026-12-25', '2026-12-26'], closedToday: true },
  })
  await screen.findByRole('dialog', { name: 'THIKA' })
})

test('the fields show what is stored, and an emptied field removes it', async () => {
  const hours = [{ opens: '08:00', closes: '18:00' }, null, null, null, null, null, null]
  const said = { name: 'Market', landmark: 'By the gate', hours, closedDays: [], closedToday: false }
  fakeApi()
    .answer(shops, [{ ...thika, shops: [said] }])
    .answer(describeShop, { message: '' })
  const { person, sheet } = await editShop()
  await person.clear(sheet.getByDisplayValue('By the gate'))
  type(sheet.getByDisplayValue('08:00'), '')
  type(sheet.getByDisplayValue('18:00'), '')
  await person.click(sheet.getByRole('button', { name: 'Save' }))
  await screen.findByText('Market: saved')
  const silent = { landmark: null, hours: null, closedDays: [], closedToday: false, phone: null }
  expect(fakeApi().received(describeShop)[0]?.input).toEqual({ id: 'l1', shop: 'Market', ...silent })
})

test('hours that end before they begin, a link and an invalid day are refused at their fields', async () => {
  const { person, sheet } = await editShop()
  await person.type(sheet.getByLabelText(/Landmark/), 'see bit.ly/x')
  type(sheet.getByLabelText(/Monday, from/), '18:00')
  await person.type(sheet.getByLabelText(/Closed on/), '2026-02-31')
  await person.click(sheet.getByRole('button', { name: 'Save' }))
  await sheet.findByText('It must close after it opens.')
  sheet.getByText('A landmark has plain letters, digits, commas and brackets only, and no link.')
  sheet.getByText('Please give the date as YYYY-MM-DD.')
  expect(fakeApi().received(describeShop)).toEqual([])
})

test('a shop gets a phone, and a position from a pasted link', async () => {
  fakeApi().answer(describeShop, { message: '' }).answer(setPosition, { message: '' })
  const { person, sheet } = await editShop()
  await person.type(sheet.getByLabelText(/Phone for customers/), '0700 100 104')
  await person.click(sheet.getByLabelText(/^Position/))
  await person.paste('https://www.google.com/maps/place/Market/@-1.1,37.1,17z/data=!8m2!3d-1.03796!4d37.07312')
  await person.click(sheet.getByRole('button', { name: 'Save' }))
  await screen.findByText('Market: saved')
  expect(fakeApi().received(describeShop)[0]?.input).toMatchObject({ phone: '0700 100 104' })
  expect(fakeApi().received(setPosition)[0]?.input).toEqual({
    ...{ id: 'l1', shop: 'Market', lat: -1.03796, lng: 37.07312 },
  })
})

test('the position stays where it is when nothing is pasted, and can be looked at', async () => {
  const silent = { landmark: null, hours: null, closedDays: [], closedToday: false }
  const said = { name: 'Market', ...silent, phone: '254700100104', position: { lat: -1.03796, lng: 37.07312 } }
  fakeApi()
    .answer(shops, [{ ...thika, shops: [said] }])
    .answer(describeShop, { message: '' })
  const { person, sheet } = await editShop()
  sheet.getByDisplayValue('0700 100 104')
  const map = sheet.getByRole<HTMLAnchorElement>('link', { name: 'See it on the map' })
  expect(new URL(map.href).searchParams.get('query')).toBe('-1.03796,37.07312')
  await person.click(sheet.getByRole('button', { name: 'Save' }))
  await screen.findByText('Market: saved')
  expect(fakeApi().received(setPosition)).toEqual([])
})

test.each([
  ['https://maps.app.goo.gl/3uYqk7Q1k2', 'A short link has no position. Open it, and copy the long link.'],
  ['Opposite Equity Bank', 'There is no position in this. Copy a link from a map.'],
  ['0, 0', 'This position is not on land in Kenya.'],
])('%s is refused at its field, and nothing is saved', async (pasted, sentence) => {
  const { person, sheet } = await editShop()
  await person.click(sheet.getByLabelText(/^Position/))
  await person.paste(pasted)
  await person.click(sheet.getByRole('button', { name: 'Save' }))
  await sheet.findByText(sentence)
  expect(fakeApi().received(describeShop)).toEqual([])
})
