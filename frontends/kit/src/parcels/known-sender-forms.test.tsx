// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { contract, type SavedPerson } from '@tuma/contracts/api'
import { fakeApi, people, renderScreen } from '@tuma/kit/testing'
import { keepDraft } from '@tuma/kit/ui'
import { beforeEach, describe, expect, test } from 'vitest'
import { DoorstepForm } from './doorstep-form.tsx'
import { DukaniForm } from './dukani-form.tsx'
import { prices, shops } from './samples.ts'

const otieno: SavedPerson = {
  _id: 'p1',
  name: 'Otieno Odhiambo',
  phone: '254722345678',
  deliveryType: 'doorstep',
  pricingTier: 'express',
  location: 'NAIROBI CBD',
  pickupAgent: null,
  pickupAddress: 'Kenyatta Avenue 12',
  moreDetails: 'Blue gate',
  sentAt: '2026-11-20T06:00:00.000Z',
}
const achieng: SavedPerson = {
  ...otieno,
  _id: 'p2',
  name: 'Achieng Mwangi',
  phone: '254733345678',
  deliveryType: 'parcelDukani',
  pricingTier: null,
  location: 'THIKA',
  pickupAgent: 'Thika Stage Shop',
  pickupAddress: null,
  moreDetails: null,
}
const last = { phone: '254799000111', location: 'NAIROBI CBD', dropoffAgent: 'Tom Mboya Stage' }
const field = (label: string): HTMLInputElement => screen.getByLabelText(label)
const at = '/Client/send-parcel/door-step'
const open = (form: 'doorstep' | 'dukani' = 'doorstep', variant: 'client' | 'public' = 'client') => {
  const Form = form === 'doorstep' ? DoorstepForm : DukaniForm
  const who = variant === 'client' ? { as: people.client } : {}
  return renderScreen(<Form variant={variant} checkoutPath="/checkout" after="/" />, { path: at, at, ...who })
}
beforeEach(() => {
  fakeApi()
    .answer(contract.locations.prices, prices)
    .answer(contract.locations.shops, shops)
    .answer(contract.savedPeople.list, ({ input: { search = '' } }) => ({
      people: [otieno, achieng].filter(({ name }) => name.includes(String(search))),
      last,
    }))
    .answer(contract.savedPeople.forget, { message: 'ok' })
    .answer(contract.savedPeople.forgetAll, { message: 'ok' })
})

test('a public form is shown when the session is known: nothing that was typed before is lost', async () => {
  const answer = fakeApi().hold(contract.users.me, people.client)
  open('doorstep', 'public')
  await screen.findByRole('heading', { name: 'Loading…' })
  expect(screen.queryByLabelText('Sender Name')).toBeNull()
  answer()
  expect(((await screen.findByLabelText('Sender Name')) as HTMLInputElement).value).toBe(people.client.name)
})

