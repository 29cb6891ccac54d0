// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { api, useSubmission } from '@tuma/kit/runtime'
import { fakeApi, renderScreen } from '@tuma/kit/testing'
import { expect, onTestFinished, test, vi } from 'vitest'

const details = { name: 'Wanjiku Kamau', username: 'wanjiku', email: 'w@k.ke', phone: '0712345678', password: 'secret' }

function Register() {
  const register = useSubmission(api.users.register)
  return (
    <>
      <button type="button" onClick={() => register.mutate(details)}>
        send
      </button>
      <button type="button" onClick={() => register.mutate({ ...details, username: 'kamau' })}>
        send another
      </button>
      <output>{register.status}</output>
    </>
  )
}

const keys = (): (string | null)[] =>
  fakeApi()
    .received(contract.users.register)
    .map(({ headers }) => headers.get('idempotency-key'))
const press = async (name: string, person: { click: (button: Element) => Promise<void> }, ends: string) => {
  await person.click(screen.getByRole('button', { name }))
  await waitFor(() => expect(screen.getByRole('status').textContent).toBe(ends))
}

test('sending the same again after a lost answer uses the same key', async () => {
  fakeApi().fail(contract.users.register)
  const { person } = renderScreen(<Register />)
  await press('send', person, 'error')
  await press('send', person, 'error')
  expect(keys()).toEqual([keys()[0], keys()[0]])
  expect(keys()[0]).toMatch(/^[0-9a-f]{32}$/)
})

test('is sent on plain http too, where browsers make no UUIDs', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  onTestFinished(() => void vi.unstubAllGlobals())
  fakeApi().answer(contract.users.register, { message: 'ok' })
  const { person } = renderScreen(<Register />)
  await press('send', person, 'success')
})

test('other details get another key: the server refuses a key that comes with another body', async () => {
  fakeApi().fail(contract.users.register)
  const { person } = renderScreen(<Register />)
  await press('send', person, 'error')
  await press('send another', person, 'error')
  expect(new Set(keys()).size).toBe(2)
})

test('the same details sent again after a success are a new request', async () => {
  fakeApi().answer(contract.users.register, { message: 'ok' })
  const { person } = renderScreen(<Register />)
  await press('send', person, 'success')
  await person.click(screen.getByRole('button', { name: 'send' }))
  await waitFor(() => expect(keys()).toHaveLength(2))
  expect(new Set(keys()).size).toBe(2)
})
