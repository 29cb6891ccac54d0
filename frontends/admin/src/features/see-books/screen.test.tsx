// @vitest-environment jsdom

import { screen, within } from '@testing-library/react'
import { type AgentHandOver, contract } from '@tuma/contracts/api'
import { bookAccounts } from '@tuma/contracts/vocabulary'
import { fakeApi, people, renderScreen } from '@tuma/kit/testing'
import { beforeEach, expect, test, vi } from 'vitest'
import { Books } from './screen.tsx'

const path = '/Admin/books'
const show = (tab = '') =>
  renderScreen(
    <main id="main" tabIndex={-1}>
      <Books />
    </main>,
    { as: people.admin, path, at: tab ? `${path}?tab=${tab}` : path },
  )
const { accounts, entries, handOvers, receive, ready, payee, payOut, unexplained, explain, giveBack, drawers } =
  contract.books

const at = '2026-11-23T09:00:00.000Z'
const parcel = { id: 'd1', trackingId: 'TM-0000-0000-0001', deliveryType: 'doorstep' as const }
const waiting: AgentHandOver = {
  ...{ _id: 'h1', agentId: 'a1', name: 'Otieno Ouma', parcels: 1, at, receivedAt: null, reason: null },
  ...{ declared: 1300_00, cents: 1350_00, counted: null, way: 'office', reversedAt: null },
}

beforeEach(() => {
  const some = bookAccounts.map((account) => ({ account, cents: account === 'charges' ? 13_75 : 0 }))
  fakeApi().answer(accounts, { accounts: some, since: '2026-11-23' })
})

test('money that we owe is shown as plus, accounts at zero are folded, and a name links to its entries', async () => {
  const some = bookAccounts.map((account) => ({ account, cents: account === 'fees_earned' ? -13_670_00 : 0 }))
  fakeApi().answer(accounts, { accounts: some, since: '2026-11-23' })
  show()
  const link = await screen.findByRole('link', { name: 'Fees earned' })
  expect(link.closest('tr')?.textContent).toContain('Ksh 13,670')
  expect(link.getAttribute('href')).toBe('/Admin/books?tab=entries&account=fees_earned')
  expect(link.closest('details')).toBeNull()
  const folded = screen.getByText('7 accounts at zero').closest('details') as HTMLDetailsElement
  expect(folded.open).toBe(false)
  within(folded).getByText('Owed to senders')
  within(screen.getByText('10 accounts at zero').closest('details') as HTMLElement).getByText('Cash with agents')
})

test('each account shows its balance to the cent, and the page says when the books begin', async () => {
  show()
  const row = (await screen.findByText('M-Pesa charges')).closest('tr') as HTMLElement
  expect(within(row).getByText('Ksh 13.75')).toBeTruthy()
  expect(screen.getByText(/Books begin on/).textContent).toBe('Books begin on 23 Nov 2026')
})

test('the chosen day is in the address, and each account shows what came in and went out on that day', async () => {
  const { day } = contract.books
  const quiet = bookAccounts.map((account) => ({ account, before: 0, in: 0, out: 0, after: 0 }))
  const busy = { account: 'drawers' as const, before: 100_00, in: 1350_00, out: 450_00, after: 1000_00 }
  fakeApi().answer(day, [busy, ...quiet.filter(({ account }) => account !== 'drawers')])
  const { router, person } = show()
  await person.type(await screen.findByLabelText('Day'), '2026-11-23')
  const row = (await screen.findByText('Ksh 1,350')).closest('tr') as HTMLElement
  within(row).getByText('Cash with agents')
  for (const amount of ['Ksh 100', 'Ksh 1,350', 'Ksh 450', 'Ksh 1,000']) within(row).getByText(amount)
  expect(router.state.location.search).toContain('day=2026-11-23')
  expect(fakeApi().received(day).at(-1)?.input).toEqual({ day: '2026-11-23' })
})

test('a day with a saved statement shows the M-Pesa balance at its end, and the difference from the books', async () => {
  const { day } = contract.books
  const mpesa = { cents: 89_212_96, at: '2026-11-23T18:14:00.000Z' }
  fakeApi().answer(day, [{ account: 'till', before: 0, in: 89_300_00, out: 0, after: 89_300_00, mpesa }])
  const { person } = show()
  await person.type(await screen.findByLabelText('Day'), '2026-11-23')
  const says = await screen.findByText(/At the end of the day M-Pesa had/)
  expect(says.textContent).toBe('At the end of the day M-Pesa had Ksh 89,212.96. Difference: Ksh 87.04.')
  expect(screen.getByText(/Last row of the statement:/).textContent).toContain('21:14')
})

