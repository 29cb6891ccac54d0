// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { fakeApi, people, renderScreen } from '@tuma/kit/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { DeliveryCard } from './delivery-card.tsx'
import { DeliveryDetail } from './delivery-detail.tsx'
import { catchReceipts } from './receipt-catcher.ts'
import { toTheDoor } from './samples.ts'

const open = () =>
  renderScreen(
    <DeliveryDetail type="doorstep" id="d1" back="/Client/delivery-history">
      {(delivery) => <p>Row {delivery.revision}</p>}
    </DeliveryDetail>,
    { as: people.client, path: '/Client/delivery/doorstep/d1', at: '/Client/delivery/doorstep/d1' },
  )

afterEach(() => void vi.restoreAllMocks())

test('a delivery is shown in full, with what the area adds', async () => {
  const api = fakeApi().answer(contract.deliveries.detail, toTheDoor)
  open()
  for (const shown of [
    'TM-7K3M-Q2XV-90TB',
    'Waiting for the rider',
    'Wanjiku Kamau',
    '0712345678',
    'Moi Avenue Shop',
    'Otieno Odhiambo',
    'Kenyatta Avenue 12',
    'Blue gate',
    'Pay Now',
    'PAY-123456',
    'A box of shoes',
    'Kimani Njoroge, 0733345678',
    'Row 3',
  ]) {
    expect(await screen.findByText(shown)).toBeTruthy()
  }
  expect(screen.getAllByText('Ksh 500')).toHaveLength(2)
  expect(api.received(contract.deliveries.detail)[0]?.input).toEqual({ type: 'doorstep', id: 'd1' })
})

test('a phone that SMS can’t reach is marked below the number', async () => {
  fakeApi().answer(contract.deliveries.detail, { ...toTheDoor, cantBeTold: ['receiver', 'sender'] })
  open()
  const receiver = await screen.findByText("SMS can't reach this number. Call them.")
  expect(receiver.parentElement?.textContent).toContain('0722345678')
  expect(screen.getByText("SMS can't reach this number.").parentElement?.textContent).toContain('0712345678')
})

test('the details show what M-Pesa says about the payment, and nothing if M-Pesa was not used', async () => {
  fakeApi().answer(contract.deliveries.detail, { ...toTheDoor, evidence: 'shown' })
  const { unmount } = open()
  await screen.findByText('Message received. We are confirming with M-Pesa')
  unmount()
  fakeApi().answer(contract.deliveries.detail, { ...toTheDoor, _id: 'd2' })
  renderScreen(<DeliveryDetail type="doorstep" id="d2" back="/Client/delivery-history" />, { as: people.client })
  await screen.findByText('PAY-123456')
  expect(screen.queryByText('M-Pesa')).toBeNull()
})

test('a hold is shown beside the status, and nothing without a hold', async () => {
  fakeApi().answer(contract.deliveries.detail, { ...toTheDoor, held: ['payment_doubted'] })
  const { unmount } = open()
  const badge = await screen.findByText('On hold: payment not confirmed')
  expect(badge.previousElementSibling?.textContent).toBe('Waiting for the rider')
  unmount()
  fakeApi().answer(contract.deliveries.detail, { ...toTheDoor, _id: 'd2', held: ['damaged'] })
  renderScreen(<DeliveryDetail type="doorstep" id="d2" back="/Client/delivery-history" />, { as: people.client })
  await screen.findByText('On hold')
})

test('the collector is shown in full, or with a masked phone and a note that the ID was seen', async () => {
  const picker = {
    pickerName: 'Juma Odinga',
    pickerPhone: '254722555666',
    pickerNationalId: '12345678',
    pickerIdSeen: true,
  }
  fakeApi().answer(contract.deliveries.detail, { ...toTheDoor, picker })
  const { unmount } = open()
  expect(await screen.findByText('Juma Odinga, 0722555666')).toBeTruthy()
  expect(screen.getByText('12345678')).toBeTruthy()
  unmount()

  const masked = { ...picker, pickerPhone: '07** *** 666', pickerNationalId: null }
  fakeApi().answer(contract.deliveries.detail, { ...toTheDoor, _id: 'd2', picker: masked })
  renderScreen(<DeliveryDetail type="doorstep" id="d2" back="/Client/delivery-history" />, { as: people.client })
  expect(await screen.findByText('Juma Odinga, 07** *** 666')).toBeTruthy()
  expect(screen.getByText('Seen by the shop')).toBeTruthy()
})

