// @vitest-environment jsdom

import { screen, within } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { fakeApi, people, renderScreen } from '@tuma/kit/testing'
import { beforeEach, expect, test } from 'vitest'
import { Locations } from './screen.tsx'

const show = () => renderScreen(<Locations />, { as: people.admin })
const codes = [{ place: 'THIKA', code: 'THK' }]
const sameDay = { _id: 'p1', place: 'THIKA', price: 350, deliveryType: 'same-day' } as const
const express = { _id: 'p2', place: 'THIKA', price: 560, deliveryType: 'express' } as const
const pricesTable = async () => within(await screen.findByRole('table', { name: 'Destinations and prices' }))

beforeEach(() => {
  fakeApi()
    .answer(contract.locations.shops, [])
    .answer(contract.network.prices, [express, sameDay])
    .answer(contract.network.placeCodes, codes)
    .answer(contract.stickers.rolls, [])
})

test('an empty list says so, and still links to adding a location', async () => {
  show()
  await screen.findByText('No locations available.')
  expect((screen.getByRole('link', { name: 'Add Location' }) as HTMLAnchorElement).pathname).toBe(
    '/Admin/location/add-location',
  )
})

test('a destination is one row with both its prices', async () => {
  show()
  const rows = (await pricesTable()).getAllByRole('row')
  expect(rows).toHaveLength(2)
  expect(rows[1]?.textContent).toContain('THIKAKsh 350Ksh 560')
})

test('only a changed price is set, and an emptied price is removed', async () => {
  fakeApi()
    .answer(contract.network.setPrice, { ...sameDay, price: 400 })
    .answer(contract.network.removePrice, { message: '' })
  const { person } = show()
  await person.click((await pricesTable()).getByRole('button', { name: /^Edit, / }))
  const dialog = within(await screen.findByRole('dialog'))
  await person.clear(dialog.getByLabelText(/Same-day/))
  await person.type(dialog.getByLabelText(/Same-day/), '400')
  await person.clear(dialog.getByLabelText(/Express/))
  await person.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Prices saved successfully!')
  const set = { place: 'THIKA', deliveryType: 'same-day', price: 400 }
  expect(
    fakeApi()
      .received(contract.network.setPrice)
      .map(({ input }) => input),
  ).toEqual([set])
  expect(
    fakeApi()
      .received(contract.network.removePrice)
      .map(({ input }) => input.id),
  ).toEqual(['p2'])
})

test('a new destination needs a place and a price', async () => {
  const { person } = show()
  await person.click(await screen.findByRole('button', { name: 'Add Destination' }))
  const dialog = within(await screen.findByRole('dialog'))
  await person.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('Place is required.')
  await person.type(dialog.getByLabelText('Place'), 'RUIRU')
  await person.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('Please give at least one price.')
  await person.click(dialog.getByRole('button', { name: 'Close' }))
})

test('deleting a destination asks first and takes both prices', async () => {
  fakeApi().answer(contract.network.removePrice, { message: '' })
  const { person } = show()
  await person.click((await pricesTable()).getByRole('button', { name: /^Delete, / }))
  const question = await screen.findByRole('alertdialog')
  await person.click(within(question).getByRole('button', { name: 'Delete' }))
  await screen.findByText('Destination deleted successfully!')
  expect(
    fakeApi()
      .received(contract.network.removePrice)
      .map(({ input }) => input.id)
      .sort(),
  ).toEqual(['p1', 'p2'])
})

const editCode = async () => {
  const { person } = show()
  const table = within(await screen.findByRole('table', { name: 'Codes on labels' }))
  await person.click(table.getByRole('button', { name: /^Edit, / }))
  const dialog = within(await screen.findByRole('dialog', { name: 'THIKA' }))
  await person.clear(dialog.getByLabelText('Code'))
  return { person, dialog, table }
}

test('the place code for labels can be changed, and is saved in capitals', async () => {
  fakeApi().answer(contract.network.setPlaceCode, { place: 'THIKA', code: 'TKA' })
  const { person, dialog, table } = await editCode()
  await person.type(dialog.getByLabelText('Code'), 'tka')
  fakeApi().answer(contract.network.placeCodes, [{ place: 'THIKA', code: 'TKA' }])
  await person.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('THIKA: saved')
  expect(fakeApi().received(contract.network.setPlaceCode)[0]?.input).toEqual({ place: 'THIKA', code: 'TKA' })
  await table.findByText('TKA')
})

test('a code that is too short, or used by another place, is refused at its field and the dialog stays open', async () => {
  fakeApi().refuse(contract.network.setPlaceCode, 'place_code_taken', { place: 'KIMBO' })
  const { person, dialog } = await editCode()
  await person.type(dialog.getByLabelText('Code'), 'TK')
  await person.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('A code has three or four letters or digits.')
  await person.type(dialog.getByLabelText('Code'), 'A')
  await person.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('Another location has or had this code. Choose another.')
})

const thika = { _id: 'l1', locationName: 'THIKA', pickupPoints: ['Main Stage', 'Market'], price: 200 }
const printRoll = async (count: string) => {
  fakeApi().answer(contract.locations.shops, [thika])
  const { person } = show()
  await person.click(await screen.findByRole('button', { name: 'Print a roll' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Print a roll' }))
  await person.clear(dialog.getByLabelText('Stickers'))
  await person.type(dialog.getByLabelText('Stickers'), count)
  await person.selectOptions(dialog.getByLabelText(/^Shop/), 'Market, THIKA')
  await person.click(dialog.getByRole('button', { name: 'Print' }))
  return dialog
}

test('a roll of stickers is printed for a shop, and is in the list', async () => {
  URL.createObjectURL = () => 'blob:here'
  fakeApi().answer(contract.stickers.makeRoll, new File(['%PDF-'], 'stickers_1.pdf', { type: 'application/pdf' }))
  const shop = { location: 'THIKA', address: 'Market' }
  const printed = { roll: 1, count: 120, shop, printedAt: '2026-12-01T07:00:00.000Z' }
  fakeApi().answer(contract.stickers.rolls, () =>
    fakeApi().received(contract.stickers.makeRoll).length > 0 ? [printed] : [],
  )
  await printRoll('120')
  await screen.findByText('120 stickers are in the file.')
  expect(fakeApi().received(contract.stickers.makeRoll)[0]?.input).toEqual({ count: 120, size: 'a4', shop })
  const rows = within(await screen.findByRole('table', { name: 'Sticker rolls' })).getAllByRole('row')
  expect(rows[1]?.textContent).toContain('Roll 1120Market, THIKA')
})

test('a roll of 2,001 stickers is refused at its field', async () => {
  const dialog = await printRoll('2001')
  await dialog.findByText('A roll has 1 to 2000 stickers.')
  expect(fakeApi().received(contract.stickers.makeRoll)).toEqual([])
})
