// @vitest-environment jsdom

import { fireEvent, screen } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { fakeApi, people, renderScreen } from '@tuma/kit/testing'
import { afterEach, expect, test, vi } from 'vitest'
import { ContactSupport } from './screen.tsx'

const path = '/Client/contact'
const contact = {
  phone: '0700 123 456',
  email: 'hello@tuma.test',
  address: 'P.O. Box 1234-00100, Nairobi',
  till: { name: 'TUMA PARCELS', number: '555123' },
  demonstration: false,
  prompts: false,
}
const received = { message: 'Your message has been sent. We reply within 24 hours.' }
const { send } = contract.support

const show = () => {
  fakeApi().answer(contract.locations.contact, contact)
  return renderScreen(<ContactSupport />, { as: people.client, path, at: path })
}
const write = async ({ person }: ReturnType<typeof show>, message = 'Where is my parcel?') => {
  await person.type(await screen.findByLabelText('Message'), message)
  await person.click(screen.getByRole('button', { name: 'Send message' }))
}
const field = (label: string) => screen.getByLabelText(label) as HTMLInputElement

test('shows the name and email of the writer, locked', async () => {
  fakeApi().answer(send, received)
  const shown = show()
  await shown.person.type(await screen.findByLabelText('Name'), 'X')
  expect([field('Name').value, field('Email').value]).toEqual(['Wanjiku Kamau', 'client@tuma.test'])
  expect([field('Name').readOnly, field('Email').readOnly]).toEqual([true, true])
  await write(shown)
  await expect.poll(() => fakeApi().received(send)).toHaveLength(1)
  expect(fakeApi().received(send)[0]?.input).toEqual({
    name: 'Wanjiku Kamau',
    email: 'client@tuma.test',
    message: 'Where is my parcel?',
  })
})

/** Keeps the screen in its waiting state until the test ends it, so that a slow machine sees that state too. */
const held = () => {
  const waiting: { readonly ms: number; readonly go: () => void }[] = []
  const real = window.setTimeout
  vi.spyOn(window, 'setTimeout').mockImplementation(((go: () => void, ms?: number) => {
    if (ms !== sendsForMs && ms !== thanksForMs) return real(go, ms)
    waiting.push({ ms, go })
    return 0
  }) as typeof window.setTimeout)
  const isWaiting = (ms: number) => expect.poll(() => waiting.map((one) => one.ms)).toContain(ms)
  return {
    isWaiting,
    async over(ms: number) {
      await isWaiting(ms)
      for (const { go } of waiting.splice(0)) go()
    },
  }
}
const sendsForMs = 1500
const thanksForMs = 3000

afterEach(() => vi.restoreAllMocks())

test('shows the sending state for 1.5 seconds, thanks for 3 seconds, then is ready for a new message', async () => {
  fakeApi().answer(send, received)
  const { isWaiting, over } = held()
  await write(show())
  await screen.findByRole('button', { name: 'Sending…' })
  await expect.poll(() => fakeApi().received(send)).toHaveLength(1)
  expect(screen.queryByText('Message sent!')).toBeNull()
  await over(sendsForMs)
  await screen.findByText('Message sent!')
  await isWaiting(thanksForMs)
  expect(screen.queryByLabelText('Message')).toBeNull()
  await over(thanksForMs)
  await expect.poll(() => screen.queryByLabelText('Message')).not.toBeNull()
  expect(field('Message').value).toBe('')
  expect(screen.queryByText('Message sent!')).toBeNull()
})

test('the form takes the focus when it returns, unless the client works elsewhere by then', async () => {
  fakeApi().answer(send, received)
  const { isWaiting, over } = held()
  const shown = show()
  const sendOne = async () => {
    await write(shown)
    await over(sendsForMs)
    await screen.findByText('Message sent!')
    await isWaiting(thanksForMs)
  }
  await sendOne()
  await over(thanksForMs)
  const form = (await screen.findByLabelText('Message')).closest('.t-card')
  await expect.poll(() => document.activeElement).toBe(form)
  await sendOne()
  const phone = screen.getByRole('link', { name: '0700 123 456' })
  phone.focus()
  await over(thanksForMs)
  await screen.findByLabelText('Message')
  expect(document.activeElement).toBe(phone)
})

test('an impatient second press sends nothing twice', async () => {
  fakeApi().answer(send, received)
  const { over } = held()
  await write(show())
  fireEvent.click(await screen.findByRole('button', { name: 'Sending…' }))
  await over(sendsForMs)
  await screen.findByText('Message sent!')
  expect(fakeApi().received(send)).toHaveLength(1)
})

test('a message is required', async () => {
  await write(show(), ' ')
  await screen.findByText('Message is required.')
  expect(fakeApi().received(send)).toHaveLength(0)
})

test('a message that fails shows an error, keeps the text, and is sent again under the same key', async () => {
  fakeApi().fail(send)
  const shown = show()
  await write(shown)
  await screen.findByText('Your message was not sent. Please try again.')
  expect(field('Message').value).toBe('Where is my parcel?')
  fakeApi().answer(send, received)
  await shown.person.click(screen.getByRole('button', { name: 'Send message' }))
  await screen.findByText('Message sent!')
  const [first, second] = fakeApi()
    .received(send)
    .map(({ headers }) => headers.get('idempotency-key'))
  expect(first).toBeTruthy()
  expect(second).toBe(first)
})

test('the panel shows when we reply and how to reach us', async () => {
  show()
  await screen.findByText('P.O. Box 1234-00100, Nairobi')
  expect(screen.getByText('24 hours')).toBeTruthy()
  expect(screen.getByText('Mon-Fri 9AM-6PM')).toBeTruthy()
  expect(screen.getByRole('link', { name: '0700 123 456' }).getAttribute('href')).toBe('tel:+254700123456')
  expect(screen.getByRole('link', { name: 'hello@tuma.test' }).getAttribute('href')).toBe('mailto:hello@tuma.test')
})

test('no phone is shown where none is set', async () => {
  fakeApi().answer(contract.locations.contact, { ...contact, phone: '' })
  renderScreen(<ContactSupport />, { as: people.client, path, at: path })
  await screen.findByRole('link', { name: 'hello@tuma.test' })
  expect(screen.queryByText('Phone')).toBeNull()
  expect(document.querySelector('[href^="tel:"]')).toBeNull()
})

test('without our phone number people can still write, and can load the number again', async () => {
  const { person } = renderScreen(<ContactSupport />, { as: people.client, path, at: path })
  fakeApi().fail(contract.locations.contact)
  await screen.findByText('We could not load our phone number and address.')
  expect(field('Message')).toBeTruthy()
  fakeApi().answer(contract.locations.contact, contact)
  await person.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findByText('hello@tuma.test')
})
