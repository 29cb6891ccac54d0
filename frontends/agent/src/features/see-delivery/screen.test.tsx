// @vitest-environment jsdom

import { screen, within } from '@testing-library/react'
import { contract, type Delivery } from '@tuma/contracts/api'
import { type NextStep, refusals } from '@tuma/contracts/vocabulary'
import { fakeApi, liveConnections, people, renderScreen, sampleDelivery } from '@tuma/kit/testing'
import { describe, expect, test } from 'vitest'
import { Detail } from './screen.tsx'

const offers = (step: NextStep) => ({ nextStep: { step, mine: true } })
const dropping = sampleDelivery(1, { status: 'dropping', deliveryType: 'parcelDukani', ...offers('drop') })
const dropped: Delivery = { ...dropping, status: 'uncollected', revision: 2, ...offers('putInTransit') }

const at = '/Agent/delivery/parcelDukani/d1'
const show = (state?: unknown) =>
  renderScreen(<Detail />, { as: people.agent, path: '/Agent/delivery/:type/:id', at, state })
const wayBack = async () => ((await screen.findAllByRole('link', { name: 'Back' })) as HTMLAnchorElement[])[0]

test('the next step is first on the page, and its outcome shows before the parcel is loaded again', async () => {
  const api = fakeApi().answer(contract.deliveries.detail, dropping)
  api.answer(contract.agent.drop, () => {
    api.hold(contract.deliveries.detail, dropped)
    return dropped
  })
  const { person, container } = show()
  await screen.findByRole('button', { name: 'Dropped' })
  expect(container.querySelector('.parcel-at-hand')?.firstElementChild?.textContent).toContain('Dropped')
  await person.click(screen.getByRole('button', { name: 'Dropped' }))
  await screen.findByText('Dropped', { selector: '.t-badge' })
  expect(await screen.findByRole('button', { name: 'Intransit' })).toBeTruthy()
})

test('a held parcel says why, in the place of its step', async () => {
  const nextStep = { step: 'putInTransit', mine: true, heldBy: 'payment_doubted' } as const
  fakeApi().answer(contract.deliveries.detail, { ...dropped, held: ['payment_doubted'], nextStep })
  const { container } = show()
  await screen.findByText(refusals.parcel_held.message)
  expect(container.querySelector('.parcel-first')?.textContent).toContain(refusals.parcel_held.message)
  expect(screen.queryByRole('button', { name: 'Intransit' })).toBeNull()
})

