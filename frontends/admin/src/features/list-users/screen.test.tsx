// @vitest-environment jsdom

import { screen, within } from '@testing-library/react'
import { contract, type ErasurePreview } from '@tuma/contracts/api'
import { displayPhone } from '@tuma/contracts/vocabulary'
import { fakeApi, people, renderScreen } from '@tuma/kit/testing'
import { beforeEach, expect, test } from 'vitest'
import { Users } from './screen.tsx'

const path = '/Admin/users'
const show = (search = '') => renderScreen(<Users />, { as: people.admin, path, at: path + search })
const users = contract.people.users

beforeEach(() => {
  fakeApi().answer(users, [people.client]).answer(contract.operations.startWarnings, { warnings: [] })
})

test('role and sort are in the address; the person searched for is not', async () => {
  const { person, router } = show()
  await person.type(await screen.findByLabelText('Name, username, email or phone'), 'wanj')
  await expect.poll(() => fakeApi().received(users).at(-1)?.input).toMatchObject({ search: 'wanj' })
  await person.selectOptions(screen.getByLabelText('Role'), 'Client')
  await person.selectOptions(screen.getByLabelText('Sort by'), 'Points')
  expect(router.state.location.search).toBe('?role=user&sort=points')
  await expect
    .poll(() => fakeApi().received(users).at(-1)?.input)
    .toEqual({ search: 'wanj', role: 'user', sort: 'points' })
})

test('each user can be called by their number', async () => {
  show()
  const call = await screen.findByRole('link', { name: displayPhone(people.client.phone) })
  expect(call.getAttribute('href')).toBe(`tel:+${people.client.phone}`)
})

const unverified = { ...people.client, isVerified: false }

test('where no e-mail is sent, a button verifies a user', async () => {
  fakeApi()
    .answer(users, [unverified, { ...people.client, _id: 'user2', name: 'Otieno Ouma' }])
    .answer(contract.operations.startWarnings, { warnings: ['emails_stay'] })
    .answer(contract.people.verifyUser, people.client)
  const { person } = show()
  await person.click(await screen.findByRole('button', { name: /^Verify, / }))
  await screen.findByText('Wanjiku Kamau can log in now')
  expect(fakeApi().received(contract.people.verifyUser)[0]?.input).toEqual({ id: unverified._id })
})

test('a failed verification is shown', async () => {
  fakeApi()
    .answer(users, [unverified])
    .answer(contract.operations.startWarnings, { warnings: ['emails_stay'] })
    .refuse(contract.people.verifyUser, 'not_found')
  const { person } = show()
  await person.click(await screen.findByRole('button', { name: /^Verify, / }))
  await screen.findByRole('alertdialog', { name: 'Failed to verify user' })
})

test('where e-mails are sent, a user who is not verified is only marked', async () => {
  fakeApi().answer(users, [unverified])
  show()
  await screen.findByText('Email not verified')
  expect(screen.queryByRole('button', { name: /^Verify, / })).toBeNull()
})

test('another user’s second factor is removed after a question; one’s own cannot be removed here', async () => {
  const agent = { ...people.agent, secondFactor: true } as const
  fakeApi()
    .answer(users, [agent, { ...people.admin, secondFactor: true }, people.client])
    .answer(contract.people.removeSecondFactor, people.agent)
  const { person } = show()
  await person.click(await screen.findByRole('button', { name: `Turn off two-step login, ${agent.name}` }))
  const question = within(
    await screen.findByRole('alertdialog', { name: `Turn off two-step login for ${agent.name}?` }),
  )
  expect(fakeApi().received(contract.people.removeSecondFactor)).toEqual([])
  await person.click(question.getByRole('button', { name: 'Turn off' }))
  await screen.findByText(`${agent.name} now logs in with the password only`)
  expect(fakeApi().received(contract.people.removeSecondFactor)[0]?.input).toEqual({ id: agent._id })
})

test('a user is logged out everywhere after a question; one’s own sessions are ended in the profile', async () => {
  fakeApi()
    .answer(users, [people.client, people.admin])
    .answer(contract.people.endSessions, { message: 'All sessions of this account have ended.' })
  const { person } = show()
  const edit = async (name: string) => person.click(await screen.findByRole('button', { name: `Change Role, ${name}` }))
  await edit(people.admin.name)
  expect(screen.queryByRole('button', { name: 'Log out everywhere' })).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Cancel' }))
  await edit('Wanjiku Kamau')
  await person.click(screen.getByRole('button', { name: 'Log out everywhere' }))
  const question = within(await screen.findByRole('alertdialog', { name: 'Log Wanjiku Kamau out everywhere?' }))
  expect(fakeApi().received(contract.people.endSessions)).toEqual([])
  await person.click(question.getByRole('button', { name: 'Log out everywhere' }))
  await screen.findByText('Wanjiku Kamau is logged out everywhere')
  expect(fakeApi().received(contract.people.endSessions)[0]?.input).toEqual({ id: people.client._id })
})