describe('a client who has sent before', () => {
  test('finds shop and phone of the last time in the form', async () => {
    open()
    await expect.poll(() => field('Dropoff Agent').value).toBe('Tom Mboya Stage')
    expect([field('Sender Location').value, field('Sender Phone').value]).toEqual(['NAIROBI CBD', '0799000111'])
  })
  test('finds what they had begun to type, and nothing in between', async () => {
    keepDraft('doorstep.wanjiku', { sender: { name: 'W K', phone: '0711', location: '', dropoffAgent: '' } })
    open()
    await screen.findByRole('button', { name: 'Otieno Odhiambo' })
    expect([field('Sender Location').value, field('Sender Phone').value]).toEqual(['', '0711'])
  })
  test('tells two people of one name apart by the end of their phones and their places', async () => {
    const namesake = { ...achieng, _id: 'p3', name: 'otieno odhiambo' }
    fakeApi().answer(contract.savedPeople.list, { people: [otieno, namesake, achieng], last })
    open()
    await screen.findByRole('button', { name: 'Achieng Mwangi' })
    const chips = [...document.querySelectorAll('.parcel-person')].map(({ textContent }) => textContent)
    expect(chips).toEqual([
      `Otieno Odhiambo…${otieno.phone.slice(-3)}, ${otieno.location}`,
      'otieno odhiambo…678, Thika Stage Shop',
      'Achieng Mwangi',
    ])
  })
  test('finds no shop that is none any more', async () => {
    fakeApi().answer(contract.savedPeople.list, { people: [otieno], last: { ...last, dropoffAgent: 'Closed Shop' } })
    open()
    await screen.findByRole('button', { name: 'Otieno Odhiambo' })
    await screen.findByRole('option', { name: 'THIKA' })
    expect([field('Sender Location').value, field('Sender Phone').value]).toEqual(['', '0799000111'])
  })
  test('sends to the same receiver again with one press, to the door or the shop', async () => {
    const { person } = open()
    await screen.findByRole('option', { name: 'THIKA (Ksh 350)' })
    await person.click(await screen.findByRole('button', { name: 'Otieno Odhiambo' }))
    expect(
      ['Receiver Name', 'Receiver Phone', 'Receiver Location', 'Pickup Address', 'More Details'].map(
        (label) => field(label).value,
      ),
    ).toEqual(['Otieno Odhiambo', '0722345678', 'NAIROBI CBD', 'Kenyatta Avenue 12', 'Blue gate'])
    expect(screen.getByText('The receiver is Otieno Odhiambo now.').getAttribute('role')).toBe('status')
    expect((screen.getByRole('radio', { name: /Express/ }) as HTMLInputElement).checked).toBe(true)
  })
  test('sends to a shop again: location and shop are filled in', async () => {
    const { person } = open('dukani')
    await screen.findAllByRole('option', { name: 'THIKA' })
    await person.click(await screen.findByRole('button', { name: 'Achieng Mwangi' }))
    const receiver = () => ['Receiver Phone', 'Receiver Location', 'Pickup Agent'].map((label) => field(label).value)
    await expect.poll(receiver).toEqual(['0733345678', 'THIKA', 'Thika Stage Shop'])
    await person.click(screen.getByRole('button', { name: 'Otieno Odhiambo' }))
    expect([field('Receiver Name').value, field('Receiver Location').value]).toEqual(['Otieno Odhiambo', ''])
  })
  test('chooses one of all of them: the list is folded again, and says who it is', async () => {
    const { person } = open()
    await person.click(await screen.findByRole('button', { name: 'All contacts' }))
    await person.click(screen.getByRole('button', { name: /^Otieno Odhiambo/ }))
    expect(screen.getByText('The receiver is Otieno Odhiambo now.').className).not.toBe('t-hidden')
    expect(screen.queryByLabelText('Name or phone')).toBeNull()
    expect(screen.getByRole('button', { name: 'All contacts' }).getAttribute('aria-expanded')).toBe('false')
  })
  test('searches them by name or phone, and has one forgotten or all', async () => {
    const { person } = open()
    await person.click(await screen.findByRole('button', { name: 'All contacts' }))
    await person.type(screen.getByLabelText('Name or phone'), 'Achieng')
    await expect.poll(() => screen.queryByRole('button', { name: /^Otieno/ })).toBeNull()
    await person.click(screen.getByRole('button', { name: 'Forget Achieng Mwangi, 0733345678' }))
    await screen.findByText('Forget Achieng Mwangi (number ends in 5678)?')
    expect(fakeApi().received(contract.savedPeople.forget)).toEqual([])
    await person.click(screen.getByRole('button', { name: 'Forget' }))
    await expect.poll(() => fakeApi().received(contract.savedPeople.forget)[0]?.input).toEqual({ id: 'p2' })
    await person.click(screen.getByRole('button', { name: 'Forget all contacts' }))
    expect(fakeApi().received(contract.savedPeople.forgetAll)).toEqual([])
    await person.click(await screen.findByRole('button', { name: 'Forget' }))
    await expect.poll(() => fakeApi().received(contract.savedPeople.forgetAll)).toHaveLength(1)
  })
})

test('a visitor is offered no saved contacts', async () => {
  open('doorstep', 'public')
  await screen.findByRole('option', { name: 'THIKA (Ksh 350)' })
  expect(fakeApi().received(contract.savedPeople.list)).toEqual([])
  expect(screen.queryByText('Send again to')).toBeNull()
})
