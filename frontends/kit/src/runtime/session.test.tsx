// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { signedIn, signOut, useSession } from '@tuma/kit/runtime'
import { fakeApi, people, renderScreen } from '@tuma/kit/testing'
import { expect, test } from 'vitest'

const Who = () => <p>{useSession().status}</p>
const Name = () => {
  const session = useSession()
  return <p>{session.status === 'signed-in' ? session.user.username : session.status}</p>
}

test('a browser that holds no session is a guest without asking', async () => {
  renderScreen(<Who />)
  expect(await screen.findByText('guest')).toBeTruthy()
  expect(fakeApi().received(contract.users.me)).toEqual([])
})

test('a browser that may hold one asks, and an ended session is a guest too', async () => {
  const server = fakeApi().refuse(contract.users.me, 'not_signed_in')
  renderScreen(<Who />)
  expect(await screen.findByText('guest')).toBeTruthy()
  expect(server.received(contract.users.me)).toHaveLength(1)
})

test('an answer tells who it is', async () => {
  fakeApi().answer(contract.users.me, people.client)
  renderScreen(<Who />)
  expect(await screen.findByText('signed-in')).toBeTruthy()
})

test('who was signed in before a login is not signed in after it, however late that answer comes', async () => {
  const answer = fakeApi().hold(contract.users.me, people.agent)
  renderScreen(<Name />)
  await expect.poll(() => fakeApi().received(contract.users.me)).toHaveLength(1)
  signedIn(people.client)
  await screen.findByText(people.client.username)
  answer()
  await new Promise((resolve) => setTimeout(resolve, 50))
  screen.getByText(people.client.username)
})

test('logging out deletes all drafts, those of this tab and those kept for a payment', async () => {
  fakeApi().answer(contract.users.logout, { message: 'ok' })
  sessionStorage.setItem('tuma.draft.doorstep.wanjiku', '{"receiver":"Otieno"}')
  localStorage.setItem('tuma.draft.kept-parcels', '{"doorstep.wanjiku":{"receiver":"Otieno"}}')
  localStorage.setItem('tuma.theme', 'dark')
  await signOut()
  expect([...Object.keys(sessionStorage), ...Object.keys(localStorage)]).toEqual(['tuma.theme'])
})
