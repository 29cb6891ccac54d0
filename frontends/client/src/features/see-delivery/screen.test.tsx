// @vitest-environment jsdom

import { screen, waitFor } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { fakeApi, liveConnections, people, renderScreen, sampleDelivery } from '@tuma/kit/testing'
import { expect, test } from 'vitest'
import { Detail } from './screen.tsx'

const at = '/Client/delivery/doorstep/d1'
const show = () => renderScreen(<Detail />, { as: people.client, path: '/Client/delivery/:type/:id', at })
const sentence = 'Held until your payment is confirmed. Contact us if you have paid.'

test('whoever sent a parcel that is held hears what it waits for, and what they can do', async () => {
  fakeApi().answer(contract.deliveries.detail, sampleDelivery(1, { held: ['payment_doubted'] }))
  show()
  await screen.findByText(sentence)
  fakeApi().answer(contract.deliveries.detail, sampleDelivery(1, { revision: 2 }))
  liveConnections()[0]?.change()
  await waitFor(() => expect(screen.queryByText(sentence)).toBeNull())
  expect(screen.getByText('TM-0000-0000-0001')).toBeTruthy()
})
