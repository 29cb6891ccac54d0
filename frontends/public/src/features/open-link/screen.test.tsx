// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { createMemoryRouter } from '@tuma/kit/runtime'
import { fakeApi, renderRouter } from '@tuma/kit/testing'
import { expect, test } from 'vitest'
import { OpenLink } from './screen.tsx'

const key = '0A1B2C3D4E5F6G7H8I9J0K1L2M'
const open = (hash = `#${key}`) =>
  renderRouter(
    createMemoryRouter(
      [
        { path: '/p', element: <OpenLink /> },
        { path: '*', element: null },
      ],
      { initialEntries: [`/p/${hash}`] },
    ),
  )
const asked = () => fakeApi().received(contract.payment.openLink)

test('the link shows the payment and uses nothing, and one press uses the payment and goes on', async () => {
  fakeApi().answer(contract.payment.openLink, { paymentReferenceId: 'PAY-616161', amount: 250 })
  const { person, router } = open()
  await screen.findByText('You paid Ksh 250. Your parcel is not booked yet.')
  expect(asked().map(({ input }) => input)).toEqual([{ key }])
  await person.click(screen.getByRole('button', { name: 'Finish booking' }))
  await expect.poll(() => router.state.location.pathname).toBe('/send-parcel')
  expect(asked().at(-1)?.input).toEqual({ key, take: true })
  expect(JSON.parse(localStorage.getItem('tuma.verified-payment') ?? '')).toMatchObject({ reference: 'PAY-616161' })
})

test.each(['link_invalid', 'payment_used'] as const)('a link that has ended shows that: %s', async (code) => {
  fakeApi().refuse(contract.payment.openLink, code)
  open()
  await screen.findByText(
    code === 'link_invalid' ? 'This link no longer works.' : 'This payment has already been used.',
  )
  await screen.findByRole('link', { name: code === 'link_invalid' ? 'Log in' : 'Track Parcel' })
})

test('an address without a key asks nothing', async () => {
  open('')
  await screen.findByText('This link no longer works.')
  expect(asked()).toEqual([])
})
