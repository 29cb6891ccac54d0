// @vitest-environment jsdom

import { screen, waitFor } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { fakeApi, liveConnections, people, renderScreen, sampleDelivery } from '@tuma/kit/testing'
import { expect, test } from 'vitest'
import { Detail } from './screen.tsx'

const at = '/Client/delivery/doorstep/d1'
const show = () => renderScreen(<Detail />, { as: people.client, path: '/Client/delivery/:type/:id', at })
const sentence = 'On hold until your payment is confirmed. Contact us if you have paid.'

test('the sender of a parcel on hold sees the reason, and what to do', async () => {
  fakeApi().answer(contract.deliveries.detail, sampleDelivery(1, { held: ['payment_doubted'] }))
  show()
  await screen.findByText(sentence)
  fakeApi().answer(contract.deliveries.detail, sampleDelivery(1, { revision: 2 }))
  liveConnections()[0]?.change()
  await waitFor(() => expect(screen.queryByText(sentence)).toBeNull())
  expect(screen.getByText('TM-0000-0000-0001')).toBeTruthy()
})

test('a parcel that is paid on delivery has a label to print while it is on its way', async () => {
  const unpaid = { paid: false, paymentMethod: 'payOnDelivery', paymentReferenceId: '' } as const
  fakeApi()
    .answer(contract.deliveries.detail, sampleDelivery(1, { status: 'dropping', ...unpaid }))
    .answer(contract.counter.label, new File(['%PDF-'], 'label.pdf', { type: 'application/pdf' }))
  const { person } = show()
  await person.click(await screen.findByRole('button', { name: 'Print label' }))
  await person.click(await screen.findByRole('menuitem', { name: 'A4 sheet, room for four' }))
  await expect
    .poll(() => fakeApi().received(contract.counter.label)[0]?.input)
    .toEqual({ trackingId: 'TM-0000-0000-0001', size: 'a4' })
  fakeApi().answer(contract.deliveries.detail, sampleDelivery(1, { status: 'collected', revision: 2, ...unpaid }))
  liveConnections().at(-1)?.change()
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Print label' })).toBeNull())
})
