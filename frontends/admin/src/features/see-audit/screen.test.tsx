// @vitest-environment jsdom

import { screen, within } from '@testing-library/react'
import { contract, type SecurityEvent } from '@tuma/contracts/api'
import { fakeApi, people, renderScreen } from '@tuma/kit/testing'
import { beforeEach, expect, test } from 'vitest'
import english from '../../texts/admin.en.json' with { type: 'json' }
import swahili from '../../texts/admin.sw.json' with { type: 'json' }
import { Audit } from './screen.tsx'

const path = '/Admin/audit'
const show = (search = '') => renderScreen(<Audit />, { as: people.admin, path, at: path + search })
const events = contract.audit.events
const roleChanged: SecurityEvent = {
  _id: 'e1',
  kind: 'admin-act',
  at: '2026-11-22T06:00:05.000Z',
  lastAt: '2026-11-22T06:00:05.000Z',
  count: 1,
  by: { id: 'a-1', name: 'Achieng Otieno', role: 'admin' },
  network: '197.248.10.0/24 #3f9a2c41',
  what: 'people.changeRole',
  about: 'account-7',
  aboutName: 'Otieno Odhiambo',
  outcome: 'done',
}
const row = (more: Partial<SecurityEvent>): SecurityEvent => ({ ...roleChanged, ...more })
const rowsShown = async () => {
  await screen.findByRole('table')
  return screen.getAllByRole('row').slice(1)
}

beforeEach(() => {
  fakeApi().answer(events, [roleChanged], { 'x-total-count': '1' })
})

test('a row shows who did what about whom, from where, when and how often', async () => {
  fakeApi().answer(events, [
    roleChanged,
    row({
      _id: 'e2',
      kind: 'sign-in-refused',
      what: 'users.login',
      outcome: 'invalid_credentials',
      about: null,
      count: 9,
    }),
    row({ _id: 'e3', kind: 'limit', what: 'any', outcome: 'too_many', about: null, by: null }),
    row({ _id: 'e4', by: { id: 'gone-1', name: null, role: 'agent' }, lastAt: '2026-11-22T06:40:00.000Z', count: 2 }),
    row({ _id: 'e5', what: 'novelties.add', outcome: 'too_new' }),
  ])
  show()
  const [changed, guessed, stopped, gone, novelty] = await rowsShown()
  const cells = within(changed as HTMLElement).getAllByRole('cell')
  expect(cells.slice(0, 3).map((cell) => cell.textContent)).toEqual([
    'Change a user’s roleAction by staff',
    'Admin Achieng Otieno197.248.10.0/24 #3f9a2c41',
    'Otieno OdhiamboShow IDaccount-7',
  ])
  expect(cells[4]?.textContent).toBe('')
  expect(guessed?.textContent).toContain('Login refused: wrong e-mail or password')
  expect(within(guessed as HTMLElement).getAllByRole('cell')[4]?.textContent).toBe('9 ×')
  expect(stopped?.textContent).toContain('Any requestStopped by a limit: too many attemptsNot logged in')
  expect(gone?.textContent).toMatch(/Agent gone-1.*until/)
  expect(novelty?.textContent).toContain('novelties.addAction by staff: too_new')
})

test('kind, day and account are in the address and in the request', async () => {
  const { person, router } = show('?day=2026-11-22&kind=none')
  await rowsShown()
  expect(fakeApi().received(events)[0]?.input).toEqual({ day: '2026-11-22' })
  await person.selectOptions(screen.getByLabelText('Kind'), 'Action by staff')
  // The earlier rows disappear after another request.
  await expect.poll(() => fakeApi().received(events).at(-1)?.input).toEqual({ day: '2026-11-22', kind: 'admin-act' })
  await person.click(await screen.findByRole('button', { name: 'Only this person, Achieng Otieno' }))
  await screen.findByText('Only Achieng Otieno')
  const asked = { day: '2026-11-22', kind: 'admin-act', account: 'a-1' }
  await expect.poll(() => fakeApi().received(events).at(-1)?.input).toEqual(asked)
  expect(router.state.location.search).toBe('?day=2026-11-22&kind=admin-act&account=a-1')
  await person.click(screen.getByRole('button', { name: 'Clear filters' }))
  await expect.poll(() => fakeApi().received(events).at(-1)?.input).toEqual({})
})

test('a person is found by name, and the name is never in the address', async () => {
  fakeApi().answer(contract.people.users, [people.agent])
  const { person, router } = show()
  await rowsShown()
  expect(fakeApi().received(contract.people.users)).toEqual([])
  await person.type(screen.getByLabelText('Who'), 'otieno')
  await person.click(await screen.findByRole('radio', { name: /Otieno Odhiambo/ }))
  expect(await screen.findByText('Only Otieno Odhiambo')).toBe(document.activeElement)
  expect(screen.queryByRole('radio')).toBeNull()
  expect(router.state.location.search).toBe(`?account=${people.agent._id}`)
  await expect.poll(() => fakeApi().received(events).at(-1)?.input).toEqual({ account: people.agent._id })
})

test('an address with an account shows its id, because the name is not known', async () => {
  show('?account=a-1')
  await screen.findByText('Only a-1')
})

test('a row about a parcel leads to the parcel', async () => {
  fakeApi().answer(events, [row({ what: 'adminDeliveries.setStatus', about: 'TM-7K3M-Q2XV-90TB', aboutName: null })])
  show()
  const link = (await screen.findByRole('link', { name: 'TM-7K3M-Q2XV-90TB' })) as HTMLAnchorElement
  expect(link.pathname + link.search).toBe('/Admin/deliveries?search=TM-7K3M-Q2XV-90TB')
})

test('a row without an account offers no filter, and no row can be deleted', async () => {
  fakeApi().answer(events, [row({ by: null })])
  show()
  const [stopped] = await rowsShown()
  expect(within(stopped as HTMLElement).queryAllByRole('button')).toEqual([])
})

test('an empty log says so, and so does one that cannot be fetched', async () => {
  fakeApi().answer(events, [])
  const { router } = show()
  await screen.findByText('Nothing found in the audit log.')
  fakeApi().fail(events)
  await router.navigate(`${path}?kind=limit`)
  await screen.findByText('Failed to load the audit log')
})

test.each([
  ['English', english],
  ['Swahili', swahili],
])(
  'each call has a name in plain words, because any may be refused or stopped by a limit: %s',
  (_language, catalogue) => {
    const named = Object.entries(contract).flatMap(([resource, calls]) =>
      Object.keys(calls).map((name) => `audit.call.${resource}.${name}`),
    )
    expect(named.length).toBeGreaterThan(60)
    expect(named.filter((key) => !Object.hasOwn(catalogue, key))).toEqual([])
  },
)
