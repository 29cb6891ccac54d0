// @vitest-environment jsdom
import { contract } from '@tuma/contracts/api'
import { asSignedIn, webAppHeader } from '@tuma/contracts/vocabulary'
import { ApiError, calls } from '@tuma/kit/runtime'
import { fakeApi, people } from '@tuma/kit/testing'
import { expect, test } from 'vitest'
import { queryClient } from './query.ts'
import { sessionKey } from './session-ended.ts'

const credentials = { email: 'client@tuma.test', password: 'tuma-demo' }
const failure = (call: Promise<unknown>): Promise<ApiError> =>
  call.then(
    () => Promise.reject(new Error('it succeeded')),
    (error) => error,
  )

test('a refusal arrives with its status, code, sentence and the field it is about', async () => {
  fakeApi().refuse(contract.users.register, 'username_taken', { field: 'username', hint: 7 })
  const error = await failure(
    calls.users.register({ name: 'A B', username: 'ab', email: 'a@b.co', phone: '0712345678', password: 'secret' }),
  )
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({
    status: 409,
    code: 'username_taken',
    message: 'This username is already taken.',
    field: 'username',
    details: { hint: 7 },
  })
})

test('a fault says nothing of its cause', async () => {
  window.fetch = async () =>
    new Response('<h1>ECONNREFUSED 10.0.0.7</h1>', { status: 502, headers: { 'content-type': 'text/html' } })
  const error = await failure(calls.users.login(credentials))
  expect(error).toMatchObject({ code: 'fault', message: 'Something went wrong on our side. Please try again.' })
})

test('no answer at all is told from a refusal', async () => {
  window.fetch = () => Promise.reject(new TypeError('Failed to fetch'))
  expect(await failure(calls.users.login(credentials))).toMatchObject({ status: 0, code: 'unreachable' })
})

test('a call goes to /api with the cookie, path parameters in the path and the rest in the query', async () => {
  const api = fakeApi().answer(contract.deliveries.ownDoorstep, [])
  await calls.deliveries.ownDoorstep({ username: 'wan jiku', limit: 5 })
  expect(api.received(contract.deliveries.ownDoorstep)[0]?.input).toEqual({ username: 'wan jiku', limit: '5' })
})

test('every call says that it is the web app’s: where browsers do not say who asks, that is how ours are known', async () => {
  const api = fakeApi().answer(contract.users.logout, { message: 'ok' }).answer(contract.users.me, people.client)
  await calls.users.logout()
  await calls.users.me()
  for (const call of [contract.users.logout, contract.users.me])
    expect(api.received(call).map(({ headers }) => headers.get(webAppHeader))).toEqual(['1'])
})

test('every call says whether a person is logged in on the page', async () => {
  const api = fakeApi().answer(contract.users.logout, { message: 'ok' })
  queryClient.setQueryData(sessionKey, people.client)
  await calls.users.logout()
  queryClient.setQueryData(sessionKey, null)
  await calls.users.logout()
  const said = api.received(contract.users.logout).map(({ headers }) => headers.get(webAppHeader))
  expect(said).toEqual([asSignedIn, '1'])
})

test('the idempotency key of the context is sent as a header, and no header without it', async () => {
  const api = fakeApi().answer(contract.users.register, { message: 'ok' })
  const input = { name: 'A B', username: 'ab', email: 'a@b.co', phone: '0712345678', password: 'secret' }
  await calls.users.register(input, { context: { idempotencyKey: 'key-1' } })
  await calls.users.register(input)
  expect(api.received(contract.users.register).map(({ headers }) => headers.get('idempotency-key'))).toEqual([
    'key-1',
    null,
  ])
})
