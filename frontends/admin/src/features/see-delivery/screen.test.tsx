// @vitest-environment jsdom

import { screen, within } from '@testing-library/react'
import { contract, type HistoryEntry, type User } from '@tuma/contracts/api'
import { fakeApi, people, renderScreen, sampleDelivery } from '@tuma/kit/testing'
import { beforeEach, expect, test } from 'vitest'
import { Detail } from './screen.tsx'

const at = '/Admin/delivery/doorstep/d1'
const show = () => renderScreen(<Detail />, { as: people.admin, path: '/Admin/delivery/:type/:id', at })
const by = ({ _id: id, role, name }: User, named: string | null = name) => ({ kind: 'user', role, id, name: named })

beforeEach(() => {
  fakeApi()
    .answer(contract.deliveries.detail, sampleDelivery(1))
    .answer(contract.parcelMessages.list, { rows: [], left: 3 })
    .answer(contract.adminDeliveries.history, [
      {
        at: '2026-11-20T08:00:00Z',
        type: 'DeliveryRequested',
        by: by(people.client, null),
        correlationId: 'r1',
        details: {},
      },
      {
        at: '2026-11-20T09:00:00Z',
        type: 'RiderAssigned',
        by: by(people.agent),
        correlationId: 'r2',
        details: { rider: 'Juma Ali' },
      },
      {
        at: '2026-11-20T10:05:00Z',
        type: 'StatusOverridden',
        by: by(people.admin),
        correlationId: 'r3',
        details: { from: 'uncollected', to: 'inTransit' },
      },
      {
        at: '2026-11-20T11:00:00Z',
        type: 'SomethingNew',
        by: { kind: 'system', role: null, id: 'payments', name: null },
        correlationId: 'r4',
        details: { novelty: 'yes' },
      },
    ])
})

test('the whole history stands beneath the detail, newest first: who, when, what changed, from which request', async () => {
  show()
  const overridden = (await screen.findByText('Status set by an admin')).closest('li') as HTMLElement
  const entries = within(overridden.closest('ol') as HTMLElement).getAllByRole('listitem')
  expect(entries[1]).toBe(overridden)
  expect(overridden.textContent).toContain('20 Nov 2026, 13:05 · Admin Achieng Mwangi')
  expect(overridden.textContent).toContain('From Uncollected to In Transit.')
  const ids = screen.getByText('Ids for the logs').closest('details') as HTMLDetailsElement
  expect([ids.open, ids.textContent?.includes('Request r3')]).toEqual([false, true])
  expect(overridden.contains(ids)).toBe(false)
  expect(entries[2]?.textContent).toContain('Agent Otieno Odhiambo')
  expect(entries[2]?.textContent).toContain('RiderJuma Ali')
  expect(entries[3]?.textContent).toContain('Client whose account is deleted')
})

test('what a later version records is shown as it is named', async () => {
  show()
  const entry = (await screen.findByText('SomethingNew')).closest('li') as HTMLElement
  expect(entry.textContent).toContain('The system (payments)')
  expect(entry.textContent).toContain('noveltyyes')
})

test('what holds it, why, and by whom that was lifted stand in words', async () => {
  const system = { kind: 'system', role: null, id: 'delivery', name: null }
  const held = { type: 'ParcelHeld', details: { code: 'payment_doubted', because: 'reversed' } }
  const lifted = { type: 'HoldReleased', details: { code: 'payment_doubted', releasedBy: 'let_pass' } }
  const at = '2026-11-20T08:00:00Z'
  const entries = [held, lifted].map((one) => ({ at, by: system, correlationId: 'r5', ...one }))
  fakeApi().answer(contract.adminDeliveries.history, entries)
  show()
  const entry = (await screen.findByText('Held')).closest('li') as HTMLElement
  expect(entry.textContent).toContain('What holds itPayment not confirmedBecauseM-Pesa has given the money back')
  const last = screen.getByText('Hold lifted').closest('li') as HTMLElement
  expect(last.textContent).toContain('Lifted byAn admin who lets the payment pass')
})