test("the product's price is shown only while it is owed and above 0", async () => {
  const owed = { ...toTheDoor.receiver, productPaid: 'no' as const, productPrice: 1250 }
  fakeApi().answer(contract.deliveries.detail, { ...toTheDoor, receiver: owed, totalAmount: 1750 })
  open()
  expect(await screen.findByText('Ksh 1,250')).toBeTruthy()
  expect(screen.getByText('Ksh 1,750')).toBeTruthy()
})

test('a product that is paid for, or costs nothing, shows no price', async () => {
  const free = { ...toTheDoor.receiver, productPaid: 'no' as const, productPrice: 0 }
  fakeApi().answer(contract.deliveries.detail, { ...toTheDoor, receiver: free })
  open()
  await screen.findByText('A box of shoes')
  expect(screen.queryByText('Product price')).toBeNull()
})

test('its receipt can be downloaded where it was paid with a reference', async () => {
  fakeApi().answer(contract.deliveries.detail, toTheDoor)
  const { person } = open()
  const saved = catchReceipts()
  await person.click(await screen.findByRole('button', { name: 'Download Receipt' }))
  await waitFor(() => expect(saved).toEqual(['TM-7K3M-Q2XV-90TB as receipt_TM-7K3M-Q2XV-90TB.pdf']))
})

test('without a payment reference there is no receipt button', async () => {
  const onDelivery = { ...toTheDoor, paymentMethod: 'payOnDelivery' as const, paymentReferenceId: '' }
  fakeApi().answer(contract.deliveries.detail, onDelivery)
  open()
  await screen.findByText('Pay On Delivery')
  expect(screen.queryByRole('button', { name: 'Download Receipt' })).toBeNull()
})

test('the ways back lead to where the area says', async () => {
  fakeApi().answer(contract.deliveries.detail, toTheDoor)
  open()
  await screen.findByText('A box of shoes')
  const back = screen.getAllByRole('link', { name: 'Back' }).map((link) => link.getAttribute('href'))
  expect(back).toEqual(['/Client/delivery-history', '/Client/delivery-history'])
})

test('an id that is no parcel of theirs has the specified heading, and why below', async () => {
  fakeApi().refuse(contract.deliveries.detail, 'not_found')
  open()
  await screen.findByText('This parcel does not exist, or is not yours.')
  expect(screen.getByText('Failed to fetch delivery details.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull()
})

test('what can not be shown says so and goes back', async () => {
  fakeApi().fail(contract.deliveries.detail)
  const { person, router } = open()
  expect(await screen.findByText('Failed to fetch delivery details.')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Go Back' }))
  expect(router.state.location.pathname).toBe('/Client/delivery-history')
})

test('a part that failed to load can be loaded again in its place', async () => {
  fakeApi().fail(contract.deliveries.detail)
  const { person } = open()
  await screen.findByText('Failed to fetch delivery details.')
  fakeApi().answer(contract.deliveries.detail, toTheDoor)
  await person.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findByText(toTheDoor.trackingId)
})

test('the card of a delivery names it and leads to its detail', () => {
  renderScreen(<DeliveryCard delivery={toTheDoor} to="/Client/delivery/doorstep/d1" />)
  const card = screen.getByRole('link')
  expect(card.getAttribute('href')).toBe('/Client/delivery/doorstep/d1')
  expect(card.textContent).toBe(
    'TM-7K3M-Q2XV-90TBWaiting for the riderTo Otieno Odhiambo, NAIROBI CBDDoor Step · Ksh 50020 Nov 2026, 09:00',
  )
})
