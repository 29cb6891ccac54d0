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

test('the whole history is below the detail, newest first: who, when, what changed, from which request', async () => {
  show()
  const overridden = (await screen.findByText('Status set by an admin')).closest('li') as HTMLElement
  const entries = within(overridden.closest('ol') as HTMLElement).getAllByRole('listitem')
  expect(entries[1]).toBe(overridden)
  expect(overridden.textContent).toContain('20 Nov 2026, 13:05 · Admin Achieng Mwangi')
  expect(overridden.textContent).toContain('From Uncollected to In Transit.')
  const ids = screen.getByText('IDs for the logs').closest('details') as HTMLDetailsElement
  expect([ids.open, ids.textContent?.includes('Request r3')]).toEqual([false, true])
  expect(overridden.contains(ids)).toBe(false)
  expect(entries[2]?.textContent).toContain('Agent Otieno Odhiambo')
  expect(entries[2]?.textContent).toContain('RiderJuma Ali')
  expect(entries[3]?.textContent).toContain('Client whose account is deleted')
})

test('an entry of a later version is shown by its stored name', async () => {
  show()
  const entry = (await screen.findByText('SomethingNew')).closest('li') as HTMLElement
  expect(entry.textContent).toContain('The system (payments)')
  expect(entry.textContent).toContain('noveltyyes')
})

test('holds, their reasons and the person who released them are shown in words', async () => {
  const system = { kind: 'system', role: null, id: 'delivery', name: null }
  const held = { type: 'ParcelHeld', details: { code: 'payment_doubted', because: 'reversed' } }
  const lifted = { type: 'HoldReleased', details: { code: 'payment_doubted', releasedBy: 'let_pass' } }
  const at = '2026-11-20T08:00:00Z'
  const entries = [held, lifted].map((one) => ({ at, by: system, correlationId: 'r5', ...one }))
  fakeApi().answer(contract.adminDeliveries.history, entries)
  show()
  const entry = (await screen.findByText('Put on hold')).closest('li') as HTMLElement
  expect(entry.textContent).toContain('Reason for the holdPayment not confirmedBecauseM-Pesa took the money back')
  const last = screen.getByText('Released').closest('li') as HTMLElement
  expect(last.textContent).toContain('Released byAn admin who accepted the payment')
})

test('the wait, the way back and remarks are shown in words', async () => {
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
  expect(await told('Put on hold')).toContain(
    'Reason for the holdContents differ from the descriptionNoteShoes, not books.',
  )
  expect(await told('Released')).toContain('Released byAn agent or an admin')
  expect(await told('We asked the sender what to do')).toContain('Day of waiting7Goes back on30 Nov 2026')
  expect(await told('Sender gave more time')).toContain('Times extended1Goes back on7 Dec 2026')
  const back = await told('Going back to the sender')
  expect(back).toContain('From Delivered to Uncollected.BecauseNot collected in time')
  expect(await told('Returned to the sender')).toContain('From Delivered to Collected.')
})

test('the customer’s view is at the top, with what an admin may do', async () => {
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

test('the next step is shown: who must act, why, since when, and the acts of the office', async () => {
  const since = '2026-11-20T08:00:00.000Z'
  const turn = { whose: 'receiver', since } as const
  fakeApi().answer(contract.deliveries.detail, sampleDelivery(1, { held: ['not_home'], turn }))
  show()
  const next = within((await screen.findByRole('heading', { name: 'What to do' })).closest('section') as HTMLElement)
  for (const said of ['The receiver', 'No one was there']) next.getByText(said)
  next.getByText(/20 Nov 2026/)
  next.getByRole('link', { name: 'Call Kiprop Cheruiyot' })
  for (const name of ['Release: No one was there', 'Report missing', 'Put on hold', "Change receiver's phone"])
    next.getByRole('button', { name })
})

test('sender, receiver and rider can be called and written to beside their phones', async () => {
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

test('a link at the top leads down to the history', async () => {
  const { person, router } = show()
  await person.click(await screen.findByRole('link', { name: 'Full history' }))
  const heading = screen.getByRole('heading', { name: 'Full history' })
  expect(document.activeElement).toBe(heading)
  await expect.poll(() => router.state.location).toMatchObject({ pathname: at, hash: `#${heading.id}` })
  expect(router.state.historyAction).toBe('REPLACE') // one step back leads away from the parcel
})

test('the detail stays when the history cannot be fetched', async () => {
  fakeApi().fail(contract.adminDeliveries.history)
  show()
  await screen.findByText('Failed to fetch the history')
  expect(screen.getByText('TM-0000-0000-0001')).toBeTruthy()
})

test('deleting the parcel leads back to the list', async () => {
  fakeApi().answer(contract.adminDeliveries.remove, { message: '' })
  const { person, router } = show()
  expect(screen.queryByText('Delete')).toBeNull()
  await person.click(await screen.findByRole('button', { name: 'More' }))
  await person.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  await person.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }))
  await expect.poll(() => router.state.location.pathname).toBe('/Admin/deliveries')
  await screen.findByText('Delivery deleted successfully!')
})
