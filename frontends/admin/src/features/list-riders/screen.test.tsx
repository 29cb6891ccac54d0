// @vitest-environment jsdom

import { screen, within } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { fakeApi, people, renderScreen } from '@tuma/kit/testing'
import { beforeEach, expect, test } from 'vitest'
import { Riders } from './screen.tsx'

const juma = { _id: 'r1', name: 'Juma Ali', phone: '254712000111' }
const show = () => renderScreen(<Riders />, { as: people.admin })
beforeEach(() => {
  fakeApi().answer(contract.agent.riders, [juma])
})

test('a rider is added, also with one name only, and the form is empty again', async () => {
  const { person } = show()
  await person.click(await screen.findByRole('button', { name: 'Add Rider' }))
  await screen.findByText("Rider's name is required.")
  await person.type(screen.getByLabelText('Name'), 'Asha')
  await person.type(screen.getByLabelText('Phone'), '0712 000 222')
  fakeApi()
    .answer(contract.network.addRider, { message: '', _id: 'r2' })
    .answer(contract.agent.riders, [juma, { _id: 'r2', name: 'Asha', phone: '254712000222' }])
  await person.click(screen.getByRole('button', { name: 'Add Rider' }))
  await screen.findByText('Asha')
  expect(fakeApi().received(contract.network.addRider)[0]?.input).toEqual({ name: 'Asha', phone: '0712 000 222' })
  expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('')
})

test('the phone of another rider needs a confirmation, so that no rider is added twice by mistake', async () => {
  fakeApi().answer(contract.network.addRider, { message: '', _id: 'r2' })
  const { person } = show()
  await screen.findByText('Juma Ali')
  await person.type(screen.getByLabelText('Name'), 'Juma')
  await person.type(screen.getByLabelText('Phone'), '0712 000 111')
  const answer = async (name: string) => {
    await person.click(screen.getByRole('button', { name: 'Add Rider' }))
    const question = await screen.findByRole('alertdialog', { name: 'Add another rider with this phone?' })
    expect(question.textContent).toContain('Juma Ali has it already.')
    await person.click(within(question).getByRole('button', { name }))
  }
  await answer('Cancel')
  expect(fakeApi().received(contract.network.addRider)).toEqual([])
  await answer('Add Rider')
  await screen.findByText('Rider added successfully!')
})

test('the list shows phones and the number of parcels of each rider', async () => {
  fakeApi().answer(contract.agent.riders, [
    { ...juma, underway: 3 },
    { _id: 'r2', name: 'Asha Said', phone: '254712000222', underway: 0 },
  ])
  show()
  const loads = (await screen.findAllByRole('row'))
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[2]?.textContent)
  expect(loads).toEqual(['3', '0'])
  const parcels = screen.getByRole('link', { name: '3 parcels that Juma Ali has now' })
  expect(parcels.getAttribute('href')).toBe('/Admin/deliveries?rider=r1')
  expect(screen.queryByRole('link', { name: /Asha Said has now/ })).toBeNull()
  expect(screen.getByRole('link', { name: 'Call Juma Ali' }).getAttribute('href')).toBe('tel:+254712000111')
  const written = screen.getByRole('link', { name: 'WhatsApp Juma Ali' })
  expect(written.getAttribute('href')).toBe('https://wa.me/254712000111')
})

test('the list is before the form, and a link on a phone leads to its first field', async () => {
  const { person } = show()
  const list = await screen.findByRole('table', { name: 'Riders' })
  const name = screen.getByLabelText('Name')
  expect(list.compareDocumentPosition(name) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  await person.click(screen.getByRole('link', { name: 'Add Rider' }))
  expect(document.activeElement).toBe(name)
})

test('a mistyped rider is corrected in a dialog with the current values', async () => {
  fakeApi().answer(contract.network.correctRider, { message: '' })
  const { person } = show()
  await person.click(await screen.findByRole('button', { name: 'Edit, Juma Ali' }))
  const dialog = within(await screen.findByRole('dialog', { name: "Correct a rider's details" }))
  const phone = dialog.getByLabelText('Phone') as HTMLInputElement
  expect([(dialog.getByLabelText('Name') as HTMLInputElement).value, phone.value]).toEqual(['Juma Ali', '0712000111'])
  await person.clear(phone)
  await person.type(phone, '0712 000 112')
  fakeApi().answer(contract.agent.riders, [{ ...juma, phone: '254712000112' }])
  await person.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('0712000112')
  const said = { id: 'r1', name: 'Juma Ali', phone: '0712 000 112' }
  expect(fakeApi().received(contract.network.correctRider)[0]?.input).toEqual(said)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('correcting to the phone of another rider needs a confirmation', async () => {
  fakeApi()
    .answer(contract.agent.riders, [juma, { _id: 'r2', name: 'Asha Said', phone: '254712000222' }])
    .answer(contract.network.correctRider, { message: '' })
  const { person } = show()
  await person.click(await screen.findByRole('button', { name: 'Edit, Juma Ali' }))
  const dialog = within(await screen.findByRole('dialog', { name: "Correct a rider's details" }))
  const phone = dialog.getByLabelText('Phone')
  await person.clear(phone)
  await person.type(phone, '0712 000 222')
  await person.click(dialog.getByRole('button', { name: 'Save' }))
  const question = await screen.findByRole('alertdialog', { name: 'Give two riders this phone?' })
  expect(question.textContent).toContain('Asha Said has it already.')
  await person.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(fakeApi().received(contract.network.correctRider)).toEqual([])
})

test('deleting asks first, and the rider leaves the list', async () => {
  fakeApi().answer(contract.network.removeRider, { message: '' })
  const { person } = show()
  await person.click(await screen.findByRole('button', { name: 'Delete, Juma Ali' }))
  const question = await screen.findByRole('alertdialog', { name: 'Delete rider Juma Ali?' })
  expect(fakeApi().received(contract.network.removeRider)).toEqual([])
  fakeApi().answer(contract.agent.riders, [])
  await person.click(within(question).getByRole('button', { name: 'Delete' }))
  await screen.findByText('There are no riders yet.')
})

test('a failure to fetch riders is shown', async () => {
  fakeApi().fail(contract.agent.riders)
  show()
  await screen.findByText('Failed to fetch riders.')
})
