// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { fakeApi, people, renderScreen, sampleDelivery } from '@tuma/kit/testing'
import { expect, test } from 'vitest'
import { ChangePhone } from './change-phone.tsx'

const waits = sampleDelivery(1, { deliveryType: 'parcelDukani', status: 'delivered' })
const show = (delivery = waits) => renderScreen(<ChangePhone delivery={delivery} />, { as: people.client })
const button = () => screen.queryByRole('button', { name: "Receiver's new number" })

test("the sender gives the receiver's new number, and messages go to the new number", async () => {
  fakeApi().answer(contract.trouble.changePhone, waits)
  const { person } = show()
  await person.click(await screen.findByRole('button', { name: "Receiver's new number" }))
  const field = await screen.findByLabelText<HTMLInputElement>('Phone number')
  expect(field.value).toBe('0722333444')
  await person.clear(field)
  await person.type(field, '0733 999 888')
  await person.click(screen.getByRole('button', { name: 'Change number' }))
  await screen.findByText('Messages now go to the new number.')
  expect(
    fakeApi()
      .received(contract.trouble.changePhone)
      .map(({ input }) => input),
  ).toEqual([{ id: 'd1', phone: '0733 999 888' }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a wrong number shows an error at the field, and nothing is sent', async () => {
  fakeApi().answer(contract.trouble.changePhone, waits)
  const { person } = show()
  await person.click(await screen.findByRole('button', { name: "Receiver's new number" }))
  const field = await screen.findByLabelText('Phone number')
  await person.clear(field)
  await person.type(field, '12')
  await person.click(screen.getByRole('button', { name: 'Change number' }))
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'))
  expect(fakeApi().received(contract.trouble.changePhone)).toEqual([])
})

test.each([
  ['was handed over', { status: 'collected' }],
  ['goes back', { leg: 'back', status: 'uncollected' }],
  ['has no receiver who is known', { receiver: { phone: 'erased' } }],
] as const)('the number of a parcel that %s cannot be changed', (_which, changes) => {
  show(sampleDelivery(1, { deliveryType: 'parcelDukani', status: 'delivered', ...changes }))
  expect(button()).toBeNull()
})
