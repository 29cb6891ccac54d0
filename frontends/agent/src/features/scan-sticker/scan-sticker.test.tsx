// @vitest-environment jsdom

import { screen, waitFor, within } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { fakeApi, people, renderScreen, sampleDelivery, scan } from '@tuma/kit/testing'
import { expect, test } from 'vitest'
import { AddSticker } from './add-sticker.tsx'

const parcel = sampleDelivery(1, { _id: 'd1', trackingId: 'TM-A1B2-C3D4-7WBX' })
const sticker = 'TM-7K3M-Q2XV-90TB'
const added = () =>
  fakeApi()
    .received(contract.stickers.add)
    .map(({ input }) => input)

const openDialog = async () => {
  const { person } = renderScreen(<AddSticker parcel={parcel} />, { as: people.agent })
  await person.click(await screen.findByRole('button', { name: 'Scan a sticker' }))
  return { person, dialog: within(await screen.findByRole('dialog', { name: 'Scan a sticker' })) }
}

test('a sticker that is typed is put on the parcel', async () => {
  fakeApi().answer(contract.stickers.add, { ...parcel, sticker: '90TB' })
  const { person, dialog } = await openDialog()
  await person.type(dialog.getByLabelText('Sticker'), 'tm 7k3m q2xv 9otb')
  await person.click(dialog.getByRole('button', { name: 'Add sticker' }))
  await screen.findByText('Sticker 90TB is on parcel TM-A1B2-C3D4-7WBX.')
  expect(added()).toEqual([{ id: 'd1', sticker }])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a sticker that a hand scanner reads is put on the parcel without a press', async () => {
  fakeApi().answer(contract.stickers.add, { ...parcel, sticker: '90TB' })
  await openDialog()
  scan(`HTTPS://TUMA.TEST/T/${sticker}`)
  await screen.findByText('Sticker 90TB is on parcel TM-A1B2-C3D4-7WBX.')
  expect(added()).toEqual([{ id: 'd1', sticker }])
})

test.each([
  ['sticker_used', 'This sticker is on another parcel.'],
  ['sticker_unknown', 'This is not a Tuma sticker.'],
] as const)('a refused one (%s) says why, and what was typed stays', async (code, sentence) => {
  fakeApi().refuse(contract.stickers.add, code)
  const { person, dialog } = await openDialog()
  await person.type(dialog.getByLabelText('Sticker'), sticker)
  await person.click(dialog.getByRole('button', { name: 'Add sticker' }))
  await dialog.findByText(sentence)
  expect(dialog.getByLabelText<HTMLInputElement>('Sticker').value).toBe(sticker)
})

test('the last four alone are not enough', async () => {
  const { person, dialog } = await openDialog()
  await person.type(dialog.getByLabelText('Sticker'), '90TB')
  await person.click(dialog.getByRole('button', { name: 'Add sticker' }))
  await dialog.findByText('That is not a whole sticker. Type all twelve characters.')
  expect(added()).toEqual([])
})
