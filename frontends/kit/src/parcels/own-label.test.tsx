// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { fakeApi, people, renderScreen } from '@tuma/kit/testing'
import { expect, test } from 'vitest'
import { BookedMeanwhile } from './booked-meanwhile.tsx'
import { JustSent, type JustSentState } from './just-sent.tsx'
import { shops } from './samples.ts'
import { Sent } from './sent.tsx'

const trackingId = 'TM-7K3M-Q2XV-90TB'
const bring = { shop: 'Moi Avenue Shop', place: 'NAIROBI CBD', receiverPhone: '0722345678', to: 'THIKA' }
const client = { as: people.client }
const bookedBy = (byVisitor: boolean) => (
  <Sent parcel={{ trackingId, byVisitor }} bring={bring} variant="client" after="/Client/send-parcel" />
)
const server = () =>
  fakeApi()
    .answer(contract.locations.shops, shops)
    .answer(contract.counter.label, new File(['%PDF-'], 'label.pdf', { type: 'application/pdf' }))

const findLabel = () => screen.findByRole('button', { name: 'Print label' })
/** After a link that is there as well. */
const expectNoLabel = async (): Promise<void> => {
  await screen.findByRole('link', { name: 'Track Parcel' })
  await expect(screen.findByRole('button', { name: 'Print label' }, { timeout: 300 })).rejects.toThrow()
}

test('who books a parcel with an account prints its label there', async () => {
  server()
  const { person } = renderScreen(bookedBy(false), client)
  await person.click(await findLabel())
  await person.click(await screen.findByRole('menuitem', { name: 'A6 sheet' }))
  const asked = () => fakeApi().received(contract.counter.label)
  await expect.poll(asked).toMatchObject([{ input: { trackingId, size: 'a6' } }])
})

test('a guest is offered no label, because the server gives them none', async () => {
  server()
  renderScreen(bookedBy(false))
  await expectNoLabel()
})

test('a parcel that was paid before its sender signed in has no label here: no account owns it', async () => {
  server()
  renderScreen(bookedBy(true), client)
  await expectNoLabel()
})

test.each([false, true])('the page that follows has it as well, unless a visitor asked: %s', async (byVisitor) => {
  server()
  const state: JustSentState = { justSent: { trackingId, track: '/Client/track-parcel', byVisitor } }
  renderScreen(<JustSent />, { ...client, state })
  await (byVisitor ? expectNoLabel() : findLabel())
})

test.each([
  ['doorstep.wanjiku', true],
  ['doorstep.visitor', false],
])('a parcel that was booked meanwhile has it where the account asked: %s', async (draft, isOwn) => {
  server()
  const booked = [{ draft, reference: 'PAY-717171', name: 'Otieno', shop: '', place: '', trackingId }]
  renderScreen(<BookedMeanwhile booked={booked} />, client)
  await (isOwn ? findLabel() : expectNoLabel())
})
