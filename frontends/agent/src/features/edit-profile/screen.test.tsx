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
  const { person } = renderScreen(<OwnProfile />, { as: people.agent })
  await person.click(await screen.findByRole('button', { name: 'Edit Profile' }))
  const dialog = within(await screen.findByRole('dialog'))
  const change = async (label: string, value: string) => {
    await person.clear(dialog.getByLabelText(label))
    await person.type(dialog.getByLabelText(label), value)
  }
  return { dialog, change, save: () => person.click(dialog.getByRole('button', { name: 'Save Changes' })) }
}

test('shows who the agent is and which shop an admin has given them', async () => {
  renderScreen(<OwnProfile />, { as: people.agent })
  await screen.findByText('Otieno Odhiambo')
  for (const shown of ['otieno', 'agent.cbd@tuma.test', '0712345678', 'NAIROBI CBD', 'Moi Avenue Shop']) {
    expect(screen.getByText(shown)).toBeTruthy()
  }
})

test('name, phone and email can be changed; the shop cannot', async () => {
  const changed = { ...people.agent, name: 'Otieno Ouma', phone: '254733000111' }
  fakeApi().answer(contract.users.update, changed)
  const { dialog, change, save } = await edit()
  expect(dialog.queryByLabelText('Location')).toBeNull()
  await change('Full Name', 'Otieno Ouma')
  await change('Phone', '0733000111')
  await save()
  await screen.findByText('Profile updated successfully!')
  expect(fakeApi().received(contract.users.update)[0]?.input).toEqual({
    name: 'Otieno Ouma',
    phone: '0733000111',
  })
  await screen.findByText('Otieno Ouma')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('a new email waits for its link, and the agent is told so', async () => {
  fakeApi().answer(contract.users.update, people.agent)
  const { change, save } = await edit()
  await change('Email', 'otieno@tuma.test')
  await save()
  await screen.findByText(
    'We sent an email to otieno@tuma.test. Until you open its link, agent.cbd@tuma.test stays your email.',
  )
})

test('one name alone is refused in the form, and nothing is sent', async () => {
  fakeApi().answer(contract.users.update, people.agent)
  const { dialog, change, save } = await edit()
  await change('Full Name', 'Otieno')
  await save()
  await dialog.findByText('Please enter at least two names.')
  expect(fakeApi().received(contract.users.update)).toEqual([])
})

test('what went wrong is said in the form, which keeps what was typed', async () => {
  fakeApi().fail(contract.users.update)
  const { dialog, change, save } = await edit()
  await change('Full Name', 'Otieno Ouma')
  await save()
  await dialog.findByText('Something went wrong while updating your details')
  expect(dialog.getByDisplayValue('Otieno Ouma')).toBeTruthy()
})

test('without a network the form says its own sentence, and below it what to do', async () => {
  fakeApi().disconnect(contract.users.update)
  const { dialog, change, save } = await edit()
  await change('Full Name', 'Otieno Ouma Odhiambo')
  await save()
  await dialog.findByText('Something went wrong while updating your details')
  expect(dialog.getByText('We cannot reach Tuma. Please check your connection and try again.')).toBeTruthy()
})