test('its wait, its way back and what somebody said of it stand in words', async () => {
  const entries: Pick<HistoryEntry, 'type' | 'details'>[] = [
    { type: 'ParcelHeld', details: { code: 'contents_differ', note: 'Shoes, not books.' } },
    { type: 'HoldReleased', details: { code: 'contents_differ', releasedBy: 'by_hand' } },
    { type: 'SenderAsked', details: { day: '7', until: '2026-11-30' } },
    { type: 'WaitProlonged', details: { times: '1', until: '2026-12-07' } },
    { type: 'ReturnStarted', details: { from: 'delivered', to: 'uncollected', why: 'waited' } },
    { type: 'ParcelReturned', details: { from: 'delivered', to: 'collected' } },
  ]
  const by = { kind: 'system', role: null, id: 'delivery', name: null }
  const recorded = entries.map((one) => ({ at: '2026-11-20T08:00:00Z', by, correlationId: 'r6', ...one }))
  fakeApi().answer(contract.adminDeliveries.history, recorded)
  show()
  const told = async (event: string) => (await screen.findByText(event)).closest('li')?.textContent
  expect(await told('Held')).toContain('What holds itContents differ from the descriptionRemarkShoes, not books.')
  expect(await told('Hold lifted')).toContain('Lifted byWhoever looked at it')
  expect(await told('Sender asked what shall become of it')).toContain('Day of its wait7Goes back on30 Nov 2026')
  expect(await told('Its sender lets it wait longer')).toContain('Times its sender said so1Goes back on7 Dec 2026')
  const back = await told('Sent back to its sender')
  expect(back).toContain('From Delivered to Uncollected.BecauseNobody came for it')
  expect(await told('Returned to its sender')).toContain('From Delivered to Collected.')
})

test('what the customer sees stands above, with what an admin may do about it', async () => {
  show()
  const told = (await screen.findByText('What the customer sees')).closest('section') as HTMLElement
  expect(told.textContent).toContain('The parcel has been handed to the agent and the rider will pick it up soon.')
  expect(
    within(told)
      .getAllByRole('button')
      .map(({ textContent }) => textContent),
  ).toEqual(['Edit Status', 'More'])
  const sender = screen.getByRole('heading', { name: 'Sender' })
  expect(told.compareDocumentPosition(sender)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('whose turn it is stands there, why and since when, and what the office may press', async () => {
  const since = '2026-11-20T08:00:00.000Z'
  const turn = { whose: 'receiver', since } as const
  fakeApi().answer(contract.deliveries.detail, sampleDelivery(1, { held: ['not_home'], turn }))
  show()
  const next = within((await screen.findByRole('heading', { name: 'What is next' })).closest('section') as HTMLElement)
  for (const said of ['The receiver', 'No one was there']) next.getByText(said)
  next.getByText(/20 Nov 2026/)
  next.getByRole('link', { name: 'Call Kiprop Cheruiyot' })
  for (const name of ['Release: No one was there', 'Report lost', 'Hold', "Change receiver's phone"])
    next.getByRole('button', { name })
})

test('sender, receiver and rider can be called and written to where their phones stand', async () => {
  const rider = { _id: 'r1', name: 'Juma Ali', phone: '254700111222' }
  fakeApi().answer(contract.deliveries.detail, sampleDelivery(1, { rider }))
  show()
  const of = async (group: string) =>
    within((await screen.findByRole('heading', { name: group })).closest('section') as HTMLElement)
  for (const [group, name, phone] of [
    ['Sender', 'Wanjiku Kamau', '254712345678'],
    ['Receiver', 'Kiprop Cheruiyot', '254722333444'],
    ['Parcel', 'Juma Ali', rider.phone],
  ] as const) {
    const party = await of(group)
    expect(party.getByRole('link', { name: `Call ${name}` }).getAttribute('href')).toBe(`tel:+${phone}`)
    const write = party.getByRole('link', { name: `WhatsApp ${name}` })
    expect(write.getAttribute('href')).toBe(`https://wa.me/${phone}?text=TM-0000-0000-0001`)
  }
})

test('the way down to the history stands above, and leads there', async () => {
  const { person, router } = show()
  await person.click(await screen.findByRole('link', { name: 'Whole history' }))
  const heading = screen.getByRole('heading', { name: 'Whole history' })
  expect(document.activeElement).toBe(heading)
  await expect.poll(() => router.state.location).toMatchObject({ pathname: at, hash: `#${heading.id}` })
  expect(router.state.historyAction).toBe('REPLACE') // one step back leads away from the parcel
})

test('a history that can not be fetched leaves the detail', async () => {
  fakeApi().fail(contract.adminDeliveries.history)
  show()
  await screen.findByText('Failed to fetch the history')
  expect(screen.getByText('TM-0000-0000-0001')).toBeTruthy()
})

test('a parcel deleted here leads back to the list', async () => {
  fakeApi().answer(contract.adminDeliveries.remove, { message: '' })
  const { person, router } = show()
  expect(screen.queryByText('Delete')).toBeNull()
  await person.click(await screen.findByRole('button', { name: 'More' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
  await expect.poll(() => router.state.location.pathname).toBe('/Admin/deliveries')
  await screen.findByText('Delivery deleted successfully!')
})
