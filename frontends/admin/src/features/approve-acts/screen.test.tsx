// @vitest-environment jsdom

import { screen, within } from '@testing-library/react'
import { type Approval, contract } from '@tuma/contracts/api'
import { fakeApi, people, renderScreen } from '@tuma/kit/testing'
import { beforeEach, expect, test } from 'vitest'
import { toPlace } from './places.ts'
import { Approvals } from './screen.tsx'

const path = '/Admin/approvals'
const { list, approve, decline, counts } = contract.approvals
const show = (search = '') => renderScreen(<Approvals />, { as: people.admin, path, at: path + search })

const baraka = { id: 'user9', name: 'Baraka Mwita' }
const request: Approval = {
  ...{ _id: 'p1', kind: 'payout', subject: 'payee', cents: 2_950_000, name: 'Nywele Hair', phone: '254712345678' },
  ...{ words: null, by: baraka, at: '2026-11-21T06:00:00.000Z', state: 'asked', until: '2026-11-22T06:00:00.000Z' },
  ...{ decidedBy: null, decidedAt: null, reason: null, alone: false, own: false, mayNot: null },
}
const own: Approval = { ...request, _id: 'p2', own: true, mayNot: { code: 'approval_own', day: null } }

beforeEach(() => {
  fakeApi().answer(list, [request]).answer(counts, { waiting: 1, approved: 0 })
})

test('a request is approved after a question that says exactly what is approved', async () => {
  fakeApi().answer(approve, { _id: 'p1', until: null })
  const { person } = show()
  await person.click(await screen.findByRole('button', { name: 'Approve, Nywele Hair' }))
  const question = await screen.findByRole('alertdialog', { name: 'Approve this?' })
  expect(question.textContent).toContain('Pay out, Ksh 29,500, Nywele Hair, 0712345678. Asked by Baraka Mwita.')
  expect(fakeApi().received(approve)).toEqual([])
  await person.click(within(question).getByRole('button', { name: 'Approve' }))
  await screen.findByText('Approved. Baraka Mwita can do it now.')
  expect(fakeApi().received(approve)[0]?.input).toEqual({ id: 'p1' })
})

test('a shortage is approved as missing cash, not as cash that comes in', async () => {
  const shortage = {
    ...request,
    kind: 'take_in',
    name: 'Otieno Were',
    phone: null,
    words: 'Gone since Friday',
  } as const
  fakeApi().answer(list, [shortage])
  const { person } = show()
  await person.click(await screen.findByRole('button', { name: 'Approve, Otieno Were' }))
  const question = await screen.findByRole('alertdialog', { name: 'Approve this?' })
  expect(question.textContent).toContain('Book missing cash, Ksh 29,500, Otieno Were, Gone since Friday.')
})

test('a changed payout number is shown next to the old one', async () => {
  fakeApi().answer(list, [{ ...request, kind: 'payee_number', cents: null, words: '0722 990 013' }])
  const { person } = show()
  await screen.findByText('instead of 0722 990 013')
  await person.click(screen.getByRole('button', { name: 'Approve, Nywele Hair' }))
  const question = await screen.findByRole('alertdialog', { name: 'Approve this?' })
  expect(question.textContent).toContain('Nywele Hair, 0712345678, instead of 0722 990 013.')
})

test('only waiting requests are fetched, until the tab All is chosen', async () => {
  const { person } = show()
  await screen.findByText('Nywele Hair')
  expect(fakeApi().received(list).at(-1)?.input).toMatchObject({ waiting: 'true' })
  await person.click(screen.getByRole('tab', { name: 'All' }))
  await expect.poll(() => fakeApi().received(list).at(-1)?.input).not.toMatchObject({ waiting: 'true' })
})

