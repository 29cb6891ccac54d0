// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import type { Outbox, SavedStep } from '@tuma/kit/outbox'
import { chooseLanguage } from '@tuma/kit/runtime'
import { people, renderScreen } from '@tuma/kit/testing'
import { beforeEach, expect, test, vi } from 'vitest'
import { OutboxContext } from '../../saved-steps/index.ts'
import { Saved } from './screen.tsx'

const one = 'TM-7K3M-9PQR-2XVW'
const other = 'TM-3H8N-5TWZ-6YFK'
const step = (key: string, more: Partial<SavedStep>): SavedStep => ({
  ...{ v: 1, key, account: 'user2', shop: 'nairobi cbd|moi avenue shop', kind: 'scanIn', target: one, tries: 0 },
  ...{ input: { code: one }, doneAt: '2026-11-20T08:05:00.000Z', notBefore: '2026-11-20T08:05:10.000Z' },
  ...{ state: 'waiting', answer: null, ...more },
})
const refused = step('key 1', {
  kind: 'bindSticker',
  tries: 1,
  state: 'needsYou',
  answer: { code: 'names_incomplete', message: 'Please enter at least two names.' },
})
const unexplained = step('key 2', { target: other, tries: 1, state: 'needsYou', answer: null })
const waiting = step('key 3', { target: `https://tuma.example/t/${other}` })
const unanswered = step('key 4', { tries: 2 })
const done = step('key 5', { state: 'done', answer: [] })

const outbox = {
  add: vi.fn(),
  undo: vi.fn(),
  retry: vi.fn<Outbox['retry']>(async () => {}),
  remove: vi.fn<Outbox['remove']>(async () => {}),
  forgetDone: vi.fn(),
  close: vi.fn(),
  subscribe: () => () => {},
  isAway: () => false,
}
beforeEach(() => vi.clearAllMocks())

const show = (...steps: SavedStep[]) =>
  renderScreen(
    <OutboxContext value={{ ...outbox, steps: () => steps }}>
      <Saved />
    </OutboxContext>,
    { as: people.agent },
  )
const getTable = (name: string) => within(screen.getByRole('table', { name }))
const getRows = (name: string) =>
  getTable(name)
    .getAllByRole('row')
    .slice(1)
    .map((row) => [...row.querySelectorAll('td')].slice(0, 3).map((cell) => cell.textContent))

test('each step says what it was, when, and what happens; those that need the agent come first', () => {
  show(waiting, refused, unanswered, unexplained, done)
  expect(screen.getAllByRole('heading', { level: 2 }).map((title) => title.textContent)).toEqual([
    'Needs you',
    'Waiting',
  ])
  expect(getRows('Needs you')).toEqual([
    [`Sticker ${one}`, '20 Nov 2026, 11:05', 'Please enter at least two names.'],
    [`Scan in ${other}`, '20 Nov 2026, 11:05', 'Not done. Try again, or remove it.'],
  ])
  expect(getRows('Waiting')).toEqual([
    [`Scan in ${other}`, '20 Nov 2026, 11:05', 'Not sent yet. It is sent by itself.'],
    [`Scan in ${one}`, '20 Nov 2026, 11:05', 'Sent, but no answer came. It is sent again by itself.'],
  ])
})

test('in Swahili the refusal is in Swahili as well', async () => {
  show(refused)
  chooseLanguage('sw')
  expect(await screen.findByText('Tafadhali andika angalau majina mawili.')).toBeTruthy()
  expect(await screen.findByRole('button', { name: `Ondoa: Stika ${one}` })).toBeTruthy()
})

test('Try again sends the step that it is beside', async () => {
  const { person } = show(refused, unexplained)
  await person.click(screen.getByRole('button', { name: `Try again: Scan in ${other}` }))
  expect(outbox.retry.mock.calls).toEqual([['key 2']])
})

test.each([
  ['that needs the agent', refused, `Sticker ${one}. It is not sent. Scan the parcel again if it is here.`],
  ['that had no answer', unanswered, `Scan in ${one}. It is not sent again. We may have recorded it already.`],
])('Remove of a step %s asks first, and says what it means', async (_, removed, sentence) => {
  const { person } = show(removed)
  const press = () => person.click(screen.getByRole('button', { name: /^Remove: / }))
  await press()
  expect(await screen.findByText(sentence)).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Keep' }))
  expect(outbox.remove).not.toHaveBeenCalled()
  await press()
  await person.click(await screen.findByRole('button', { name: 'Remove' }))
  await vi.waitFor(() => expect(outbox.remove.mock.calls).toEqual([[removed.key]]))
})

test('what could not be removed is said', async () => {
  outbox.remove.mockRejectedValueOnce(new Error('the disk is gone'))
  const { person } = show(refused)
  await person.click(screen.getByRole('button', { name: /^Remove: / }))
  await person.click(await screen.findByRole('button', { name: 'Remove' }))
  expect(await screen.findByRole('alertdialog', { name: 'Not removed. Please try again.' })).toBeTruthy()
})

test('when nothing waits, it says so', () => {
  show(done)
  expect(screen.getByText('All steps are sent.')).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})
