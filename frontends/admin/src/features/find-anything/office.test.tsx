// @vitest-environment jsdom

import { screen, within } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { fakeApi, people, renderScreen, sampleDelivery, scan } from '@tuma/kit/testing'
import { beforeEach, expect, test } from 'vitest'
import { Office } from './office.tsx'

const parcel = sampleDelivery(1)
const wanjiku = {
  ...{ phone: '254712345678', originalPhone: '0712345678', name: 'Wanjiku Kamau', optedOut: false },
  type: 'Sender',
} as const

beforeEach(() => {
  fakeApi()
    .answer(contract.adminDeliveries.list, [parcel])
    .answer(contract.people.users, [people.client])
    .answer(contract.marketing.contacts, [wanjiku, { ...wanjiku, type: 'Receiver' }])
})

const open = async () => {
  const { person, router } = renderScreen(<Office />, { as: people.admin })
  await person.keyboard('{Control>}k{/Control}')
  const field = (await screen.findByRole('combobox', { name: /^Tracking ID, name, phone or screen/ })) as HTMLElement
  return { person, router, field }
}
const options = () => screen.getAllByRole('option').map(({ textContent }) => textContent)

test('Ctrl-K opens and focuses one field for parcels, people, phones and screens', async () => {
  const { person, field } = await open()
  expect(document.activeElement).toBe(field)
  await person.type(field, 'wanj')
  await screen.findByRole('option', { name: /Client · 0712345678/ })
  const found = options()
  expect(found).toHaveLength(3)
  expect(found[0]).toContain(parcel.trackingId)
  expect(found[2]).toBe('0712345678Wanjiku Kamau · their parcels')
  expect(fakeApi().received(contract.adminDeliveries.list).at(-1)?.input).toMatchObject({ search: 'wanj' })
})

test('the arrows choose and Enter goes there; the person searched for is never in the address', async () => {
  const { person, router, field } = await open()
  await person.type(field, 'wanj')
  await screen.findByRole('option', { name: /Client · 0712345678/ })
  await person.keyboard('{ArrowDown}')
  const chosen = field.getAttribute('aria-activedescendant') ?? ''
  expect(document.getElementById(chosen)?.getAttribute('aria-selected')).toBe('true')
  await person.keyboard('{Enter}')
  const { pathname, search, state } = router.state.location
  expect([pathname, search, state]).toEqual(['/Admin/users', '', { search: 'wanjiku' }])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a button opens the field too, and the start of a screen’s name finds it', async () => {
  const { person, router } = renderScreen(<Office />, { as: people.admin })
  await person.click(screen.getByRole('button', { name: 'Find anything' }))
  const dialog = within(await screen.findByRole('dialog'))
  await person.type(dialog.getByRole('combobox'), 'r')
  await person.click(await dialog.findByRole('option', { name: 'Riders' }))
  expect(router.state.location.pathname).toBe('/Admin/riders')
})

test('an M-Pesa receipt number leads to that payment, a phone or a name does not', async () => {
  const { person, router, field } = await open()
  await person.type(field, '0712345678')
  await screen.findByRole('option', { name: /Client · 0712345678/ })
  expect(screen.queryByText('Payments')).toBeNull()
  await person.clear(field)
  await person.type(field, 'ukqth1r96q')
  await person.click(await screen.findByRole('option', { name: /^UKQTH1R96Q/ }))
  expect(router.state.location.pathname + router.state.location.search).toBe('/Admin/payments?search=UKQTH1R96Q')
})

test('two different ids are not searched for', async () => {
  const { person, field } = await open()
  await person.click(field)
  await person.paste('TM-7K3M-Q2XV-90TB TM-AAAA-BBBB-CCC1')
  await screen.findByText('You entered two Tracking IDs. Enter one.')
  expect(
    fakeApi()
      .received(contract.adminDeliveries.list)
      .map(({ input }) => input.search),
  ).not.toContain('TM-7K3M-Q2XV-90TB TM-AAAA-BBBB-CCC1')
})

test('a scan opens its parcel, also over the palette and its field', async () => {
  const { person, router, field } = await open()
  await person.click(field)
  await person.paste('wan')
  scan(`HTTPS://TUMA.TEST/T/${parcel.trackingId}`)
  await expect.poll(() => router.state.location.pathname).toBe(`/Admin/delivery/${parcel.deliveryType}/${parcel._id}`)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(fakeApi().received(contract.adminDeliveries.list).at(-1)?.input).toMatchObject({ search: parcel.trackingId })
})

test('a scan of an unknown parcel leads to the list, which says that it was not found', async () => {
  fakeApi().answer(contract.adminDeliveries.list, [])
  const { router } = renderScreen(<Office />, { as: people.admin })
  await screen.findByRole('button', { name: 'Find anything' })
  scan(parcel.trackingId)
  await expect
    .poll(() => router.state.location.pathname + router.state.location.search)
    .toBe(`/Admin/deliveries?search=${parcel.trackingId}`)
})

test('a search without results says so', async () => {
  for (const call of [contract.adminDeliveries.list, contract.people.users, contract.marketing.contacts] as const)
    fakeApi().answer(call, [])
  const { person, field } = await open()
  await person.type(field, 'zzzz')
  await screen.findByText('Nothing found.')
})
