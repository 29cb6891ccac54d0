// @vitest-environment jsdom

import { screen, within } from '@testing-library/react'
import { contract, type Delivery } from '@tuma/contracts/api'
import { holdsByHand } from '@tuma/contracts/vocabulary'
import { fakeApi, people, renderScreen, sampleDelivery, sampleTabCounts } from '@tuma/kit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { Detail } from '../see-delivery/screen.tsx'
import { Sending } from '../send-parcels/screen.tsx'

const mine = { step: 'putInTransit', mine: true } as const
const parcel = sampleDelivery(1, { status: 'uncollected', deliveryType: 'parcelDukani', revision: 3, nextStep: mine })
const held: Delivery = {
  ...parcel,
  revision: 4,
  held: ['damaged'],
  remarks: [
    { code: 'damaged', note: 'The box is open.', toSender: 'We packed it again.', at: '2026-11-21T08:00:00.000Z' },
  ],
  nextStep: { ...mine, heldBy: 'damaged' },
}
const { hold, lift, addPhoto } = contract.trouble

/** jsdom decodes no picture: what is called so is one, and each is small enough as it is. */
beforeEach(() => {
  URL.createObjectURL = () => 'blob:here'
  URL.revokeObjectURL = () => {}
  const picture = { width: 4000, height: 3000, close: () => {} }
  globalThis.createImageBitmap = (async (file: File) => {
    if (file.name.endsWith('.txt')) throw new DOMException('The source image could not be decoded.')
    return picture
  }) as never
  HTMLCanvasElement.prototype.getContext = (() => null) as never
  HTMLCanvasElement.prototype.toBlob = (tell) => {
    tell(new Blob(['made smaller'], { type: 'image/jpeg' }))
  }
})
const photo = (name: string) => new File(['as the camera made it'], name, { type: 'image/jpeg' })

const openFromRow = async (row: Delivery = parcel) => {
  fakeApi()
    .answer(contract.counter.tabCounts, sampleTabCounts({ sending: { uncollected: 1, all: 1 } }))
    .answer(contract.agent.sending, [row])
  const at = '/Agent/uncollected?tab=dropped'
  const { person } = renderScreen(<Sending />, { as: people.agent, path: '/Agent/uncollected', at })
  const choose = async (item: string) => {
    await person.click(await screen.findByRole('button', { name: 'More about TM-0000-0000-0001' }))
    await person.click(await screen.findByRole('menuitem', { name: item }))
  }
  return { person, choose }
}
const openHold = async () => {
  const { person, choose } = await openFromRow()
  await choose('Put on hold')
  const dialog = within(await screen.findByRole('dialog', { name: 'Put on hold' }))
  const add = (...files: File[]) => person.upload(dialog.getByLabelText('Choose photos'), files)
  const press = (name: string) => person.click(dialog.getByRole('button', { name }))
  return { person, dialog, add, press }
}

describe('a parcel is put on hold from its row', () => {
  test('and after cancelling, the focus is back at the menu of that row', async () => {
    const { person } = await openHold()
    await person.keyboard('{Escape}')
    const menu = screen.getByRole('button', { name: 'More about TM-0000-0000-0001' })
    await expect.poll(() => document.activeElement).toBe(menu)
  })

  test('for a reason in words, one of those that are an agent’s to give', async () => {
    const { dialog, person, press } = await openHold()
    const options = dialog.getAllByRole('option').map((option) => (option as HTMLOptionElement).value)
    expect(options).toEqual(['', ...holdsByHand])
    await press('Put on hold')
    await dialog.findByText('Please say what is wrong with it.')
    fakeApi().answer(hold, held)
    await person.selectOptions(dialog.getByLabelText('What is wrong?'), 'Damaged')
    dialog.getByText('Only the shops and the office read it.')
    await person.type(dialog.getByLabelText(/Note for colleagues/), 'The box is open.')
    await press('Put on hold')
    await screen.findByText('Put on hold: Damaged')
    expect(fakeApi().received(hold)[0]?.input).toEqual({
      id: 'd1',
      code: 'damaged',
      note: 'The box is open.',
      toSender: '',
    })
    expect(screen.queryByRole('dialog')).toBeNull()
    await screen.findByText('On hold: Damaged')
    expect(screen.queryByRole('button', { name: 'Intransit' })).toBeNull()
  })
  test('with photos, which go one by one after the hold, each under a key of its own', async () => {
    const { dialog, person, add, press } = await openHold()
    fakeApi().answer(hold, held).answer(addPhoto, held)
    await person.selectOptions(dialog.getByLabelText('What is wrong?'), 'Damaged')
    await add(photo('one.jpg'), photo('two.jpg'))
    await dialog.findByText('Photo 2: ready to send, 1 KB')
    await press('Put on hold')
    await screen.findByText('Put on hold: Damaged')
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
    const sent = fakeApi().received(addPhoto)
    expect(sent.map(({ input, headers }) => [input.id, headers.get('content-type')])).toEqual([
      ['d1', 'image/jpeg'],
      ['d1', 'image/jpeg'],
    ])
    expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(2)
  })
  test('what is no picture, or more than four, is left out with a sentence', async () => {
    const { dialog, add } = await openHold()
    await add(new File(['hello'], 'note.txt', { type: 'image/jpeg' }))
    await dialog.findByText('We cannot read “note.txt”. Please choose another photo.')
    await add(...['1.jpg', '2.jpg', '3.jpg', '4.jpg', '5.jpg'].map(photo))
    await dialog.findByText('At most four photos per parcel. 1 left out.')
    expect(dialog.queryByRole('button', { name: 'Choose photos' })).toBeNull()
    expect(await dialog.findAllByText(/ready to send/)).toHaveLength(4)
  })
  test('a refused photo says why and stays, and the hold remains', async () => {
    const { dialog, person, add, press } = await openHold()
    fakeApi().answer(hold, held).refuse(addPhoto, 'photo_too_large')
    await person.selectOptions(dialog.getByLabelText('What is wrong?'), 'Damaged')
    await add(photo('one.jpg'))
    await press('Put on hold')
    await dialog.findByText('This photo is larger than 400 KB. Please take a smaller one.')
    await dialog.findByText('On hold. Some photos were not sent: try again, or close.')
    fakeApi().answer(addPhoto, held)
    await press('Send the photos')
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
    expect(fakeApi().received(hold)).toHaveLength(1)
    const keys = fakeApi()
      .received(addPhoto)
      .map(({ headers }) => headers.get('idempotency-key'))
    expect(keys[0]).toBe(keys[1])
  })
  test('a photo that was chosen by mistake is taken out again', async () => {
    const { dialog, add, press } = await openHold()
    await add(photo('one.jpg'))
    await dialog.findByText(/ready to send/)
    await press('Remove photo 1')
    expect(dialog.queryByText(/ready to send/)).toBeNull()
  })
})

