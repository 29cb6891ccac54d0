// @vitest-environment jsdom

import { screen, within } from '@testing-library/react'
import { type AdminPayment, contract } from '@tuma/contracts/api'
import { fakeApi, people, renderScreen } from '@tuma/kit/testing'
import { expect, test } from 'vitest'
import { Refund } from './features/list-payments/refund.tsx'
import { Attention } from './features/see-revenue/attention.tsx'

const { refund } = contract.adminPayments
const none = { count: 0, more: false }
const waiting = (doubted: typeof none) => ({
  ...{ waiting: none, due: { ...none, amount: 0 }, parked: 0, unsent: 0, statements: null, books: null },
  money: { doubted, unchecked: none, unclaimed: none, unused: none },
})
const payment: AdminPayment = {
  ...{
    _id: 'p1',
    receipt: 'UKN6H7T3GA',
    amount: 50,
    paidAt: '2026-11-20T06:30:00.000Z',
    shownAt: null,
    claimedAt: null,
  },
  ...{ senderName: null, paymentReference: null, usedBy: null, parcel: null, evidence: ['statement'] },
  ...{ state: 'confirmed', doubt: null, letPass: false, refundable: 5_000, owed: 5_000 },
}

test.each(['noted', 'refused'])('the dashboard counts again when a refund is %s', async (outcome) => {
  fakeApi().answer(contract.operations.attention, waiting({ count: 1, more: false }))
  const { person } = renderScreen(
    <main id="main" tabIndex={-1}>
      <Attention />
      <Refund payment={payment} onClose={() => undefined} />
    </main>,
    { as: people.admin, path: '/Admin', at: '/Admin' },
  )
  await screen.findByText('1 payment does not match M-Pesa')
  fakeApi().answer(contract.operations.attention, waiting(none))
  if (outcome === 'noted') fakeApi().answer(refund, { ...payment, owed: 0, refundable: 0 })
  else fakeApi().refuse(refund, 'refund_too_much')
  const dialog = within(await screen.findByRole('dialog'))
  await person.type(dialog.getByLabelText(/^M-Pesa receipt number/), 'UKO1AAAAA1')
  await person.type(dialog.getByLabelText(/^Reason/), 'paid twice')
  await person.click(dialog.getByRole('button', { name: 'Record refund' }))
  await expect.poll(() => screen.queryByText('1 payment does not match M-Pesa')).toBeNull()
})
