// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { Profile } from '@tuma/kit/profile'
import { fakeApi, people, renderScreen } from '@tuma/kit/testing'
import { expect, test } from 'vitest'

const { list, end, endOthers } = contract.sessions
const at = { since: '2026-11-20T06:00:00.000Z', lastUsed: '2026-11-21T05:00:00.000Z' }
const phone = { _id: 's1', browser: 'Chrome', system: 'Android', network: '203.0.113.7', current: false, ...at }
const desk = { _id: 's2', browser: null, system: null, network: null, current: false, ...at }
const own = { _id: 's3', browser: 'Firefox', system: 'Windows', network: '198.51.100.4', current: true, ...at }
const answered = { message: 'That session has ended.' }

const show = () => renderScreen(<Profile />, { as: people.client })
const section = async () => within(await screen.findByRole('region', { name: 'Where you are logged in' }))
const confirmed = async (person: ReturnType<typeof show>['person'], question: string, yes: string) => {
  const asked = within(await screen.findByRole('alertdialog', { name: question }))
  await person.click(asked.getByRole('button', { name: yes }))
}

test('people see each browser that is signed in, their own first, which has no button', async () => {
  fakeApi().answer(list, [phone, desk, own])
  show()
  const shown = await section()
  const rows = await shown.findAllByRole('listitem')
  expect(rows.map((row) => within(row).getByRole('heading').textContent)).toEqual([
    'Firefox on Windows',
    'Chrome on Android',
    'Unknown browser',
  ])
  expect(rows.map((row) => row.textContent?.includes('This browser'))).toEqual([true, false, false])
  expect(rows[1]?.textContent).toContain('203.0.113.7')
  expect(rows[2]?.textContent).not.toContain('Network')
  expect(shown.getAllByRole('button').map((button) => button.getAttribute('aria-label') ?? button.textContent)).toEqual(
    ['End session, Chrome on Android', 'End session, Unknown browser', 'End all other sessions'],
  )
})

test('one is ended by keyboard, after a question, and is there no more', async () => {
  const api = fakeApi().answer(list, [own, phone]).answer(end, answered)
  const { person } = show()
  const button = await screen.findByRole('button', { name: 'End session, Chrome on Android' })
  button.focus()
  await person.keyboard('{Enter}')
  const question = within(await screen.findByRole('alertdialog', { name: 'End this session?' }))
  expect(api.received(end)).toEqual([])
  api.answer(list, [own])
  await person.click(question.getByRole('button', { name: 'End session' }))
  await screen.findByText('Session ended')
  expect(api.received(end)[0]?.input).toEqual({ id: 's1' })
  await expect.poll(() => screen.queryByText('Chrome on Android')).toBeNull()
})

test('who does not confirm ends nothing', async () => {
  const api = fakeApi().answer(list, [own, phone]).answer(end, answered)
  const { person } = show()
  await person.click(await screen.findByRole('button', { name: 'End session, Chrome on Android' }))
  await screen.findByRole('alertdialog', { name: 'End this session?' })
  await person.keyboard('{Escape}')
  await expect.poll(() => screen.queryByRole('alertdialog')).toBeNull()
  expect(api.received(end)).toEqual([])
})

test('all others are ended together; with no other there is no such button', async () => {
  const api = fakeApi().answer(list, [own, phone, desk]).answer(endOthers, answered)
  const { person } = show()
  await person.click(await screen.findByRole('button', { name: 'End all other sessions' }))
  api.answer(list, [own])
  await confirmed(person, 'End all other sessions?', 'End all other sessions')
  await screen.findByText('All other sessions ended')
  expect(api.received(endOthers)).toHaveLength(1)
  await expect.poll(() => screen.queryByRole('button', { name: 'End all other sessions' })).toBeNull()
})

test('what could not be ended is said, and stays', async () => {
  fakeApi().answer(list, [own, phone]).fail(end)
  const { person } = show()
  await person.click(await screen.findByRole('button', { name: 'End session, Chrome on Android' }))
  await confirmed(person, 'End this session?', 'End session')
  await screen.findByText('We could not end the session. Please try again.')
  expect(screen.getByText('Chrome on Android')).toBeTruthy()
})

test('sessions that cannot be loaded are asked for again', async () => {
  fakeApi().fail(list)
  const { person } = show()
  const shown = await section()
  await shown.findByText('We could not load your sessions.')
  fakeApi().answer(list, [own])
  await person.click(shown.getByRole('button', { name: 'Try again' }))
  await shown.findByText('This browser')
})
