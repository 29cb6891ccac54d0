// @vitest-environment jsdom

import { screen, within } from '@testing-library/react'
import { contract, type Delivery, type WaitingParcel } from '@tuma/contracts/api'
import { getEatDay } from '@tuma/contracts/vocabulary'
import { fakeApi, people, renderScreen, sampleDelivery } from '@tuma/kit/testing'
import { describe, expect, test } from 'vitest'
import { Waiting } from './screen.tsx'

const dayMs = 86_400_000
const daysAgo = (days: number): string => {
  const today = Date.parse(`${getEatDay(new Date().toISOString())}T12:00:00+03:00`)
  return new Date(today - days * dayMs).toISOString()
}
const lying = (number: number, days: number, more: Partial<Delivery> = {}): WaitingParcel => {
  const waiting = { since: daysAgo(days), until: '2026-12-04', asked: false, mayWait: true }
  const nextStep = { step: 'assignPicker', mine: true } as const
  const fields = { status: 'delivered', deliveryType: 'parcelDukani', waiting, nextStep, ...more } as const
  return { ...sampleDelivery(number, fields), arrivedAt: daysAgo(days) }
}
const show = (rows: WaitingParcel[]) => {
  fakeApi().answer(contract.counter.waiting, rows)
  return renderScreen(<Waiting />, { as: people.agent, path: '/Agent/waiting', at: '/Agent/waiting' })
}
const getRow = async (number: number) => within(await screen.findByRole('row', { name: new RegExp(`000${number}`) }))
const sendAgain = async (person: ReturnType<typeof show>['person'], number: number) => {
  await person.click((await getRow(number)).getByRole('button', { name: /^More about/ }))
  await person.click(await screen.findByRole('menuitem', { name: 'Send the code again' }))
}
const getCells = (name: string) =>
  [...document.querySelectorAll(`td[data-column="${name}"]`)].map((td) => td.textContent)

describe('a parcel that waits at the shop', () => {
  test('says for how many days of Nairobi, when it goes back and whose turn it is', async () => {
    const asked = { since: daysAgo(8), until: '2026-12-01', asked: true, mayWait: true }
    show([lying(1, 8, { waiting: asked }), lying(2, 1), lying(3, 0), lying(4, 3, { leg: 'back', waiting: undefined })])
    await getRow(1)
    expect(getCells('age')).toEqual(['8 days', '1 day', 'today', '3 days'])
    expect(getCells('back')).toEqual(['1 DecSender asked', '4 Dec', '4 Dec', 'The sender collects it'])
  })
  test('offers to call or write to the receiver, or to the sender if it came back', async () => {
    show([lying(1, 2), lying(2, 2, { leg: 'back' })])
    expect((await getRow(1)).getByRole('link', { name: 'Call Kiprop Cheruiyot' }).getAttribute('href')).toBe(
      'tel:+254722333444',
    )
    const written = (await getRow(2)).getByRole('link', { name: 'WhatsApp Wanjiku Kamau' }).getAttribute('href')
    expect(written).toBe('https://wa.me/254712345678?text=TM-0000-0000-0002')
  })
  test('is only called about where the number is a landline', async () => {
    const receiver = { ...lying(1, 2).receiver, phone: '254202223333' }
    show([lying(1, 2, { receiver })])
    ;(await getRow(1)).getByRole('link', { name: 'Call Kiprop Cheruiyot' })
    expect((await getRow(1)).queryByRole('link', { name: /WhatsApp/ })).toBeNull()
  })
  test('says who must be called because SMS can’t reach them: the sender if it came back', async () => {
    const words = "SMS can't reach this number. Call them."
    show([
      lying(1, 2, { cantBeTold: ['receiver'] }),
      lying(2, 2, { leg: 'back', cantBeTold: ['receiver'] }),
      lying(3, 2),
    ])
    ;(await getRow(1)).getByText(words)
    for (const told of [2, 3]) expect((await getRow(told)).queryByText(words)).toBeNull()
  })
  test('leaves the list as soon as it was handed over', async () => {
    const parcel = lying(1, 2)
    const { person } = show([parcel])
    const { arrivedAt: _, ...row } = parcel
    fakeApi()
      .answer(contract.counter.find, [])
      .answer(contract.collecting.collect, { ...row, status: 'collected', revision: 9, others: [] })
    await person.click((await getRow(1)).getByRole('button', { name: 'Hand over' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Hand over with the code' }))
    await person.type(dialog.getByLabelText('Collection code'), '042137')
    await person.click(dialog.getByRole('button', { name: 'Hand over' }))
    await screen.findByText('No parcels are waiting at your shop.')
  })
  test('has its code sent again, and says so; what is refused says why', async () => {
    const { person } = show([lying(1, 2)])
    fakeApi().answer(contract.collecting.newCode, {})
    await sendAgain(person, 1)
    await screen.findByText('A new code is on its way to the receiver.')
    expect(fakeApi().received(contract.collecting.newCode)[0]?.input).toEqual({ id: 'd1' })
    fakeApi().refuse(contract.collecting.newCode, 'too_many')
    await sendAgain(person, 1)
    await screen.findByText(/Too many|too many/)
    expect(document.activeElement).toBe((await getRow(1)).getByRole('button', { name: /^More about/ }))
  })
  test('has its code sent again to the sender if it came back, and says so', async () => {
    const { person } = show([lying(1, 2, { leg: 'back' })])
    fakeApi().answer(contract.collecting.newCode, {})
    await sendAgain(person, 1)
    await screen.findByText('A new code is on its way to the sender.')
    expect(screen.queryByText(/on its way to the receiver/)).toBeNull()
  })
  test('says in words why it is held, what is next, and offers no step', async () => {
    const nextStep = { step: 'assignPicker', mine: true, heldBy: 'damaged' } as const
    show([lying(1, 2, { held: ['damaged'], nextStep })])
    const row = await getRow(1)
    row.getByText('On hold: Damaged')
    row.getByText(/The office asks the sender/)
    expect(row.queryByRole('button', { name: 'Hand over' })).toBeNull()
  })
})

test('a list that cannot be fetched says so, and is asked for again', async () => {
  fakeApi().fail(contract.counter.waiting)
  const { person } = renderScreen(<Waiting />, { as: people.agent })
  await screen.findByText('Failed to fetch deliveries')
  fakeApi().answer(contract.counter.waiting, [lying(1, 2)])
  await person.click(screen.getByRole('button', { name: 'Try Again' }))
  await getRow(1)
})

test('damaged parcels that are not shown are counted', async () => {
  fakeApi().answer(contract.counter.waiting, [], { 'x-left-out': '1' })
  renderScreen(<Waiting />, { as: people.agent, path: '/Agent/waiting', at: '/Agent/waiting' })
  await screen.findByText('1 row can’t be shown now. Everything is saved. Look again in a few minutes.')
})