test('photos are added to a parcel that nothing holds', async () => {
  const { person, choose } = await openFromRow()
  fakeApi().answer(addPhoto, { ...parcel, photos: [{ id: 'p1', at: parcel.createdAt }] })
  await choose('Add photos')
  const dialog = within(await screen.findByRole('dialog', { name: 'Add photos' }))
  await person.click(dialog.getByRole('button', { name: 'Send the photos' }))
  await dialog.findByText('Please choose a photo first.')
  await person.upload(dialog.getByLabelText('Choose photos'), [photo('one.jpg')])
  await person.click(dialog.getByRole('button', { name: 'Send the photos' }))
  await screen.findByText('Photos sent')
})

describe('a hold is lifted', () => {
  test('from its row, after a question', async () => {
    const { person, choose } = await openFromRow(held)
    fakeApi().answer(lift, { ...parcel, revision: 5 })
    await choose('Release: Damaged')
    const question = within(await screen.findByRole('alertdialog', { name: 'Release it?' }))
    await person.click(question.getByRole('button', { name: 'Release' }))
    await screen.findByText('Released: Damaged')
    expect(fakeApi().received(lift)[0]?.input).toEqual({ id: 'd1', code: 'damaged' })
    await expect.poll(() => screen.getByRole<HTMLButtonElement>('button', { name: 'Intransit' }).disabled).toBe(false)
  })
  test('on the parcel’s page, beside the note of the person who set the hold', async () => {
    fakeApi()
      .answer(contract.deliveries.detail, held)
      .answer(lift, { ...parcel, revision: 5 })
    const at = '/Agent/delivery/parcelDukani/d1'
    const { person } = renderScreen(<Detail />, { as: people.agent, path: '/Agent/delivery/:type/:id', at })
    await screen.findByText(/“The box is open.”/)
    screen.getByText('To the sender: “We packed it again.”')
    fakeApi().answer(contract.deliveries.detail, { ...parcel, revision: 5 })
    await person.click(screen.getByRole('button', { name: 'Release' }))
    const question = within(await screen.findByRole('alertdialog'))
    await person.click(question.getByRole('button', { name: 'Release' }))
    await expect.poll(() => screen.queryByText('Why it is held')).toBeNull()
  })
  test('but what the payment holds is not an agent’s to lift', async () => {
    const doubted = {
      ...parcel,
      held: ['payment_doubted' as const],
      nextStep: { ...mine, heldBy: 'payment_doubted' as const },
    }
    fakeApi().answer(contract.deliveries.detail, doubted)
    const at = '/Agent/delivery/parcelDukani/d1'
    renderScreen(<Detail />, { as: people.agent, path: '/Agent/delivery/:type/:id', at })
    await screen.findByText('The office checks the payment. Once confirmed, the parcel goes on by itself.')
    expect(screen.queryByRole('button', { name: 'Release' })).toBeNull()
  })
})

describe('what does not go its way', () => {
  test('goes back to the sender: with the sender’s name, shop and steps', async () => {
    const nextStep = { step: 'putInTransit', mine: true } as const
    await openFromRow({ ...parcel, leg: 'back', deliveryType: 'doorstep', nextStep })
    const row = within(await screen.findByRole('row', { name: /0001/ }))
    row.getByText('Going back')
    row.getByText('NAIROBI CBD, Moi Avenue Stationers')
    expect(row.getByRole('link', { name: 'Call Wanjiku Kamau' })).toBeTruthy()
    expect(row.queryByRole('button', { name: 'Change Rider' })).toBeNull()
  })
  test('is lost: it says so, and what to do, and offers no step', async () => {
    await openFromRow({ ...parcel, outcome: 'lost', nextStep: { step: null, mine: false } })
    const row = within(await screen.findByRole('row', { name: /0001/ }))
    row.getByText('Missing')
    row.getByText('Missing. Tell the office if you have it.')
    expect(row.queryByRole('button', { name: 'Completed' })).toBeNull()
  })
})
