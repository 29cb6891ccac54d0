// @vitest-environment jsdom

import { screen, waitFor, within } from '@testing-library/react'
import { contract, type Delivery, type Prompt } from '@tuma/contracts/api'
import { fakeApi, liveConnections, people, renderScreen, sampleDelivery, sampleTabCounts } from '@tuma/kit/testing'
import { describe, expect, test } from 'vitest'
import { Receiving } from '../receive-parcels/screen.tsx'

const due: Delivery = sampleDelivery(1, {
  ...{ status: 'inTransit', deliveryType: 'doorstep', paid: false, paymentMethod: 'payOnDelivery', totalAmount: 1250 },
  ...{ revision: 3, nextStep: { step: 'markDelivered', mine: true } },
})
const delivered: Delivery = { ...due, status: 'delivered', paid: true, revision: 6 }
const prompt = (state: Prompt['state'], more: Partial<Prompt> = {}): Prompt => ({
  ...{ promptId: 'p1', state, amount: 1250 },
  ...more,
})
const contact = (prompts: boolean) => ({ prompts, till: { name: 'TUMA PARCELS', number: '123456' } })

/** @param before what was asked on a phone before the dialog was opened */
const open = async (prompts = true, before: Prompt | null = null) => {
  fakeApi()
    .answer(contract.counter.tabCounts, sampleTabCounts({ inTransitBy: { shop: 1 } }))
    .answerRaw(contract.locations.contact, contact(prompts))
    .answer(contract.agent.receiving, ({ input }) => (input.by === 'riders' ? [due] : []))
    .answer(contract.agent.markDelivered, delivered)
    .answer(contract.agent.askForDue, prompt('asked'))
    .answer(contract.agent.askedForDue, before ?? prompt('sent'))
    .answer(contract.agent.lastAskedForDue, { asked: before })
  const { person } = renderScreen(<Receiving />, { as: people.agent, path: '/Agent/received', at: '/Agent/received' })
  await person.click(await screen.findByRole('button', { name: 'Delivered' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Ksh 1,250 to be paid' }))
  const press = async (name: string) => person.click(await dialog.findByRole('button', { name }))
  return { person, dialog, press }
}
const sent = () => fakeApi().received(contract.agent.markDelivered)
const isDelivered = () => screen.findByText('Status updated to Delivered successfully!')

/** What it has turned into, as the server tells it. */
const becomes = async (now: Prompt): Promise<void> => {
  fakeApi().answer(contract.agent.askedForDue, now)
  await waitFor(() => expect(liveConnections()).not.toEqual([]))
  for (const connection of liveConnections()) connection.change()
}

describe('a parcel that is paid on delivery', () => {
  test('is delivered for cash in three taps, and nothing is sent before the third', async () => {
    const { press } = await open()
    await press('Cash')
    expect(sent()).toEqual([])
    await press('Ksh 1,250 in hand: Delivered')
    await isDelivered()
    expect(sent()).toHaveLength(1)
    expect(sent()[0]?.input).toEqual({ id: due._id, revision: 3, status: 'delivered', taken: { how: 'cash' } })
  })
  test('is collected in the same breath with the code of their SMS', async () => {
    const { person, dialog, press } = await open()
    fakeApi().answer(contract.collecting.collect, { ...delivered, status: 'collected', others: [] })
    await person.type(dialog.getByLabelText(/^Collection code/), '042137')
    await press('Cash')
    await press('Ksh 1,250 in hand: Delivered')
    await screen.findByText('Status updated to Collected successfully!')
    const input = { id: due._id, revision: 3, code: '042137', also: [], taken: { how: 'cash' } }
    expect(fakeApi().received(contract.collecting.collect)[0]?.input).toEqual(input)
    expect(sent()).toEqual([])
  })
  test('is neither delivered nor collected with half a code, or a wrong one', async () => {
    const { person, dialog, press } = await open()
    fakeApi().refuse(contract.collecting.collect, 'collection_code_wrong')
    const code = dialog.getByLabelText(/^Collection code/)
    await person.type(code, '042')
    await press('Cash')
    await press('Ksh 1,250 in hand: Delivered')
    await dialog.findByText('The collection code has six digits.')
    expect(fakeApi().received(contract.collecting.collect)).toEqual([])
    await person.type(code, '138')
    await press('Ksh 1,250 in hand: Delivered')
    await dialog.findByText('That code is wrong. Please check it and try again.')
    expect(sent()).toEqual([])
  })
  test('stays where it is when it is not paid', async () => {
    const { press } = await open()
    fakeApi().answer(contract.agent.markDelivered, { ...due, held: ['no_money'], revision: 4 })
    await press('Not paid: parcel stays')
    await screen.findByText('The parcel stays here until it is paid.')
    await screen.findByText('On hold: Not paid yet')
    expect(screen.getByRole('button', { name: 'Delivered' })).toBeTruthy()
    expect(sent()[0]?.input.taken).toEqual({ how: 'not_paid' })
  })
  test('is delivered for what was paid to the till, by its receipt and payer', async () => {
    const { person, dialog, press } = await open()
    await press('Paid to the till')
    await dialog.findByText('Till number: 123456')
    await person.type(dialog.getByLabelText('Receipt number'), 'ukn6h7t3ga')
    await person.type(dialog.getByLabelText("Payer's name or phone"), 'Otieno')
    await press('Paid to the till: Delivered')
    await isDelivered()
    expect(sent()[0]?.input.taken).toEqual({ how: 'till', receipt: 'ukn6h7t3ga', payer: 'Otieno' })
  })
  test('says why a receipt is not taken, and another way is one tap away', async () => {
    const { person, dialog, press } = await open()
    fakeApi().refuse(contract.agent.markDelivered, 'payment_used')
    await press('Paid to the till')
    await person.type(dialog.getByLabelText('Receipt number'), 'UKN6H7T3GA')
    await person.type(dialog.getByLabelText("Payer's name or phone"), 'Otieno')
    await press('Paid to the till: Delivered')
    await dialog.findByText('This payment has already been used.')
    await press('Paid another way')
    expect(dialog.queryByText('This payment has already been used.')).toBeNull()
    dialog.getByRole('button', { name: 'Cash' })
  })
})

describe('a request on the payer’s phone', () => {
  test('rings at the receiver’s, is followed live, and when it is paid the parcel is delivered', async () => {
    const { dialog, press } = await open()
    await press('Ask on their phone')
    await press('Ask for Ksh 1,250')
    await dialog.findByText(/^M-Pesa asks for Ksh 1,250 on /)
    expect(fakeApi().received(contract.agent.askForDue)[0]?.input).toMatchObject({ id: due._id })
    expect(fakeApi().received(contract.agent.askForDue)[0]?.input).not.toHaveProperty('amount')
    expect(dialog.queryByRole('button', { name: 'Paid: Delivered' })).toBeNull()
    await becomes(prompt('paid'))
    await press('Paid: Delivered')
    await isDelivered()
    expect(sent()[0]?.input.taken).toEqual({ how: 'prompt', promptId: 'p1' })
  })
  test('that was cancelled is said once, and the same phone waits before it is asked again', async () => {
    const { dialog, press, person } = await open()
    await press('Ask on their phone')
    await press('Ask for Ksh 1,250')
    await dialog.findByText(/^M-Pesa asks for Ksh 1,250 on /)
    await becomes(prompt('failed', { code: 'cancelled' }))
    await dialog.findByText('The request was cancelled on the phone.')
    expect(dialog.getByText(/^You can ask again in 1\d\d seconds\.$/)).toBeTruthy()
    await press('Ask for Ksh 1,250')
    expect(dialog.getAllByRole('alert')).toHaveLength(1)
    expect(fakeApi().received(contract.agent.askForDue)).toHaveLength(1)
    const phone = dialog.getByLabelText('Phone that pays')
    await person.clear(phone)
    await person.type(phone, '0711000222')
    await dialog.findByText('The request was cancelled on the phone. Try again when you are ready.')
    await press('Ask for Ksh 1,250')
    await waitFor(() => expect(fakeApi().received(contract.agent.askForDue)).toHaveLength(2))
  })
  test('that was paid before the dialog opened delivers the parcel, and no other way to pay is offered', async () => {
    const { dialog, press } = await open(true, prompt('paid'))
    await dialog.findByText('Ksh 1,250 has been paid.')
    for (const way of ['Cash', 'Paid to the till', 'Not paid: parcel stays', 'Paid another way'])
      expect(dialog.queryByRole('button', { name: way })).toBeNull()
    await press('Paid: Delivered')
    await isDelivered()
    expect(sent()[0]?.input.taken).toEqual({ how: 'prompt', promptId: 'p1' })
  })
  test('that counts no more, as M-Pesa has taken it back, leaves the other ways', async () => {
    const { dialog, press } = await open(true, prompt('paid'))
    fakeApi().refuse(contract.agent.markDelivered, 'not_paid_yet')
    await press('Paid: Delivered')
    await dialog.findByText(/^M-Pesa has not confirmed this payment yet\./)
    await press('Paid another way')
    dialog.getByRole('button', { name: 'Cash' })
  })
  test('that is still open is shown to the agent who takes cash instead', async () => {
    const { dialog, press } = await open(true, prompt('sent'))
    await dialog.findByText('M-Pesa already asks for Ksh 1,250 on a phone. The payer enters the PIN there.')
    await press('Paid another way')
    dialog.getByText('A phone still has the M-Pesa request. Cancel it there first, or they may pay twice.')
    dialog.getByRole('button', { name: 'Cash' })
  })
  test('that failed before the dialog was opened is not spoken of again', async () => {
    const { dialog } = await open(true, prompt('failed', { code: 'cancelled' }))
    await dialog.findByRole('button', { name: 'Cash' })
    expect(dialog.queryByText(/cancelled/)).toBeNull()
  })
  test('whose receipt is not known yet asks for it', async () => {
    const { dialog, press } = await open()
    await press('Ask on their phone')
    await press('Ask for Ksh 1,250')
    await becomes(prompt('arrived'))
    await press('Type the receipt number')
    dialog.getByLabelText('Receipt number')
  })
  test('is not offered where M-Pesa is not to be asked', async () => {
    const { dialog } = await open(false)
    await dialog.findByRole('button', { name: 'Cash' })
    expect(dialog.queryByRole('button', { name: 'Ask on their phone' })).toBeNull()
  })
})