test('an entry that was booked on another day than its money moved shows both dates', async () => {
  const entry = { _id: 'e1', account: 'till' as const, cents: 350_00, because: 'MoneySeen', name: null }
  fakeApi().answer(entries, [{ ...entry, at, valueAt: '2026-11-22T18:00:00.000Z' }])
  show('entries')
  expect((await screen.findByText(/Booked/)).textContent).toContain('23 Nov')
  expect(screen.getByText(/Booked/).closest('td')?.textContent).toContain('22 Nov')
})

test('entries are filtered by account and day, and both are in the address', async () => {
  fakeApi().answer(entries, [
    {
      _id: 'e1',
      at,
      valueAt: at,
      account: 'drawers',
      cents: 1350_00,
      because: 'SaleTaken',
      name: 'Otieno Ouma',
      parcel,
    },
  ])
  const { router, person } = show('entries')
  expect((await screen.findByRole('link', { name: parcel.trackingId })).getAttribute('href')).toBe(
    '/Admin/delivery/doorstep/d1',
  )
  await person.selectOptions(screen.getByLabelText('Account'), 'Cash with agents')
  expect(router.state.location.search).toContain('account=drawers')
  await expect.poll(() => fakeApi().received(entries).at(-1)?.input).toEqual({ account: 'drawers' })
})

test('cash that was paid in by M-Pesa says so, and what of it was no cash with the agent', async () => {
  const paidIn = { ...waiting, way: 'mpesa', declared: 1350_00, cents: 1000_00, counted: 1000_00 } as const
  fakeApi().answer(handOvers, [paidIn, { ...paidIn, _id: 'h2', reversedAt: at }])
  show('handOvers')
  expect(await screen.findAllByText('Paid in by M-Pesa')).toHaveLength(2)
  screen.getByText('Ksh 350 more came to the till. Refund it to the agent.')
  screen.getByText('M-Pesa took the money back. The agent has the cash again.')
})

test('cash with an agent is shown with its oldest date, its parcels, the shop and the phone number', async () => {
  const taken = { parcel, cents: 1350_00, awaiting: false, at }
  fakeApi()
    .answer(drawers, [
      { _id: 'a1', name: 'Otieno Ouma', cents: 1350_00, awaiting: 350_00, since: at, parcels: [taken] },
    ])
    .answer(contract.people.agents, [{ ...people.agent, _id: 'a1', name: 'Otieno Ouma', phone: '254722333444' }])
  show('drawers')
  const row = (await screen.findByText('Otieno Ouma')).closest('tr') as HTMLElement
  expect(row.textContent).toContain('Ksh 1,350')
  expect(row.textContent).toContain('Ksh 350')
  await within(row).findByText('Moi Avenue Shop, NAIROBI CBD')
  expect(within(row).getByRole('link', { name: 'Call Otieno Ouma' }).getAttribute('href')).toBe('tel:+254722333444')
  expect(within(row).getByText(parcel.trackingId).getAttribute('href')).toBe('/Admin/delivery/doorstep/d1')
})

test('an agent with more cash than should be kept is marked', async () => {
  const cash = { awaiting: 0, since: at, parcels: [] }
  fakeApi()
    .answer(drawers, [
      { _id: 'a1', name: 'Otieno Ouma', cents: 20_250_00, tooFull: true, ...cash },
      { _id: 'a2', name: 'Achieng Were', cents: 20_000_00, ...cash },
    ])
    .answer(contract.people.agents, [])
  show('drawers')
  const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr')?.textContent
  expect(await rowOf('Otieno Ouma')).toContain('Should be paid in')
  expect(await rowOf('Achieng Were')).not.toContain('Should be paid in')
})

