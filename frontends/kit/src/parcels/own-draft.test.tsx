// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { createMemoryRouter, Link } from '@tuma/kit/runtime'
import { fakeApi, people, renderRouter, renderScreen } from '@tuma/kit/testing'
import { keepDraft, readDraft } from '@tuma/kit/ui'
import { expect, test } from 'vitest'
import { DoorstepForm } from './doorstep-form.tsx'
import { keepParcel, keptParcel } from './kept-parcels.ts'
import { accepted, contact, filledIn, prices, shops } from './samples.ts'

const at = '/send-parcel/door-step'
const toLilian = { ...filledIn, receiver: { ...filledIn.receiver, name: 'Lilian Akinyi' } }
const server = () =>
  fakeApi()
    .answer(contract.payment.unused, [])
    .answer(contract.locations.contact, contact)
    .answer(contract.locations.shops, shops)
    .answer(contract.locations.prices, prices)
const form = <DoorstepForm variant="public" checkoutPath="/checkout" after="/send-parcel" />
/** From another page by a link, as people come to a form. */
const come = (state: unknown = null) => {
  const routes = [
    {
      path: '/',
      element: (
        <Link to={at} state={state}>
          Send
        </Link>
      ),
    },
    { path: at, element: form },
    { path: '*', element: null },
  ]
  return renderRouter(createMemoryRouter(routes, { initialEntries: ['/'] }))
}
const receiver = () => screen.findByLabelText<HTMLInputElement>('Receiver Name')

test('a form that was left says whose parcel it holds, and goes on with it', async () => {
  server()
  keepDraft('doorstep.visitor', toLilian)
  const { person } = come()
  await person.click(screen.getByRole('link', { name: 'Send' }))
  await screen.findByText('You started a parcel to Lilian.')
  await person.click(screen.getByRole('button', { name: 'Continue' }))
  expect(screen.queryByText('You started a parcel to Lilian.')).toBeNull()
  expect((await receiver()).value).toBe('Lilian Akinyi')
})

test('one notice says that too where money is unused, and the form offers it once that is answered', async () => {
  server().answer(contract.payment.unused, [
    { paymentReferenceId: 'PAY-717171', amount: 250, paidAt: '2026-11-21T06:00:00.000Z' },
  ])
  keepDraft('doorstep.visitor', toLilian)
  const { person } = come()
  await person.click(screen.getByRole('link', { name: 'Send' }))
  await screen.findByText('You paid Ksh 250 and have not used it yet.')
  await screen.findByRole('button', { name: 'Pay Ksh 200 with M-Pesa' })
  expect(screen.queryByRole('button', { name: 'Finish booking' })).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Continue' }))
  expect(screen.queryByText('You paid Ksh 250 and have not used it yet.')).toBeNull()
  await screen.findByRole('button', { name: 'Finish booking' })
})

test('Back to the form of a parcel that was booked leads to the booking', async () => {
  server().answer(contract.requests.doorstep, accepted)
  keepDraft('doorstep.visitor', { ...toLilian, paymentMethod: 'payOnDelivery', productPrice: 100 })
  const { person, router } = come({ goesOn: true })
  await person.click(screen.getByRole('link', { name: 'Send' }))
  await person.click(await screen.findByRole('button', { name: 'Schedule Pickup' }))
  await screen.findByText('TM-7K3M-Q2XV-90TB')
  await router.navigate('/elsewhere')
  await router.navigate(-1)
  await waitFor(() => expect(router.state.location.pathname).toBe('/send-parcel'))
  expect(router.state.location.state).toMatchObject({ justSent: { trackingId: 'TM-7K3M-Q2XV-90TB' } })
  await router.navigate('/')
  await person.click(await screen.findByRole('link', { name: 'Send' }))
  expect((await receiver()).value).toBe('')
})

test('or begins with an empty one', async () => {
  server()
  keepDraft('doorstep.visitor', toLilian)
  keepParcel('doorstep.visitor', {
    ...{ at: Date.now(), reference: 'PAY-515151', values: toLilian },
    due: { amount: 200, what: 'same-day NAIROBI CBD', form: at, kind: 'doorstep' },
  })
  const { person } = come()
  await person.click(screen.getByRole('link', { name: 'Send' }))
  await person.click(await screen.findByRole('button', { name: 'Start new' }))
  await waitFor(async () => expect((await receiver()).value).toBe(''))
  expect(screen.queryByText('You started a parcel to Lilian.')).toBeNull()
  expect(keptParcel('doorstep.visitor')).toBeNull()
})

test.each([
  ['who comes back from the checkout', { goesOn: true }],
  ['who has just paid', { justPaid: true }],
])('%s is asked nothing', async (_, state) => {
  server()
  keepDraft('doorstep.visitor', toLilian)
  const { person } = come(state)
  await person.click(screen.getByRole('link', { name: 'Send' }))
  expect((await receiver()).value).toBe('Lilian Akinyi')
  expect(screen.queryByText('You started a parcel to Lilian.')).toBeNull()
})

test('Back to a form that was left just now asks nothing', async () => {
  server()
  const { person, router } = come()
  await person.click(screen.getByRole('link', { name: 'Send' }))
  await person.type(await receiver(), 'Lilian Akinyi')
  await router.navigate('/elsewhere')
  await router.navigate(-1)
  expect((await receiver()).value).toBe('Lilian Akinyi')
  expect(screen.queryByText('You started a parcel to Lilian.')).toBeNull()
})

test('in a new tab the form of a payment that was begun is there again', async () => {
  server()
  keepParcel('doorstep.visitor', {
    ...{ at: Date.now(), reference: 'PAY-515151', values: toLilian },
    due: { amount: 200, what: 'same-day NAIROBI CBD', form: at, kind: 'doorstep' },
  })
  renderScreen(form, { path: at, at })
  await screen.findByText('You started a parcel to Lilian.')
  expect((await receiver()).value).toBe('Lilian Akinyi')
})

test('Send again has a draft of its own: another form stays as it was, and the other way round', async () => {
  server().answer(contract.savedPeople.list, { people: [], last: undefined, total: 0 } as never)
  keepDraft('doorstep-again.wanjiku', toLilian)
  const path = '/Client/send-parcel/door-step'
  const clients = <DoorstepForm variant="client" checkoutPath="/Client/checkout" after="/Client/send-parcel" />
  const first = renderScreen(clients, { as: people.client, path, at: path })
  expect((await receiver()).value).toBe('')
  first.unmount()
  renderScreen(clients, { as: people.client, path, at: `${path}?again=1` })
  expect((await receiver()).value).toBe('Lilian Akinyi')
  expect(screen.queryByText('You started a parcel to Lilian.')).toBeNull()
  expect(readDraft('doorstep.wanjiku')).toEqual({})
})
