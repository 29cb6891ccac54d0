// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { api, Guard, useSession, useSubmission } from '@tuma/kit/runtime'
import { fakeApi, people, renderScreen } from '@tuma/kit/testing'
import { expect, test } from 'vitest'

const message = { name: 'Wanjiku Kamau', email: 'client@tuma.test', message: 'Where is it?' }

/** Outside a guard, as the forms of visitors are. */
const Write = ({ guestsMay }: { guestsMay: boolean }) => {
  const send = useSubmission(api.support.send, { guestsMay: () => guestsMay })
  return (
    <button type="button" onClick={() => send.mutate(message)}>
      {useSession().status}
    </button>
  )
}

const sendAt = async (at: string, guestsMay = true) => {
  fakeApi().refuse(contract.support.send, 'not_signed_in')
  const shown = renderScreen(<Write guestsMay={guestsMay} />, { as: people.client, path: '*', at })
  await shown.person.click(await screen.findByRole('button', { name: 'signed-in' }))
  return shown
}
const choose = async ({ person }: Awaited<ReturnType<typeof sendAt>>, name: string) => {
  await screen.findByRole('alertdialog', { name: 'Your session has ended' })
  await person.click(screen.getByRole('button', { name }))
}

test('who has sent something after their session ended may log in, and comes back to where they were', async () => {
  const shown = await sendAt('/Client/checkout?a=b')
  await choose(shown, 'Log in')
  await waitFor(() => expect(shown.router.state.location.pathname).toBe('/login'))
  expect(shown.router.state.location.state).toEqual({
    ...{ from: '/Client/checkout?a=b', email: people.client.email },
  })
})

test('a guarded screen leads to the login, which leaves it to the dialog to say that the session has ended', async () => {
  const guarded = () => (
    <Guard only="user">
      <Write guestsMay />
    </Guard>
  )
  fakeApi().refuse(contract.support.send, 'not_signed_in')
  const shown = renderScreen(guarded(), { as: people.client, path: '/Client/*', at: '/Client/contact' })
  await shown.person.click(await screen.findByRole('button', { name: 'signed-in' }))
  await waitFor(() => expect(shown.router.state.location.pathname).toBe('/login'))
  expect(shown.router.state.location.state).not.toHaveProperty('done')
  await choose(shown, 'Log in')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(shown.router.state.location.state).not.toHaveProperty('done')
})

test('who has paid under their account can only log in: as a guest they would pay once more', async () => {
  const shown = await sendAt('/Client/checkout', false)
  await screen.findByText('Nothing was sent. Your payment is safe. Log in and send again.')
  expect(screen.queryByRole('button', { name: 'Continue as a guest' })).toBeNull()
  await choose(shown, 'Log in')
  await waitFor(() => expect(shown.router.state.location.pathname).toBe('/login'))
})

test('the typed draft then belongs to the guest only', async () => {
  sessionStorage.setItem(`tuma.draft.doorstep.${people.client.username}`, '{"receiver":"Otieno"}')
  sessionStorage.setItem(`tuma.draft.dukani-again.${people.client.username}`, '{"receiver":"Lilian"}')
  sessionStorage.setItem('tuma.draft.doorstep.somebody-else', '{"receiver":"Achieng"}')
  const shown = await sendAt('/Client/send-parcel/door-step')
  await choose(shown, 'Continue as a guest')
  await waitFor(() => expect(sessionStorage.getItem('tuma.draft.doorstep.visitor')).toBe('{"receiver":"Otieno"}'))
  expect(sessionStorage.getItem('tuma.draft.dukani.visitor')).toBe('{"receiver":"Lilian"}')
  expect(sessionStorage.getItem(`tuma.draft.doorstep.${people.client.username}`)).toBeNull()
})

test('or stays where they are as a guest, and sends it once more', async () => {
  const shown = await sendAt('/send-parcel/door-step')
  await choose(shown, 'Continue as a guest')
  fakeApi().answer(contract.support.send, { message: 'ok' })
  await shown.person.click(await screen.findByRole('button', { name: 'guest' }))
  await waitFor(() => expect(fakeApi().received(contract.support.send)).toHaveLength(2))
  expect(shown.router.state.location.pathname).toBe('/send-parcel/door-step')
})

test.each([
  ['/Client/send-parcel/door-step', '/send-parcel/door-step'],
  ['/client/checkout', '/checkout'],
  ['/Client/contact', '/'],
])('a guest goes on from %s at %s', async (at, then) => {
  const shown = await sendAt(at)
  await choose(shown, 'Continue as a guest')
  await waitFor(() => expect(shown.router.state.location.pathname).toBe(then))
})

test('agents are not asked: their guard leads them to the login', async () => {
  await sendAt('/Agent/paid')
  await screen.findByRole('button', { name: 'guest' })
  expect(screen.queryByRole('alertdialog')).toBeNull()
})
