// @vitest-environment jsdom

import { fireEvent, screen } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { fakeApi, people, renderScreen } from '@tuma/kit/testing'
import { useState } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { ChooseUser } from './choose-user.tsx'

const wanjiku = { ...people.client, _id: 'wanjiku', name: 'Wanjiku Kamau' }
const kiprop = { ...people.client, _id: 'kiprop', name: 'Kiprop Cheruiyot' }
const { users } = contract.people

const Form = () => {
  const [userId, setUserId] = useState('')
  return <ChooseUser label="Who" found="Accounts" userId={userId} onChoose={({ _id }) => setUserId(_id)} />
}
const show = () => renderScreen(<Form />, { as: people.admin })
const radio = (name: string) => screen.queryByRole('radio', { name: new RegExp(name) }) as HTMLInputElement | null

let answer: (() => void) | undefined
beforeEach(() => {
  fakeApi().answer(users, [wanjiku])
})
const searching = async () => {
  const { person } = show()
  await screen.findByRole('radio', { name: /Wanjiku/ })
  answer = fakeApi().hold(users, [kiprop])
  await person.type(screen.getByLabelText('Who'), 'kip')
  await expect.poll(() => fakeApi().received(users).at(-1)?.input.search).toBe('kip')
  return person
}

test('found accounts stay until the next ones arrive, so that a press during a search is not lost', async () => {
  const person = await searching()
  await person.click(radio('Wanjiku') as HTMLInputElement)
  expect(radio('Wanjiku')?.checked).toBe(true)
  answer?.()
  await screen.findByRole('radio', { name: /Kiprop/ })
  // The chosen account is shown together with the accounts found next.
  expect(radio('Wanjiku')?.checked).toBe(true)
})

test('a press chooses the account under the finger when it came down', async () => {
  await searching()
  const pressed = radio('Wanjiku') as HTMLInputElement
  fireEvent.pointerDown(pressed)
  answer?.()
  await expect.poll(() => fakeApi().received(users).length).toBe(2)
  await new Promise((done) => setTimeout(done, 50))
  expect(radio('Kiprop')).toBeNull()
  fireEvent.pointerUp(pressed)
  fireEvent.click(pressed)
  expect(radio('Wanjiku')?.checked).toBe(true)
  await screen.findByRole('radio', { name: /Kiprop/ })
})
