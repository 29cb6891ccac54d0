// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { fakeApi, people, renderScreen } from '@tuma/kit/testing'
import { beforeEach, expect, test } from 'vitest'
import { OwnProfile } from './screen.tsx'

beforeEach(() => {
  fakeApi().answer(contract.sessions.list, [])
})

const edit = async () => {
  const { person } = renderScreen(<OwnProfile />, { as: people.admin })
  await person.click(await screen.findByRole('button', { name: 'Edit Profile' }))
  const dialog = within(await screen.findByRole('dialog'))
  await person.clear(dialog.getByLabelText('Full Name'))
  await person.type(dialog.getByLabelText('Full Name'), 'Achieng Atieno')
  await person.click(dialog.getByRole('button', { name: 'Save Changes' }))
  return { person, dialog }
}

test('a changed name is saved and shown everywhere at once', async () => {
  fakeApi().answer(contract.users.update, { ...people.admin, name: 'Achieng Atieno' })
  await edit()
  await screen.findByText('Profile updated successfully!')
  await screen.findByText('Achieng Atieno', { selector: 'dd' })
})

test('an admin, who has no shop, sees no missing location or address', async () => {
  renderScreen(<OwnProfile />, { as: { ...people.admin, location: null, address: null } })
  await screen.findByText(people.admin.email.split('@')[1] ?? '', { exact: false })
  expect(screen.queryByText('Location')).toBeNull()
  expect(screen.queryByText('Address')).toBeNull()
})

test('a failure is shown in the dialog', async () => {
  fakeApi().fail(contract.users.update)
  const { person, dialog } = await edit()
  await dialog.findByText('Something went wrong while updating your details')
  await person.click(dialog.getByRole('button', { name: 'Close' }))
})

test('an admin who must set up a second factor first sees why, and nothing else to do', async () => {
  renderScreen(<OwnProfile />, { as: { ...people.admin, secondFactorNeeded: true } })
  await screen.findByText(/^Admins here also log in with a code/)
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Set up'])
  expect(screen.queryByText(people.admin.email)).toBeNull()
})
