// @vitest-environment jsdom

import { screen, within } from '@testing-library/react'
import { contract, type Delivery } from '@tuma/contracts/api'
import { fakeApi, people, renderScreen, sampleDelivery, sampleTabCounts } from '@tuma/kit/testing'
import { describe, expect, test } from 'vitest'
import { Receiving } from '../receive-parcels/screen.tsx'

const waits = (number: number, more: Partial<Delivery> = {}): Delivery =>
  sampleDelivery(number, {
    ...{ status: 'delivered', deliveryType: 'parcelDukani', revision: 4 },
    ...{ nextStep: { step: 'assignPicker', mine: true }, ...more },
  })
const first = waits(1)
const phone = first.receiver.phone
const ofSamePhone = (number: number, more: Partial<Delivery> = {}) =>
  waits(number, { receiver: { ...first.receiver, phone }, ...more })
const collected: Delivery = { ...first, status: 'collected', revision: 6, nextStep: { step: null, mine: false } }

/** As the list has it, whose step is next. */
const readOpen = async (parcel: Delivery, tab: 'inTransit' | 'delivered', button: string, others: Delivery[] = []) => {
  fakeApi()
    .answer(contract.counter.tabCounts, sampleTabCounts({ deliveredBy: { shop: 1 } }))
    .answer(contract.agent.receiving, ({ input }) => (input.by === 'shop' ? [] : [parcel]))
    .answer(contract.counter.find, [parcel, ...others])
    .answer(contract.collecting.collect, { ...collected, others: [] })
    .answer(contract.collecting.newCode, {})
  const at = `/Agent/received?tab=${tab}`
  const { person } = renderScreen(<Receiving />, { as: people.agent, path: '/Agent/received', at })
  await person.click(await screen.findByRole('button', { name: button }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Hand over with the code' }))
  const press = async (name: string) => person.click(await dialog.findByRole('button', { name }))
  const type = (code: string) => person.type(dialog.getByLabelText('Collection code'), code)
  return { person, dialog, press, type }
}
const open = (others: Delivery[] = []) => readOpen(first, 'delivered', 'Hand over', others)
const sent = () => fakeApi().received(contract.collecting.collect)

describe('a parcel that waits at the shop', () => {
  test('is handed over with its code: one tap, six digits, one tap', async () => {
    const { press, type } = await open()
    await type('042137')
    await press('Hand over')
    await screen.findByText('Status updated to Collected successfully!')
    expect(sent()[0]?.input).toEqual({ id: first._id, revision: 4, code: '042137', also: [] })
    expect(screen.queryByRole('dialog')).toBeNull()
  })
  test('is not asked for with anything but six digits', async () => {
    const { dialog, press, type } = await open()
    await type('0421')
    await press('Hand over')
    await dialog.findByText('The collection code has six digits.')
    expect(sent()).toEqual([])
  })
  test('stays when the code is wrong, and the dialog with it, which says how many tries are left', async () => {
    const { dialog, press, type } = await open()
    fakeApi().refuse(contract.collecting.collect, 'collection_code_wrong', { left: 3 })
    await type('042138')
    await press('Hand over')
    await dialog.findByText('Wrong code. 3 tries left.')
    fakeApi().refuse(contract.collecting.collect, 'collection_code_wrong', { left: 1 })
    await press('Hand over')
    await dialog.findByText('Wrong code. One try left.')
  })
  test('is said to be locked by the very press that locks it', async () => {
    const { dialog, press, type } = await open()
    fakeApi().refuse(contract.collecting.collect, 'collection_code_wrong', { left: 0 })
    await type('042138')
    await press('Hand over')
    await dialog.findByText('Too many wrong codes. Please send a new code to the receiver.')
    const look = (name: string) => dialog.getByRole('button', { name }).dataset.variant
    expect([look('Hand over'), look('Send a new code')]).toEqual(['secondary', 'primary'])
  })
  test('is asked for its new code as if nothing had been typed before', async () => {
    const { dialog, press, type } = await open()
    fakeApi().refuse(contract.collecting.collect, 'collection_code_locked')
    await type('042138')
    await press('Hand over')
    await dialog.findByText('Too many wrong codes. Please send a new code to the receiver.')
    await press('Send a new code')
    await dialog.findByText('A new code is on its way to the receiver.')
    const field = dialog.getByLabelText<HTMLInputElement>('Collection code')
    expect([field.value, document.activeElement]).toEqual(['', field])
    expect(dialog.queryByText(/Too many wrong codes/)).toBeNull()
  })
  test('takes along what waits for the same phone, but what is left out', async () => {
    const [second, third] = [ofSamePhone(2), ofSamePhone(3)]
    const { dialog, person, press, type } = await open([second, third])
    await dialog.findByText('For the same phone:')
    await person.click(dialog.getByRole('checkbox', { name: third.trackingId }))
    fakeApi().answer(contract.collecting.collect, {
      ...collected,
      others: [{ id: second._id, outcome: 'parcel_held' }],
    })
    await type('042137')
    await press('Hand over all 2')
    await screen.findByText('It stays here. Open this parcel by itself.')
    expect(sent()[0]?.input.also).toEqual([second._id])
  })
  test('takes along ten at most with one code', async () => {
    const { dialog } = await open(Array.from({ length: 12 }, (_, at) => ofSamePhone(at + 2)))
    await dialog.findByRole('button', { name: 'Hand over all 11' })
  })
  test('takes along nothing that is held, not there yet, or for another phone', async () => {
    const held = ofSamePhone(2, { nextStep: { step: 'assignPicker', mine: true, heldBy: 'payment_doubted' } })
    const ofAnother = waits(4, { receiver: { ...first.receiver, phone: '0733999888' } })
    const { dialog } = await open([held, ofSamePhone(3, { status: 'inTransit' }), ofAnother])
    await dialog.findByRole('button', { name: 'Hand over' })
    expect(dialog.queryByText('For the same phone:')).toBeNull()
  })
  test('has a new code sent to its receiver, once', async () => {
    const { dialog, press } = await open()
    await press('Send a new code')
    await dialog.findByText('A new code is on its way to the receiver.')
    expect(dialog.queryByRole('button', { name: 'Send a new code' })).toBeNull()
    expect(fakeApi().received(contract.collecting.newCode)).toHaveLength(1)
  })
})

describe('a parcel that a rider brings', () => {
  test.each([
    ['inTransit', 'markDelivered'],
    ['delivered', 'confirmReceipt'],
  ] as const)('is handed over with its code while it is %s, and goes alone', async (status, step) => {
    const brought = sampleDelivery(1, {
      ...{ status, deliveryType: 'doorstep', paid: true, revision: 4, nextStep: { step, mine: true } },
    })
    const { press, type } = await readOpen(brought, status, 'Hand over with the code', [ofSamePhone(2)])
    await type('042137')
    await press('Hand over')
    await screen.findByText('Status updated to Collected successfully!')
    expect(sent()[0]?.input).toEqual({ id: brought._id, revision: 4, code: '042137', also: [] })
    expect(fakeApi().received(contract.counter.find)).toEqual([])
  })
})

describe('a parcel that is back from a door, for its sender', () => {
  const back = waits(1, {
    ...{ deliveryType: 'doorstep', leg: 'back', nextStep: { step: 'confirmReceipt', mine: true } },
  })

  test('is handed over like every other: nothing confirms a receipt by one tap', async () => {
    const { dialog } = await readOpen(back, 'delivered', 'Hand over')
    dialog.getByText('No code? First ask who this is. The parcel is collected at once. The sender gets an SMS.')
    expect(screen.queryByRole('button', { name: 'Confirm Receipt' })).toBeNull()
  })
  test('without its code is collected by a separate button, and no collector is recorded', async () => {
    const { person, dialog } = await readOpen(back, 'delivered', 'Hand over')
    fakeApi().answer(contract.agent.markCollected, { ...collected, deliveryType: 'doorstep', leg: 'back' })
    await person.click(dialog.getByRole('button', { name: 'Hand over without the code' }))
    await screen.findByText('Status updated to Collected successfully!')
    expect(fakeApi().received(contract.agent.markCollected)[0]?.input).toMatchObject({ id: back._id })
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})
