// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { fakeApi, renderScreen } from '@tuma/kit/testing'
import { expect, test } from 'vitest'
import { ForgotPassword } from './ask-for-link.tsx'

const ask = async (email: string) => {
  const page = renderScreen(<ForgotPassword />, { path: '/forgot-password', at: '/forgot-password' })
  if (email) await page.person.type(screen.getByLabelText('Email'), email)
  await page.person.click(screen.getByRole('button', { name: 'Send reset link' }))
  return page
}

test('the link is asked for once, and the answer is shown', async () => {
  const api = fakeApi().answer(contract.users.forgotPassword, { message: 'Look into your inbox.' })
  await ask('client@tuma.test')
  expect(await screen.findByText('Look into your inbox.')).toBeTruthy()
  expect(api.received(contract.users.forgotPassword).map(({ input }) => input)).toEqual([{ email: 'client@tuma.test' }])
})

test('an answer without words shows that the link was sent', async () => {
  fakeApi().answer(contract.users.forgotPassword, { message: '' })
  await ask('client@tuma.test')
  expect(await screen.findByText('Reset link sent to your email.')).toBeTruthy()
})

test('a server error is shown in this screen’s words, a refusal in its own', async () => {
  const api = fakeApi().fail(contract.users.forgotPassword)
  const { person } = await ask('client@tuma.test')
  expect(await screen.findByText('An error occurred. Please try again.')).toBeTruthy()
  api.refuse(contract.users.forgotPassword, 'too_many')
  await person.click(screen.getByRole('button', { name: 'Send reset link' }))
  expect(await screen.findByText('Too many attempts. Please wait a little and try again.')).toBeTruthy()
})

test('without a network the form shows its own sentence, and says what to do', async () => {
  fakeApi().disconnect(contract.users.forgotPassword)
  await ask('client@tuma.test')
  expect(await screen.findByText('An error occurred. Please try again.')).toBeTruthy()
  expect(screen.getByText('We cannot reach Tuma. Please check your connection and try again.')).toBeTruthy()
})

test('an email is required, and nothing is sent without one', async () => {
  const api = fakeApi().answer(contract.users.forgotPassword, { message: 'sent' })
  await ask('')
  expect(await screen.findByText('Email is required.')).toBeTruthy()
  expect(api.received(contract.users.forgotPassword)).toEqual([])
})

test('the page links back home', () => {
  renderScreen(<ForgotPassword />)
  expect(screen.getByRole('link', { name: 'Back Home' }).getAttribute('href')).toBe('/')
})