test('cash of a different amount is received only with a reason', async () => {
  fakeApi()
    .answer(handOvers, [waiting])
    .answer(receive, { ...waiting, counted: 1300_00 })
  const { person } = show('handOvers')
  await person.click(await screen.findByRole('button', { name: 'Receive, Otieno Ouma' }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText('There should be Ksh 1,350. The agent counted Ksh 1,300.')
  expect(document.activeElement).toBe(dialog.getByLabelText(/Counted/))
  dialog.getByLabelText('Reason (optional)')
  await person.type(dialog.getByLabelText(/Counted/), '1300')
  dialog.getByLabelText('Reason')
  await person.click(dialog.getByRole('button', { name: 'Receive' }))
  await dialog.findByText('Say why the amount is different.')
  expect(fakeApi().received(receive)).toEqual([])
  await person.type(dialog.getByLabelText(/Reason/), 'A note was torn')
  await person.click(dialog.getByRole('button', { name: 'Receive' }))
  await expect
    .poll(() => fakeApi().received(receive)[0]?.input)
    .toEqual({ agentId: 'a1', id: 'h1', amount: 1300, reason: 'A note was torn' })
})

test('a sender is paid what is ready, to the phone that is fetched on opening, with the M-Pesa receipt', async () => {
  const owed = { _id: 'account:u1', name: 'Wanjiku Kamau', cents: 1500_00, ready: 1000_00, since: at }
  fakeApi()
    .answer(ready, [owed])
    .answer(payee, { ...owed, phone: '254711333444' })
    .answer(payOut, { _id: 'o1', cents: 1000_00, reference: 'UKN4T7X9QZ', parcels: 1, at })
  const { person } = show('ready')
  await person.click(await screen.findByRole('button', { name: 'Pay out, Wanjiku Kamau' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Pay Ksh 1,000 to Wanjiku Kamau' }))
  dialog.getByText(/0711 ?333 ?444/)
  await person.type(dialog.getByLabelText('M-Pesa receipt'), 'ukn4t7x9qz')
  await person.click(dialog.getByRole('button', { name: 'Pay out' }))
  await expect
    .poll(() => fakeApi().received(payOut)[0]?.input)
    .toEqual({ owedTo: 'account:u1', cents: 1000_00, reference: 'UKN4T7X9QZ' })
})

test('a number that changed recently is not paid yet, and the office reads the old number and the first day', async () => {
  const owed = { _id: 'account:u1', name: 'Wanjiku Kamau', cents: 1000_00, ready: 1000_00, since: at }
  const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 60 * 60_000).toISOString()
  fakeApi()
    .answer(ready, [owed])
    .answer(payee, {
      ...{ ...owed, phone: '254799666555', former: '254711333444' },
      ...{ changedAt: hoursFromNow(-3.5), payableFrom: hoursFromNow(20.5) },
    })
  const { person } = show('ready')
  await person.click(await screen.findByRole('button', { name: 'Pay out, Wanjiku Kamau' }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText(/This number changed 3 h ago\. Before that it was 0711333444\./)
  dialog.getByText(/You can pay this number from/)
  expect(dialog.queryByLabelText('M-Pesa receipt')).toBeNull()
})

test('the office takes cash in, also from an agent who has left, with a reason and the balance that it saw', async () => {
  const gone = { _id: 'a9', name: null, cents: 12_100_00, awaiting: 0, since: at, parcels: [] }
  fakeApi()
    .answer(drawers, [gone])
    .answer(contract.people.agents, [])
    .answer(contract.books.takeIn, { ...waiting, agentId: 'a9', counted: 12_000_00, byOffice: true })
  const { person } = show('drawers')
  await person.click(await screen.findByRole('button', { name: 'Take cash in, A deleted account' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Take in cash from A deleted account' }))
  dialog.getByText(/^The agent should have Ksh 12,100\./)
  await person.type(dialog.getByLabelText('Reason'), 'The agent has left')
  await person.click(dialog.getByRole('button', { name: 'Take cash in' }))
  await dialog.findByText('Count the cash, then type the amount.')
  await person.type(dialog.getByLabelText(/Counted/), '12000')
  await person.click(dialog.getByRole('radio', { name: 'The rest is missing' }))
  await person.click(dialog.getByRole('button', { name: 'Take cash in' }))
  await expect
    .poll(() => fakeApi().received(contract.books.takeIn)[0]?.input)
    .toEqual({ id: 'a9', amount: 12_000, rest: 'missing', inDrawer: 12_100_00, reason: 'The agent has left' })
})

test('a large shortage must be approved by a second admin, who is asked from the form', async () => {
  // Chromium returns a promise here, and an effect must not return one.
  const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue(Promise.resolve() as never)
  const { takeIn, askTakeIn } = contract.books
  const gone = { _id: 'a9', name: 'Otieno Ouma', cents: 50_000_00, awaiting: 0, since: at, parcels: [] }
  const asked = { _id: 'r1', until: null, approvers: 2 }
  fakeApi()
    .answer(drawers, [gone])
    .answer(contract.people.agents, [])
    .refuse(takeIn, 'approval_needed')
    .answer(askTakeIn, asked)
  const { person } = show('drawers')
  await person.click(await screen.findByRole('button', { name: 'Take cash in, Otieno Ouma' }))
  const dialog = within(await screen.findByRole('dialog'))
  await person.type(dialog.getByLabelText(/Counted/), '0')
  await person.click(dialog.getByRole('radio', { name: 'The rest is missing' }))
  await person.type(dialog.getByLabelText('Reason'), 'The agent has left')
  expect(dialog.queryByRole('button', { name: 'Ask for approval' })).toBeNull()
  await person.click(dialog.getByRole('button', { name: 'Take cash in' }))
  await dialog.findByText('A second admin must approve this first.')
  expect(fakeApi().received(askTakeIn)).toEqual([])
  // The refusal is shown once, next to the button that asks for approval, and scrolls into view.
  expect(dialog.queryByRole('alert')).toBeNull()
  expect(
    scrolled.mock.contexts.some((one) => one instanceof HTMLElement && one.textContent?.startsWith('A second admin')),
  ).toBe(true)
  await person.click(dialog.getByRole('button', { name: 'Ask for approval' }))
  await dialog.findByText('Asked. You will see the answer here and under Approvals.')
  expect(fakeApi().received(askTakeIn)[0]?.input).toEqual({
    ...{ id: 'a9', amount: 0, rest: 'missing', inDrawer: 50_000_00, reason: 'The agent has left' },
  })
})

test('a second admin must approve a new payout number; senders without an account have no such button', async () => {
  const { setPayeeNumber, askPayeeNumber } = contract.books
  const owed = { cents: 1000_00, ready: 1000_00, since: at }
  fakeApi()
    .answer(ready, [
      { _id: 'account:u1', name: 'Wanjiku Kamau', ...owed },
      { _id: 'phone:abc', name: 'George Ochieng', phone: '254700211406', ...owed },
    ])
    .refuse(setPayeeNumber, 'approval_needed')
    .answer(askPayeeNumber, { _id: 'r1', until: null, approvers: 1 })
  const { person } = show('ready')
  await person.click(await screen.findByRole('button', { name: 'Change number, Wanjiku Kamau' }))
  expect(screen.queryByRole('button', { name: 'Change number, George Ochieng' })).toBeNull()
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the payout number of Wanjiku Kamau' }))
  await person.type(dialog.getByLabelText('New M-Pesa number'), '0799666555')
  await person.click(dialog.getByRole('button', { name: 'Change number' }))
  const ask = await dialog.findByRole('button', { name: 'Ask for approval' })
  expect(dialog.queryByRole('alert')).toBeNull()
  await person.click(ask)
  await dialog.findByText('Asked. You will see the answer here and under Approvals.')
  expect(fakeApi().received(askPayeeNumber)[0]?.input).toEqual({ id: 'u1', phone: '0799666555' })
})

test('payees show name, phone and parcels, and the page says why we owe more than the list shows', async () => {
  const owedToSenders = { account: 'owed_to_senders', cents: -9200_00 } as const
  fakeApi()
    .answer(accounts, { accounts: [owedToSenders], since: '2026-11-23' })
    .answer(ready, [
      {
        ...{ _id: 'phone:abc', name: 'George Ochieng', phone: '254700211406', since: at },
        ...{ cents: 6200_00, ready: 5200_00, manyParcels: 5 },
        parcels: [{ parcel, cents: 5200_00, ready: true }],
      },
    ])
  show('ready')
  const row = within((await screen.findByText('George Ochieng')).closest('tr') as HTMLElement)
  row.getByText('0700211406')
  expect(row.getByRole('link', { name: 'Call George Ochieng' }).getAttribute('href')).toBe('tel:+254700211406')
  row.getByRole('link', { name: parcel.trackingId })
  row.getByText('and 4 more')
  row.getByText('Ksh 1,000 has not come in yet')
  await screen.findByText(/^Tuma owes senders Ksh 9,200 in total\. Ksh 4,000 can’t be paid out yet/)
})

test('cash is explained as lost, with a reason', async () => {
  fakeApi()
    .answer(unexplained, [
      {
        _id: 'd1',
        cents: 1350_00,
        at,
        parcel,
        agentId: null,
        name: null,
        withdrawn: false,
        back: false,
        paidOut: false,
      },
    ])
    .answer(explain, {})
  const { person } = show('unexplained')
  await person.click(await screen.findByRole('button', { name: `Explain, ${parcel.trackingId}` }))
  const dialog = within(await screen.findByRole('dialog'))
  await person.selectOptions(dialog.getByLabelText('Where the money is'), 'Lost')
  await person.type(dialog.getByLabelText('Reason'), 'Nobody knows')
  await person.click(dialog.getByRole('button', { name: 'Explain' }))
  await expect
    .poll(() => fakeApi().received(explain)[0]?.input)
    .toEqual({ id: 'd1', as: 'shortage', reason: 'Nobody knows' })
})

test('the agent of a receipt that was never confirmed owes it in cash, and no agent has to be chosen', async () => {
  fakeApi()
    .answer(unexplained, [
      {
        _id: 'd1',
        cents: 1350_00,
        at,
        parcel,
        agentId: 'a1',
        name: 'Otieno Ouma',
        withdrawn: false,
        back: false,
        paidOut: false,
      },
    ])
    .answer(explain, {})
  const { person } = show('unexplained')
  await screen.findByText('Receipt from Otieno Ouma, not confirmed by M-Pesa')
  await person.click(screen.getByRole('button', { name: `Explain, ${parcel.trackingId}` }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText(/Otieno Ouma took an M-Pesa receipt/)
  expect(dialog.queryByText('Which agent')).toBeNull()
  await person.selectOptions(dialog.getByLabelText('Where the money is'), 'Otieno Ouma owes this in cash')
  await person.type(dialog.getByLabelText('Reason'), 'Not on the statement')
  await person.click(dialog.getByRole('button', { name: 'Explain' }))
  await expect
    .poll(() => fakeApi().received(explain)[0]?.input)
    .toEqual({ id: 'd1', as: 'drawer', reason: 'Not on the statement' })
})

test('a receipt for the payment of another person says so', async () => {
  const otienos = { agentId: 'a1', name: 'Otieno Ouma', withdrawn: true, back: false, paidOut: false }
  fakeApi().answer(unexplained, [{ _id: 'd1', cents: 1350_00, at, parcel, ...otienos }])
  const { person } = show('unexplained')
  await screen.findByText('Receipt from Otieno Ouma, but the payment was someone else’s')
  await person.click(screen.getByRole('button', { name: `Explain, ${parcel.trackingId}` }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText('Otieno Ouma took an M-Pesa receipt for this parcel, but the payment was someone else’s.')
})

test('money that was paid out and is now in doubt says so, and asks to check the payment first', async () => {
  const otienos = { agentId: 'a1', name: 'Otieno Ouma', withdrawn: false, back: false, paidOut: true }
  fakeApi().answer(unexplained, [{ _id: 'd1', cents: 1350_00, at, parcel, ...otienos }])
  const { person } = show('unexplained')
  await screen.findByText('The sender was paid, but the payment is in doubt.')
  await person.click(screen.getByRole('button', { name: `Explain, ${parcel.trackingId}` }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText('The sender was paid. Check the payment, then say who loses the money.')
})

test('cash for a parcel that goes back was paid back or never taken, with a reason', async () => {
  fakeApi()
    .answer(unexplained, [
      {
        _id: 'd1',
        cents: 1350_00,
        at,
        parcel,
        agentId: null,
        name: null,
        withdrawn: false,
        back: true,
        paidOut: false,
      },
    ])
    .answer(giveBack, {})
  const { person } = show('unexplained')
  await screen.findByText('The parcel goes back to the sender. Return the money to the payer.')
  await person.click(screen.getByRole('button', { name: `Give back, ${parcel.trackingId}` }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Give Ksh 1,350 back' }))
  await person.selectOptions(
    dialog.getByLabelText('What happened'),
    'No money was taken. Count the agent’s cash without it',
  )
  await person.type(dialog.getByLabelText('Reason'), 'Nobody came for it')
  await person.click(dialog.getByRole('button', { name: 'Give back' }))
  await expect
    .poll(() => fakeApi().received(giveBack)[0]?.input)
    .toEqual({ id: 'd1', as: 'never_taken', reason: 'Nobody came for it' })
})

test('cash without a recorded agent asks which agent has it', async () => {
  fakeApi().answer(unexplained, [
    { _id: 'd1', cents: 1350_00, at, parcel, agentId: null, name: null, withdrawn: false, back: false, paidOut: false },
  ])
  const { person } = show('unexplained')
  await screen.findByText('No record of how it was paid')
  await person.click(screen.getByRole('button', { name: `Explain, ${parcel.trackingId}` }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getAllByText('Which agent').length).toBeGreaterThan(0)
  await person.type(dialog.getByLabelText('Reason'), 'Somebody has it')
  await person.click(dialog.getByRole('button', { name: 'Explain' }))
  await dialog.findByText('Choose the agent below.')
  expect(fakeApi().received(explain)).toEqual([])
})

test('a payout shows payee, parcels and admin, and can be approved later if it was sent without approval', async () => {
  const { paidOut, approvePaidOut } = contract.books
  const sent = {
    ...{ _id: 'o1', of: 'payout' as const, name: 'Kamau Otieno', phone: '254712345678', cents: 2950_00, at },
    ...{ receipt: 'UKQ1ABCDE9', parcels: [{ parcel }], manyParcels: 5, by: 'Achieng Njeri', reason: null },
    ...{ approval: 'missing' as const, approvedBy: null, approvalReason: null },
  }
  const refund = { ...sent, _id: 'o2', of: 'refund' as const, reason: 'Paid twice', approval: 'not_needed' as const }
  const api = fakeApi()
    .answer(paidOut, [sent, { ...refund, receipt: 'UKQ1ABCDE8' }])
    .answer(approvePaidOut, {})
  const { person } = show('paidOut')
  const row = (await screen.findByText('UKQ1ABCDE9')).closest('tr') as HTMLElement
  for (const said of ['Kamau Otieno', 'TM-0000-0000-0001', 'and 4 more', 'Achieng Njeri', 'Not approved', 'Ksh 2,950'])
    within(row).getByText(said)
  expect(row.textContent).toContain('0712345678 · Payout')
  const other = screen.getByText('UKQ1ABCDE8').closest('tr') as HTMLElement
  within(other).getByText('Paid twice')
  expect(within(other).queryByRole('button', { name: /Approve/ })).toBeNull()
  await person.click(within(row).getByRole('button', { name: /Approve/ }))
  const dialog = await screen.findByRole('dialog')
  await person.type(within(dialog).getByLabelText(/Reason/), 'I spoke to him')
  await person.click(within(dialog).getByRole('button', { name: 'Approve' }))
  expect(await screen.findByText('Payment UKQ1ABCDE9 approved')).toBeTruthy()
  expect(api.received(approvePaidOut).map(({ input }) => input)).toEqual([{ id: 'o1', reason: 'I spoke to him' }])
})

test('a payout above the limit asks a second admin first, and can be saved if the money was already sent', async () => {
  const { askPayOut } = contract.books
  const owed = { _id: 'account:kamau', name: 'Kamau Otieno', cents: 25_000_00, ready: 25_000_00, since: at }
  const api = fakeApi()
    .answer(ready, [owed])
    .answer(payee, { ...owed, phone: '254712345678', approvalNeeded: true })
    .answer(askPayOut, { _id: 'a1', until: null, approvers: 1 })
    .answer(payOut, { _id: 'p1', cents: 25_000_00, reference: 'UKQ1ABCDE9', parcels: 1, at })
  const { person } = show('ready')
  await person.click(await screen.findByRole('button', { name: /Pay out/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Pay Ksh 25,000 to Kamau Otieno' })
  await within(dialog).findByText('A second admin must approve this first.')
  // The focus is not in the receipt field: a phone's keyboard would cover the button that comes first.
  expect(document.activeElement?.textContent).toBe('Ask for approval')
  await person.click(within(dialog).getByRole('button', { name: 'Ask for approval' }))
  await within(dialog).findByText('Asked. You will see the answer here and under Approvals.')
  expect(api.received(askPayOut).map(({ input }) => input)).toEqual([{ owedTo: 'account:kamau', cents: 25_000_00 }])
  await person.type(within(dialog).getByLabelText(/receipt/i), 'ukq1 abcde9')
  await person.click(within(dialog).getByLabelText(/is already sent/))
  await person.click(within(dialog).getByRole('button', { name: 'Pay out' }))
  await screen.findByText('Ksh 25,000 paid out')
  expect(api.received(payOut).map(({ input }) => input)).toEqual([
    { owedTo: 'account:kamau', cents: 25_000_00, reference: 'UKQ1ABCDE9', sent: true },
  ])
})

test('the admin who asked sees the approval arrive, and then pays out', async () => {
  const { own } = contract.approvals
  const owed = { _id: 'account:kamau', name: 'Kamau Otieno', cents: 25_000_00, ready: 25_000_00, since: at }
  const api = fakeApi()
    .answer(ready, [owed])
    .answer(payee, { ...owed, phone: '254712345678', approvalNeeded: true, requestId: 'a1' })
    .answer(own, { _id: 'a1', state: 'asked', until: null, by: null, reason: null })
  // The approval links here with the sender, because the list has many senders.
  renderScreen(<Books />, { as: people.admin, path, at: `${path}?tab=ready&pay=account%3Akamau` })
  const dialog = await screen.findByRole('dialog', { name: 'Pay Ksh 25,000 to Kamau Otieno' })
  await within(dialog).findByText(/^Asked\./)
  within(dialog).getByLabelText(/is already sent/)
  api
    .answer(own, { _id: 'a1', state: 'given', until: null, by: 'Achieng Njeri', reason: null })
    .answer(payee, { ...owed, phone: '254712345678', requestId: 'a1' })
  await within(dialog).findByText('Approved by Achieng Njeri.', {}, { timeout: 8000 })
  await expect.poll(() => within(dialog).queryByLabelText(/is already sent/)).toBeNull()
})

test('the admin who asked reads why it was declined, and can ask again', async () => {
  const { own } = contract.approvals
  const owed = { _id: 'account:kamau', name: 'Kamau Otieno', cents: 25_000_00, ready: 25_000_00, since: at }
  fakeApi()
    .answer(ready, [owed])
    .answer(payee, { ...owed, phone: '254712345678', approvalNeeded: true, requestId: 'a1' })
    .answer(own, { _id: 'a1', state: 'declined', until: null, by: 'Achieng Njeri', reason: 'Call her first.' })
  const { person } = show('ready')
  await person.click(await screen.findByRole('button', { name: /Pay out/ }))
  const dialog = await screen.findByRole('dialog', { name: 'Pay Ksh 25,000 to Kamau Otieno' })
  await within(dialog).findByText(/^Declined by Achieng Njeri\./)
  within(dialog).getByText('Call her first.')
  within(dialog).getByRole('button', { name: 'Ask for approval' })
})

test('taking cash in says what happens with the rest before it is booked', async () => {
  const drawer = { _id: 'u2', name: 'Otieno Were', cents: 1350_00, awaiting: 0, since: at, parcels: [] }
  fakeApi().answer(drawers, [drawer])
  const { person } = show('drawers')
  await person.click(await screen.findByRole('button', { name: 'Take cash in, Otieno Were' }))
  const dialog = within(await screen.findByRole('dialog'))
  await person.type(dialog.getByLabelText('Counted (Ksh)'), '135')
  await dialog.findByText('Ksh 1,215 stays with the agent.')
  await person.click(dialog.getByText('The rest is missing'))
  await dialog.findByText('Ksh 1,215 will be booked as missing.')
  await person.type(dialog.getByLabelText('Counted (Ksh)'), '0')
  await expect.poll(() => dialog.queryByText(/booked as missing/)).toBeNull()
})

test('the tab Paid out has its own file, and a search without results says how to search', async () => {
  fakeApi().answer(contract.books.paidOut, [])
  const { person } = show('paidOut')
  await screen.findByText('No payouts or refunds found.')
  expect(screen.getAllByRole('link', { name: 'Download CSV' }).map((link) => link.getAttribute('href'))).toEqual([
    '/api/admin/books/paid-out.csv',
  ])
  await person.type(screen.getByLabelText('Receipt, name or phone'), 'Nyw')
  await screen.findByText('Nothing found. Type a whole name or phone, or the first letters of a receipt.')
})