test('the progress comes before sender and receiver, in the words of the counter', async () => {
  const history = [
    { status: 'dropping' as const, at: '2026-11-21T06:00:00.000Z' },
    { status: 'uncollected' as const, at: '2026-11-21T09:00:00.000Z' },
  ]
  fakeApi().answer(contract.deliveries.detail, { ...dropped, history })
  show()
  const way = await screen.findByRole('list', { name: 'Progress' })
  const sender = screen.getByRole('heading', { name: 'Sender' })
  expect(way.compareDocumentPosition(sender) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  expect([...way.querySelectorAll('.parcel-stop-name')].map(({ lastChild }) => lastChild?.textContent)).toEqual([
    'Dropping Off',
    'Dropped',
    'In Transit',
    'Ready to collect',
    'Collected',
  ])
})

test('what another device does with it shows without a reload', async () => {
  fakeApi().answer(contract.deliveries.detail, dropping)
  show()
  await screen.findByRole('button', { name: 'Dropped' })
  fakeApi().answer(contract.deliveries.detail, dropped)
  liveConnections()[0]?.change()
  await screen.findByRole('button', { name: 'Intransit' })
})

test('Back leads to the tab that it was opened from, or to the dashboard', async () => {
  fakeApi().answer(contract.deliveries.detail, dropping)
  const { unmount } = show({ back: '/Agent/received?tab=collected' })
  expect((await wayBack())?.getAttribute('href')).toBe('/Agent/received?tab=collected')
  unmount()
  show()
  expect((await wayBack())?.getAttribute('href')).toBe('/Agent')
})

test('a parcel that was opened from a list offers no next one', async () => {
  fakeApi().answer(contract.deliveries.detail, dropping)
  show({ back: '/Agent/uncollected' })
  await screen.findByRole('button', { name: 'Dropped' })
  expect(screen.queryByRole('button', { name: 'Next parcel' })).toBeNull()
})

test('after one that was typed the next one is typed', async () => {
  fakeApi().answer(contract.deliveries.detail, dropping)
  const { person, router } = show({ back: '/Agent', means: 'typed' })
  await person.click(await screen.findByRole('button', { name: 'Next parcel' }))
  await expect.poll(() => router.state.location).toMatchObject({ pathname: '/Agent/find', state: { typing: true } })
})

test('after one that was scanned the camera opens again', async () => {
  fakeApi().answer(contract.deliveries.detail, dropping)
  const { person } = show({ back: '/Agent', means: 'scanned' })
  await person.click(await screen.findByRole('button', { name: 'Next parcel' }))
  await screen.findByRole('dialog', { name: 'Scan a label or receipt' })
})

test('the amount due is beside the step, with a way to call the receiver', async () => {
  const owing = sampleDelivery(1, {
    ...{ status: 'inTransit', paid: false, paymentMethod: 'payOnDelivery', totalAmount: 1250 },
    nextStep: { step: 'markDelivered', mine: true },
  })
  fakeApi().answer(contract.deliveries.detail, owing)
  const { container } = show()
  await screen.findByRole('button', { name: 'Delivered' })
  expect(container.querySelector('.parcel-first')?.textContent).toContain('Amount due: Ksh 1,250')
  const call = screen.getByRole('link', { name: 'Call Kiprop Cheruiyot' })
  expect(call.getAttribute('href')).toBe('tel:+254722333444')
})

test.each([
  ['A6 sheet', 'a6'],
  ['A4 sheet, room for four', 'a4'],
  ['80 mm roll', '80'],
  ['58 mm roll', '58'],
])('the label is saved for an %s', async (name, size) => {
  fakeApi()
    .answer(contract.deliveries.detail, dropping)
    .answer(contract.counter.label, new File(['%PDF-'], 'label.pdf', { type: 'application/pdf' }))
  const { person } = show()
  await person.click(await screen.findByRole('button', { name: 'Print label' }))
  await person.click(await screen.findByRole('menuitem', { name }))
  await expect
    .poll(() => fakeApi().received(contract.counter.label)[0]?.input)
    .toEqual({ trackingId: 'TM-0000-0000-0001', size })
})

test('once its step is taken the next parcel keeps its place and has the other one too', async () => {
  const api = fakeApi().answer(contract.deliveries.detail, dropping)
  api.answer(contract.agent.drop, () => {
    api.answer(contract.deliveries.detail, dropped)
    return dropped
  })
  const { person } = show({ back: '/Agent', means: 'typed' })
  const names = () =>
    screen.getAllByRole('button', { name: /Dropped|Intransit|Next parcel/ }).map((one) => one.textContent)
  await screen.findByRole('button', { name: 'Dropped' })
  expect(names()).toEqual(['Dropped', 'Next parcel'])
  await person.click(screen.getByRole('button', { name: 'Dropped' }))
  await screen.findByRole('button', { name: 'Intransit' })
  await expect.poll(names).toEqual(['Intransit', 'Next parcel'])
  const hand = screen.getByRole('button', { name: 'Next parcel' }).closest('[data-done]')
  expect(hand?.contains(screen.getByRole('button', { name: 'Intransit' }))).toBe(true)
  expect(screen.getByRole('button', { name: 'Next parcel' }).dataset.variant).toBe('primary')
})

test('a parcel is handed over with its code from its page, and the dialog is gone', async () => {
  const nextStep = { step: 'assignPicker', mine: true } as const
  const waits = sampleDelivery(1, { status: 'delivered', deliveryType: 'parcelDukani', revision: 4, nextStep })
  const collected: Delivery = { ...waits, status: 'collected', revision: 6, nextStep: { step: null, mine: false } }
  const api = fakeApi().answer(contract.deliveries.detail, waits).answer(contract.counter.find, [waits])
  api.answer(contract.collecting.collect, () => {
    api.answer(contract.deliveries.detail, collected).answer(contract.counter.find, [collected])
    return { ...collected, others: [] }
  })
  const { person } = show()
  await person.click(await screen.findByRole('button', { name: 'Hand over' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Hand over with the code' }))
  await person.type(dialog.getByLabelText('Collection code'), '042137')
  await person.click(dialog.getByRole('button', { name: 'Hand over' }))
  await screen.findByText('Status updated to Collected successfully!')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})

describe('a parcel that was taken in at this counter', () => {
  const voidUntil = '2026-11-21T10:15:00.000Z'
  const counted: Delivery = { ...dropped, counter: { how: 'cash', voidUntil } }
  const serverTime = (time: string) => ({ 'x-server-time': `2026-11-21T${time}:00.000Z` })

  test('is cancelled from its page while that is possible', async () => {
    fakeApi()
      .answer(contract.deliveries.detail, counted, serverTime('10:14'))
      .answer(contract.counterParcels.void, { trackingId: dropped.trackingId, cashBack: 350 })
    const { person } = show()
    await person.click(await screen.findByRole('button', { name: 'Cancel parcel' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.getByText('Give Ksh 350 back to Wanjiku Kamau.')).toBeTruthy()
    await person.type(dialog.getByLabelText('Reason'), 'Wrong shop')
    await person.click(dialog.getByRole('button', { name: 'Cancel parcel' }))
    const said = within(await screen.findByRole('alertdialog', { name: `Parcel ${dropped.trackingId} is cancelled.` }))
    expect(said.getByText('Give Ksh 350 back.')).toBeTruthy()
  })

  test('is not offered to be cancelled when its time is over', async () => {
    fakeApi().answer(contract.deliveries.detail, counted, serverTime('10:15'))
    show()
    await screen.findByRole('button', { name: 'Print label' })
    await expect.poll(() => screen.queryByRole('button', { name: 'Cancel parcel' })).toBeNull()
  })
})
