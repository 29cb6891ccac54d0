// @vitest-environment jsdom

import { screen, within } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { fakeApi, people, renderScreen } from '@tuma/kit/testing'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { OwnMoney } from './screen.tsx'

const { held, months, parcels, payouts, setPayTo } = contract.money
const at = '2026-11-23T09:00:00.000Z'
const parcel = { id: 'd1', trackingId: 'TM-0000-0000-0001', deliveryType: 'doorstep' as const }
const payTo = { name: 'Wanjiku Kamau', phone: '254711333444' }
const show = () => renderScreen(<OwnMoney />, { as: people.client, path: '/Client/money', at: '/Client/money' })

beforeEach(() => {
  fakeApi()
    .answer(held, { cents: 1500_00, ready: 1000_00, payTo })
    .answer(months, ['2026-12', '2026-11', '2026-10'])
    .answer(parcels, [{ _id: 'd1', parcel, cents: 1000_00, how: 'cash', state: 'ready', at }])
    .answer(payouts, [{ _id: 'o1', cents: 700_00, reference: 'UKN4T7X9QZ', parcels: 2, at }])
})

afterEach(() => vi.useRealTimers())

test('shows what is ready to pay out, and what is not ready yet', async () => {
  show()
  await screen.findByText('Ksh 500')
  const cards = [...document.querySelectorAll('.t-stat')].map((card) => card.textContent)
  expect(cards[0]).toContain('Ready to pay outKsh 1,000')
  expect(cards[1]).toContain('Not ready yetKsh 500')
})

test('shows the parcels, and the payouts with their receipts', async () => {
  show()
  await screen.findByText('TM-0000-0000-0001')
  await screen.findByText('UKN4T7X9QZ')
})

describe('a month', () => {
  const getMonths = async () => {
    const select = await screen.findByLabelText<HTMLSelectElement>('Month')
    return [...select.options].map(({ text }) => text)
  }
  const getFile = (name: string) => {
    const address = screen.getByRole('link', { name }).getAttribute('href') ?? ''
    return new URL(address, 'https://tuma.example')
  }

  test('is chosen from a list with the newest first; parcels, payouts and files are its own', async () => {
    const { person } = show()
    await screen.findByRole('option', { name: 'Dec 2026' })
    expect(await getMonths()).toEqual(['All months', 'Dec 2026', 'Nov 2026', 'Oct 2026'])
    await person.selectOptions(screen.getByLabelText('Month'), 'Nov 2026')
    await expect.poll(() => fakeApi().received(parcels).at(-1)?.input).toMatchObject({ month: '2026-11' })
    expect(fakeApi().received(payouts).at(-1)?.input).toMatchObject({ month: '2026-11' })
    const { pathname, searchParams } = getFile('PDF')
    expect([pathname, ...searchParams.values()]).toEqual(['/api/client/statement.pdf', '2026-11-01', '2026-11-30'])
    expect(getFile('Spreadsheet').pathname).toBe('/api/client/statement.csv')
  })

  test('without a month the files have the last twelve, which is as much as one statement has', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-30T09:00:00.000Z') })
    show()
    await screen.findByText('Statement of 12 months')
    expect([...getFile('PDF').searchParams.values()]).toEqual(['2025-12-01', '2026-11-30'])
  })

  test('in which nothing was collected says so', async () => {
    fakeApi().answer(parcels, []).answer(payouts, [])
    renderScreen(<OwnMoney />, { as: people.client, path: '/Client/money', at: '/Client/money?month=2026-01' })
    await screen.findByText('We collected no money for you in this month.')
    await screen.findByText('No payouts in this month.')
    expect((await getMonths())[0]).toBe('All months')
  })
})

test('says of each parcel who gets it, what was collected, and when and how it was paid out', async () => {
  const paidOut = { at, reference: 'UKN4T7X9QZ' }
  const sums = { receiver: 'Otieno Ouma', product: 1000, fee: 250 }
  fakeApi()
    .answer(payouts, [])
    .answer(parcels, [
      { _id: 'd1', parcel, cents: 1000_00, how: 'cash', state: 'paid', at, paidOut, ...sums },
      { _id: 'd2', parcel: null, cents: 700_00, how: 'prompt', state: 'waiting', at },
      { _id: 'd3', cents: 600_00, how: 'till', state: 'ready', at },
    ])
  show()
  const [, paid, deleted, unknown] = await screen.findAllByRole('row')
  expect(paid?.textContent).toContain('Otieno Ouma')
  const link = within(paid as HTMLElement).getByRole('link', { name: parcel.trackingId })
  expect(link.getAttribute('href')).toBe('/Client/delivery/doorstep/d1')
  expect(paid?.textContent).toMatch(/Ksh 1,000.*Ksh 250.*Paid out 23 Nov 2026UKN4T7X9QZ.*Ksh 1,000/)
  for (const row of [deleted, unknown]) {
    expect(row?.textContent).toContain('A parcel')
    expect(row?.textContent).toContain('–')
  }
})

test('a client without money sees that', async () => {
  fakeApi().answer(held, { cents: 0, ready: 0, payTo }).answer(parcels, []).answer(payouts, [])
  show()
  await screen.findByText('We have not collected any money for you yet.')
  await screen.findByText('No payouts yet.')
})

test('the payout number is changed with the password, and a new number shows when payouts start', async () => {
  const changed = { ...payTo, phone: '254799666555', changedAt: at, payableFrom: '2099-11-24T09:00:00.000Z' }
  fakeApi().answer(setPayTo, changed)
  const { person } = show()
  await screen.findByText('0711333444 · Wanjiku Kamau')
  await person.click(screen.getByRole('button', { name: 'Change number' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change your payout number' }))
  const phone = dialog.getByLabelText<HTMLInputElement>('M-Pesa number')
  // The field is empty: the old number is behind the dialog, and the user has nothing to remove.
  expect(phone.value).toBe('')
  await person.type(phone, '0799666555')
  await person.click(dialog.getByRole('button', { name: 'Change number' }))
  await dialog.findByText('Password is required.')
  fakeApi().refuse(setPayTo, 'password_wrong', { field: 'password' })
  await person.type(dialog.getByLabelText('Your password'), 'a-guess')
  await person.click(dialog.getByRole('button', { name: 'Change number' }))
  await dialog.findByText('That is not your password.')
  fakeApi().answer(setPayTo, changed).answer(held, { cents: 0, ready: 0, payTo: changed })
  await person.clear(dialog.getByLabelText('Your password'))
  await person.type(dialog.getByLabelText('Your password'), 'siri-yangu')
  await person.click(dialog.getByRole('button', { name: 'Change number' }))
  await screen.findByText('0799666555 · Wanjiku Kamau')
  screen.getByText(/This number is new\. Payouts to it start/)
  expect(fakeApi().received(setPayTo).at(-1)?.input).toEqual({ phone: '0799666555', password: 'siri-yangu' })
})

test.each([
  ['parcels', parcels],
  ['payouts', payouts],
] as const)('damaged %s that are not shown are counted, also where no other is there', async (_, list) => {
  fakeApi().answerRaw(list, [], { 'x-left-out': '1' })
  show()
  await screen.findByText('1 row can’t be shown now. Everything is saved. Look again in a few minutes.')
})
