// @vitest-environment jsdom

import { screen } from '@testing-library/react'
import { contract, type PaidParcel } from '@tuma/contracts/api'
import { fakeApi, people, renderScreen } from '@tuma/kit/testing'
import { expect, test } from 'vitest'
import { Paid } from './screen.tsx'

const paidNow: PaidParcel = {
  _id: 'd1',
  trackerId: 'TM-0000-0000-0001',
  trackingId: 'TM-0000-0000-0001',
  deliveryType: 'doorstep',
  senderName: 'Wanjiku Kamau',
  paymentReferenceId: 'PAY-123456',
  mpesaMessage: 'TKL7H8J9K0 Confirmed. Ksh350.00 paid to TUMA PARCELS.',
  amount: 350,
  createdAt: '2026-11-20T08:00:00.000Z',
}
const paidInCash = { ...paidNow, _id: 'd2', trackerId: 'TM-0000-0000-0002', paymentReferenceId: '', mpesaMessage: '' }

const path = '/Agent/paid'
const show = (state?: unknown) => renderScreen(<Paid />, { as: people.agent, path, at: path, state })

test('each paid delivery is listed with its payment and links to its details', async () => {
  fakeApi().answer(contract.agent.paidParcels, [paidNow, paidInCash])
  show()
  const link = (await screen.findByRole('link', { name: 'TM-0000-0000-0001' })) as HTMLAnchorElement
  expect(link.pathname).toBe('/Agent/delivery/doorstep/d1')
  expect(screen.getByText('PAY-123456')).toBeTruthy()
  expect(screen.getByText('TKL7H8J9K0').closest('details')?.open).toBe(false)
  expect(screen.getByText(/^TKL7H8J9K0 Confirmed/)).toBeTruthy()
  expect(screen.getByText('On delivery')).toBeTruthy()
  expect(screen.getAllByText('Ksh 350')).toHaveLength(2)
})

test('a payment shows whether M-Pesa has confirmed it', async () => {
  const shown = { ...paidNow, _id: 'd3', trackerId: 'TM-0000-0000-0003', evidence: 'shown' as const }
  fakeApi().answer(contract.agent.paidParcels, [{ ...paidNow, evidence: 'confirmed' }, shown, paidInCash])
  show()
  await screen.findByText('Confirmed')
  expect(screen.getAllByText('Not yet confirmed by M-Pesa')).toHaveLength(1)
})

test('the payer is named beside the reference, so that the agent can compare it with the till', async () => {
  fakeApi().answer(contract.agent.paidParcels, [{ ...paidNow, payerName: 'Jina Tofauti' }, paidInCash])
  show()
  await screen.findByText('Paid by Jina Tofauti')
  expect(screen.getAllByText(/^Paid by/)).toHaveLength(1)
})

test('a sender who paid is marked beside their name only', async () => {
  fakeApi().answer(contract.agent.paidParcels, [{ ...paidNow, payerName: 'WANJIKU KAMAU' }])
  show()
  await screen.findByText('Wanjiku Kamau (paid)')
  expect(screen.queryByText(/^Paid by/)).toBeNull()
})

test('is searched by tracker id, and the cleared search shows everything again', async () => {
  fakeApi().answer(contract.agent.paidParcels, ({ input }) => (input.search ? [] : [paidNow]))
  const { person } = show()
  await person.type(await screen.findByLabelText('Search by tracker ID'), 'TM-9')
  await screen.findByText('No deliveries match your search')
  expect(fakeApi().received(contract.agent.paidParcels).at(-1)?.input).toEqual({ search: 'TM-9' })
  await person.click(screen.getByRole('button', { name: 'Clear search' }))
  await screen.findByText('TM-0000-0000-0001')
})

test('the search is kept on the way back, and the address never shows it', async () => {
  fakeApi().answer(contract.agent.paidParcels, [paidNow])
  const first = show()
  await first.person.type(await screen.findByLabelText('Search by tracker ID'), 'TM-0000')
  const kept = { search: 'TM-0000' }
  await expect.poll(() => first.router.state.location).toMatchObject({ pathname: path, search: '', state: kept })
  first.unmount()
  show(kept)
  expect(await screen.findByDisplayValue('TM-0000')).toBeTruthy()
  expect(fakeApi().received(contract.agent.paidParcels).at(-1)?.input).toEqual(kept)
})

test('says when nothing was paid yet', async () => {
  fakeApi().answer(contract.agent.paidParcels, [])
  show()
  await screen.findByText('No deliveries found')
})

test('says when paid deliveries could not be fetched, and tries again', async () => {
  fakeApi().fail(contract.agent.paidParcels)
  const { person } = show()
  await screen.findByText('Failed to fetch paid deliveries.')
  fakeApi().answer(contract.agent.paidParcels, [paidNow])
  await person.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findByText('PAY-123456')
})

test('a further page that fails says so and leaves what is shown', async () => {
  fakeApi().answer(contract.agent.paidParcels, [paidNow], { 'x-next-cursor': 'page2' })
  const { person } = show()
  const more = await screen.findByRole('button', { name: 'Show more' })
  fakeApi().fail(contract.agent.paidParcels)
  await person.click(more)
  await screen.findByText('Failed to fetch paid deliveries.')
  expect(screen.getByText('PAY-123456')).toBeTruthy()
})

test('damaged payments that are not shown are counted', async () => {
  fakeApi().answer(contract.agent.paidParcels, [paidNow], { 'x-left-out': '1' })
  show()
  await screen.findByText('1 row can’t be shown now. Everything is saved. Look again in a few minutes.')
})