test('a search without results says so', async () => {
  fakeApi().answer(users, [])
  show()
  await screen.findByText('No users found')
})

test('users can be fetched again after a failure', async () => {
  fakeApi().fail(users)
  const { person } = show()
  await screen.findByText('Failed to fetch users')
  fakeApi().answer(users, [people.client])
  await person.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findByText('Wanjiku Kamau')
})

const changeRole = async (to: string) => {
  const { person } = show()
  await person.click(await screen.findByRole('button', { name: /^Change Role, / }))
  const dialog = within(await screen.findByRole('dialog'))
  const update = dialog.getByRole('button', { name: 'Update' }) as HTMLButtonElement
  expect(update.disabled).toBe(true)
  await person.selectOptions(dialog.getByLabelText('Role'), to)
  await person.click(update)
  return { person, dialog }
}

test('a changed role is sent and shown', async () => {
  fakeApi().answer(contract.people.changeRole, { ...people.client, role: 'agent' })
  await changeRole('Agent')
  await screen.findByText('Wanjiku Kamau is now: Agent')
  expect(fakeApi().received(contract.people.changeRole)[0]?.input).toEqual({ id: 'user1', role: 'agent' })
})

const needed = { kind: 'make_admin', subject: 'user1' }

test('a change that needs a second admin is asked for with its own press', async () => {
  fakeApi()
    .refuse(contract.people.changeRole, 'approval_needed', needed)
    .answer(contract.approvals.ask, { _id: 'p1', until: null, approvers: 1 })
  const { person } = await changeRole('Admin')
  const question = await screen.findByRole('alertdialog', { name: 'A second admin must approve this first' })
  expect(fakeApi().received(contract.approvals.ask)).toEqual([])
  await person.click(within(question).getByRole('button', { name: 'Ask for approval' }))
  await screen.findByText('Asked. After approval, use the same button again, or open Approvals.')
  expect(fakeApi().received(contract.approvals.ask)[0]?.input).toEqual(needed)
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('closing without asking sends no request', async () => {
  fakeApi().refuse(contract.people.changeRole, 'approval_needed', needed)
  const { person } = await changeRole('Admin')
  const question = await screen.findByRole('alertdialog', { name: 'A second admin must approve this first' })
  await person.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(fakeApi().received(contract.approvals.ask)).toEqual([])
})

test('the refusal to change the last admin is shown', async () => {
  fakeApi().answer(users, [people.admin]).refuse(contract.people.changeRole, 'last_admin')
  const { person, dialog } = await changeRole('Client')
  const said = await screen.findByRole('alertdialog', { name: 'Failed to update user role' })
  expect(said.textContent).toContain('There must be at least one admin.')
  await person.click(screen.getByRole('button', { name: 'OK' }))
  await person.click(dialog.getByRole('button', { name: 'Cancel' }))
})

test('deleting asks first; the refusal for the last admin is shown', async () => {
  fakeApi().answer(users, [people.admin]).refuse(contract.people.deleteUser, 'last_admin')
  const { person } = show()
  await person.click(await screen.findByRole('button', { name: 'Delete, Achieng Mwangi' }))
  const question = await screen.findByRole('alertdialog', { name: 'Delete user Achieng Mwangi?' })
  await person.click(within(question).getByRole('button', { name: 'Delete' }))
  const said = await screen.findByRole('alertdialog', { name: 'Failed to delete user' })
  expect(said.textContent).toContain('There must be at least one admin.')
  await person.click(screen.getByRole('button', { name: 'OK' }))
})

const nothingOwed = { owed: 0, coming: 0, due: null, accounts: [] }
const preview: ErasurePreview = {
  ...{ _id: 'k1', names: ['Zawadi Mwende'], total: 1, underWay: 0, ...nothingOwed },
  parcels: [
    {
      ...{ _id: 'd1', trackingId: 'TM-7K3M-Q2XV-90TB', status: 'collected', leg: 'out', roles: ['receiver'] },
      ...{ underWay: false, from: { location: 'NAIROBI CBD', address: 'Moi Avenue' } },
      to: { location: 'THIKA', address: null },
    },
  ],
}
const dueBy = '2026-12-28T06:00:00.000Z'
const erased = { message: '', _id: 'k1', parcels: 3, until: null }
const findPhone = async (found: Partial<ErasurePreview> = {}) => {
  fakeApi()
    .answer(contract.erasures.due, [])
    .answer(contract.erasures.preview, { ...preview, ...found })
  const shown = show()
  await shown.person.click(await screen.findByRole('button', { name: 'Delete by phone' }))
  const dialog = within(await screen.findByRole('dialog', { name: "Delete one person's data by phone number" }))
  await shown.person.type(dialog.getByLabelText('Phone'), '0799 123 456')
  await shown.person.click(dialog.getByRole('button', { name: 'Show parcels' }))
  const next = within(await screen.findByRole('dialog', { name: 'Delete the data of 0799 123 456' }))
  const again = (button: string) => async (number: string) => {
    await shown.person.clear(next.getByLabelText('Type the number again'))
    await shown.person.type(next.getByLabelText('Type the number again'), number)
    await shown.person.click(next.getByRole('button', { name: button }))
  }
  return { ...shown, next, again }
}
const erasures = () =>
  fakeApi()
    .received(contract.erasures.erase)
    .map(({ input }) => input)

test('the parcels with a phone are shown before it is erased, and the number is typed twice', async () => {
  const { next, again } = await findPhone()
  for (const told of [
    /Zawadi Mwende/,
    /TM-7K3M-Q2XV-90TB/,
    /Parcels: 1\. Not finished: 0/,
    /Moi Avenue, NAIROBI CBD → THIKA/,
  ])
    next.getByText(told)
  expect(erasures()).toEqual([])
  fakeApi().answer(contract.erasures.erase, erased)
  await again('Delete')('0799123456')
  await screen.findByText('Deleted. Places in parcels: 3')
  expect(erasures()).toEqual([{ phone: '0799 123 456', again: '0799123456' }])
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})

test('a phone with a parcel under way or money owed waits, and the admin sees until when', async () => {
  const { next, again } = await findPhone({ underWay: 1, owed: 4000, coming: 1500 })
  next.getByText('Tuma owes this person Ksh 4,000.')
  next.getByText('Tuma will owe this person Ksh 1,500 after delivery.')
  next.getByText('The data is deleted when all this is finished, at the latest after 30 days.')
  fakeApi().answer(contract.erasures.erase, { ...erased, until: dueBy })
  await again('Delete later')('0799123456')
  await screen.findByText('The data will be deleted on 28 Dec 2026 at the latest')
})

test('accounts that sent with the phone are shown, and sent back as seen', async () => {
  const accounts = [
    { id: 'a1', name: 'Wanjiku Kamau', parcels: 2 },
    { id: 'a2', name: null, parcels: 1 },
  ]
  const { next, again } = await findPhone({ accounts })
  next.getByText(/Wanjiku Kamau \(2\), a2 \(1\)/)
  fakeApi().answer(contract.erasures.erase, erased)
  await again('Delete')('0799123456')
  await expect.poll(erasures).toEqual([{ phone: '0799 123 456', again: '0799123456', seen: ['a1', 'a2'] }])
})

test('a different number is refused, and the request to a second admin has exactly the typed number', async () => {
  const { person, next, again } = await findPhone()
  fakeApi().refuse(contract.erasures.erase, 'phones_differ', { field: 'again' })
  await again('Delete')('0799123465')
  await next.findByText('The two numbers are not the same. Please type it again.')
  fakeApi()
    .refuse(contract.erasures.erase, 'approval_needed', { kind: 'erase_phone', subject: 'k1' })
    .answer(contract.erasures.ask, { _id: 'p1', until: dueBy, approvers: 1 })
  await again('Delete')('0799123456')
  await person.click(await next.findByRole('button', { name: 'Ask for approval' }))
  await expect
    .poll(() =>
      fakeApi()
        .received(contract.erasures.ask)
        .map(({ input }) => input),
    )
    .toEqual([{ phone: '0799 123 456', again: '0799123456' }])
})

test('an erasure that waits can be cancelled', async () => {
  const waiting = { _id: 'k1', phone: '254799123456', unpaid: 0, askedAt: dueBy, dueBy }
  fakeApi().answer(contract.erasures.due, [waiting]).answer(contract.erasures.cancel, { message: '' })
  const { person } = show()
  await person.click(await screen.findByRole('button', { name: 'Delete by phone' }))
  const dialog = within(await screen.findByRole('dialog', { name: "Delete one person's data by phone number" }))
  await dialog.findByText('0799123456, on 28 Dec 2026 at the latest')
  fakeApi().answer(contract.erasures.due, [])
  await person.click(dialog.getByRole('button', { name: 'Keep 0799123456' }))
  await screen.findByText('The data stays')
  expect(
    fakeApi()
      .received(contract.erasures.cancel)
      .map(({ input }) => input),
  ).toEqual([{ id: 'k1' }])
})

test('damaged users that are not shown are counted', async () => {
  fakeApi().answer(users, [unverified], { 'x-left-out': '1' })
  show()
  await screen.findByText('1 row can’t be shown now. Everything is saved. Look again in a few minutes.')
})
