// @vitest-environment jsdom

import { screen } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { fakeApi, people, renderScreen } from '@tuma/kit/testing'
import { expect, test } from 'vitest'
import { RepeatedMessages } from './repeated.tsx'

const show = () => renderScreen(<RepeatedMessages />, { as: people.admin })

test('a message that went twice shows its kind, its parcel and when', async () => {
  const parcel = { id: 'd1', trackingId: 'TM-7K3M-Q2XV-90TB', deliveryType: 'doorstep' } as const
  fakeApi().answer(contract.operations.repeated, [
    { messageId: 'm1', channel: 'sms', template: 'collected', at: '2026-11-21T08:00:00Z', parcel },
    { messageId: 'm2', channel: 'email', template: 'reset', at: '2026-11-21T07:00:00Z' },
  ])
  show()
  await screen.findByText('Collected · SMS')
  screen.getByText('Link to a new password · e-mail')
  const link = screen.getByRole('link', { name: 'TM-7K3M-Q2XV-90TB' }) as HTMLAnchorElement
  expect(link.pathname).toBe('/Admin/delivery/doorstep/d1')
  expect(screen.getAllByRole('row')[1]?.textContent).toContain('11:00')
  screen.getByText('2 of 2 shown')
})

test('without such a message the office reads that none was sent twice', async () => {
  fakeApi().answer(contract.operations.repeated, [])
  show()
  await screen.findByText('No message was sent twice.')
})