test('the page says if another admin was first, and fetches the list again', async () => {
  fakeApi().refuse(approve, 'stale')
  const { person } = show()
  await person.click(await screen.findByRole('button', { name: 'Approve, Nywele Hair' }))
  await person.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Approve' }))
  const said = await screen.findByRole('alertdialog', { name: 'Failed to approve' })
  expect(said.textContent).toContain('Someone else has just changed this.')
  await expect.poll(() => fakeApi().received(list).length).toBe(2)
  await person.click(screen.getByRole('button', { name: 'OK' }))
})

test('a request is declined with a reason', async () => {
  fakeApi().answer(decline, { _id: 'p1' })
  const { person } = show()
  await person.click(await screen.findByRole('button', { name: 'Decline, Nywele Hair' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Decline this request?' }))
  await person.type(dialog.getByLabelText(/^Reason/), 'Call her first.')
  await person.click(dialog.getByRole('button', { name: 'Decline' }))
  await screen.findByText('Request declined')
  expect(fakeApi().received(decline)[0]?.input).toEqual({ id: 'p1', reason: 'Call her first.' })
})

test('one’s own request cannot be approved here, only taken back', async () => {
  fakeApi().answer(list, [own]).answer(decline, { _id: 'p2' })
  const { person } = show()
  await person.click(await screen.findByRole('button', { name: 'Take back, Nywele Hair' }))
  await screen.findByText('Request taken back')
  expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull()
})

test('an admin who cannot approve yet reads the first day', async () => {
  fakeApi().answer(list, [{ ...request, mayNot: { code: 'approver_new', day: '2026-11-28' } }])
  show()
  await screen.findByText('You can approve from 28 Nov 2026.')
  expect(screen.queryByRole('button', { name: /^Approve/ })).toBeNull()
})

test('ended requests show who decided, who acted alone, what was too late, and why', async () => {
  const over = { ...request, until: null }
  fakeApi().answer(list, [
    { ...over, state: 'used', decidedBy: { id: 'user3', name: 'Achieng Mwangi' } },
    { ...over, _id: 'p3', state: 'used', alone: true },
    { ...over, _id: 'p4', state: 'lapsed' },
    { ...over, _id: 'p5', state: 'declined', decidedBy: { id: 'user3', name: null }, reason: 'Call her first.' },
    { ...over, _id: 'p6', state: 'declined', decidedBy: baraka },
  ])
  show('?tab=all')
  await screen.findByText('Approved by Achieng Mwangi, done')
  for (const words of [
    'Done alone: there was no second admin',
    'Not done within 24 hours',
    'Declined by An admin whose account is deleted',
    'Call her first.',
    'Taken back',
  ])
    screen.getByText(words)
  expect(screen.queryAllByRole('button', { name: /Approve|Decline/ })).toEqual([])
})

test('the page says if no request waits', async () => {
  fakeApi().answer(list, [])
  show()
  await screen.findByText('No requests waiting.')
})

test('approved requests are above the waiting ones, with a link to do them', async () => {
  const given: Approval = {
    ...own,
    subject: 'account:nywele',
    state: 'given',
    decidedBy: { id: 'user3', name: 'Achieng Mwangi' },
  }
  fakeApi().answer(list, [given]).answer(counts, { waiting: 0, approved: 1 })
  show()
  const section = (await screen.findByRole('heading', { name: 'Approved. You can do it now' })).parentElement
  const link = await within(section as HTMLElement).findByRole('link', { name: 'Do it now' })
  expect(link.getAttribute('href')).toBe('/Admin/books?tab=ready&pay=account%3Anywele')
})

test('each kind of request has a page', () => {
  const kinds = ['payout', 'refund', 'payee_number', 'take_in', 'make_admin', 'lift_second_factor'] as const
  expect(kinds.map((kind) => toPlace({ ...own, kind, words: '@achieng' }))).toEqual([
    { to: '/Admin/books?tab=ready&pay=payee' },
    { to: '/Admin/payments?tab=all&search=%40achieng' },
    { to: '/Admin/books?tab=ready' },
    { to: '/Admin/books?tab=drawers' },
    ...Array(2).fill({ to: '/Admin/users', state: { search: 'achieng' } }),
  ])
})
