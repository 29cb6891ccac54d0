// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { accountHeader } from '@tuma/contracts/vocabulary'
import type { Outbox, SavedStep } from '@tuma/kit/outbox'
import { chooseLanguage, createMemoryRouter, signedIn } from '@tuma/kit/runtime'
import { fakeApi, fakeIndexedDb, people, refuseIndexedDb, renderRouter } from '@tuma/kit/testing'
import { Questions } from '@tuma/kit/ui'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Saved } from '../features/see-saved/screen.tsx'
import { askBeforeLogout } from './before-logout.ts'
import { useNotSavedText, useOutbox, useSavedSteps } from './index.ts'
import { SavedSteps } from './saved-steps.tsx'
import { sendStep } from './send-step.ts'

type Procedure = Parameters<ReturnType<typeof fakeApi>['refuse']>[0]
const buildCall = (method: string, path: string) => ({ '~orpc': { route: { method, path } } }) as Procedure
const scanIn = buildCall('POST', '/agent/scan-in')
const bindSticker = buildCall('PUT', '/agent/deliveries/{id}/sticker')

beforeEach(fakeIndexedDb)
afterEach(() => vi.restoreAllMocks())

const one = 'TM-7K3M-9PQR-2XVW'
const other = 'TM-3H8N-5TWZ-6YFK'
let outbox: Outbox
let say: (error: unknown) => string

const Page = () => {
  outbox = useOutbox()
  say = useNotSavedText()
  const steps = useSavedSteps()
  return <h1>Page with {steps.length} steps</h1>
}
const open = (at = '/Agent') => {
  const children = [
    { path: '/Agent', element: <Page /> },
    { path: '/Agent/saved', element: <Saved /> },
  ]
  const routes = [{ element: <SavedSteps />, children }]
  return renderRouter(createMemoryRouter(routes, { initialEntries: [at] }), people.agent, <Questions />)
}
const scan = (target: string, undoMs = 0) => {
  const now = Date.now()
  const doneAt = new Date(now).toISOString()
  return outbox.add({
    kind: 'scanIn',
    target,
    input: { code: target },
    doneAt,
    notBefore: new Date(now + undoMs).toISOString(),
  })
}
const hasSteps = (count: number) => screen.findByText(`Page with ${count} steps`)
const loseNetwork = () => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)

describe('a step of an agent', () => {
  test('is sent under its key, with its time, for its account only', async () => {
    const server = fakeApi().answerRaw(scanIn, [{ verdict: 'arrived' }])
    open()
    await hasSteps(0)
    const key = await scan(one)
    await vi.waitFor(() => expect(outbox.steps()[0]?.state).toBe('done'), 20_000)
    const [sent] = server.received(scanIn)
    expect(sent?.input).toEqual({ codes: [{ code: one, doneAt: outbox.steps()[0]?.doneAt }] })
    expect(sent?.headers.get('idempotency-key')).toBe(key)
    expect(sent?.headers.get(accountHeader)).toBe(people.agent._id)
    expect(outbox.steps()[0]?.answer).toEqual([{ verdict: 'arrived' }])
  })

  test('that binds a sticker says only which sticker, at its parcel', async () => {
    const server = fakeApi().answerRaw(bindSticker, {})
    open()
    await hasSteps(0)
    const now = new Date().toISOString()
    const input = { deliveryId: 'd/1', sticker: other }
    await outbox.add({ kind: 'bindSticker', target: one, input, doneAt: now, notBefore: now })
    await vi.waitFor(() => expect(outbox.steps()[0]?.state).toBe('done'), 20_000)
    expect(server.received(bindSticker)[0]?.input).toEqual({ id: 'd/1', sticker: other })
  })

  test('waits where the login page of a Wi-Fi answers in the place of our API', async () => {
    const server = fakeApi()
    open()
    await hasSteps(0)
    const fetch = window.fetch
    window.fetch = async (request) =>
      (request as Request).url.endsWith('/scan-in')
        ? new Response('<h1>Welcome</h1>', { headers: { 'content-type': 'text/html' } })
        : fetch(request)
    await scan(one)
    await screen.findByText('No network. 1 step saved on this phone')
    expect(outbox.steps()[0]?.state).toBe('waiting')
    expect(server.received(scanIn)).toEqual([])
  })

  test('waits as long as a server with too much to do asks for', async () => {
    window.fetch = async () =>
      Response.json({ code: 'busy', message: 'Busy.' }, { status: 503, headers: { 'retry-after': '7' } })
    const step = {
      kind: 'scanIn',
      input: { code: one },
      key: 'key',
      account: 'user2',
      doneAt: '2026-12-01T08:00:00.000Z',
    }
    expect(await sendStep(step as SavedStep)).toMatchObject({ status: 503, retryAfterMs: 7_000 })
  })

  test('is not stored where the browser keeps nothing, and the screen has a sentence for it', async () => {
    refuseIndexedDb()
    open()
    await screen.findByRole('heading', { name: 'Page with 0 steps' })
    const error = await scan(one).catch((thrown: unknown) => thrown)
    expect(say(error)).toBe('This browser cannot save steps. Leave private mode, or use another browser.')
  })

  test('is shown to the next agent of this phone neither on a page nor in a line', async () => {
    loseNetwork()
    open()
    await hasSteps(0)
    await scan(one, 60_000)
    await hasSteps(1)
    signedIn({ ...people.agent, _id: 'user9', username: 'brian' })
    await hasSteps(0)
    expect(screen.queryByText(/saved on this phone/)).toBeNull()
    signedIn(people.agent)
    await hasSteps(1)
  })
})

describe('above each page of an agent', () => {
  test('nothing is said while steps go out as they should', async () => {
    fakeApi().answerRaw(scanIn, [])
    open()
    await hasSteps(0)
    await scan(one, 60_000)
    await hasSteps(1)
    expect(screen.queryByRole('status')).toBeNull()
  })

  test('it is said how many steps wait without a network, and the line leads to them', async () => {
    loseNetwork()
    const { person } = open()
    await hasSteps(0)
    await Promise.all([scan(one), scan(other), scan(one)])
    await person.click(await screen.findByRole('link', { name: 'No network. 3 steps saved on this phone' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Saved steps' })).toBeTruthy()
    expect(screen.getAllByText('No network. It is sent by itself.')).toHaveLength(3)
  })

  test('it is said how many steps need the agent, until each is done or removed', async () => {
    const server = fakeApi().refuse(scanIn, 'not_found')
    const { person } = open()
    await hasSteps(0)
    await scan(one)
    await person.click(await screen.findByRole('link', { name: '1 step needs you' }))
    const row = within(await screen.findByRole('row', { name: new RegExp(one) }))
    expect(screen.queryByText('1 step needs you')).toBeNull()
    server.answerRaw(scanIn, [])
    await person.click(row.getByRole('button', { name: `Try again: Scan in ${one}` }))
    expect(await screen.findByText('All steps are sent.')).toBeTruthy()
    expect(screen.queryByText('1 step needs you')).toBeNull()
  })

  test('it is said as soon as the phone has no network, before a step was tried', async () => {
    loseNetwork()
    open()
    await hasSteps(0)
    await scan(one, 60_000)
    expect(await screen.findByText('No network. 1 step saved on this phone')).toBeTruthy()
    expect(outbox.isAway()).toBe(false)
    await scan(other)
    await vi.waitFor(() => expect(outbox.isAway()).toBe(true), 20_000)
  })

  test('it is said in Swahili to those who read Swahili', async () => {
    loseNetwork()
    open()
    await hasSteps(0)
    await scan(one)
    await scan(other)
    chooseLanguage('sw')
    expect(await screen.findByText('Hakuna mtandao. Hatua 2 zimehifadhiwa kwenye simu hii')).toBeTruthy()
  })
})

describe('an agent who logs out', () => {
  test('is asked nothing when all steps are sent, and the answers leave the phone', async () => {
    fakeApi().answerRaw(scanIn, [])
    open()
    await hasSteps(0)
    await scan(one)
    await vi.waitFor(() => expect(outbox.steps()[0]?.state).toBe('done'), 20_000)
    expect(await askBeforeLogout()).toBe(true)
    await hasSteps(0)
  })

  test.each([
    ['Logout', true],
    ['Stay', false],
  ])('reads that steps wait here, and may still choose: %s', async (button, leaves) => {
    loseNetwork()
    const { person } = open()
    await hasSteps(0)
    await scan(one)
    await scan(other)
    const answer = askBeforeLogout()
    const dialog = within(await screen.findByRole('alertdialog', { name: '2 steps are not sent.' }))
    expect(dialog.getByText('They wait here until you log in again.')).toBeTruthy()
    await person.click(dialog.getByRole('button', { name: button }))
    expect(await answer).toBe(leaves)
    await hasSteps(2)
  })

  test('from another area is asked nothing by this one', async () => {
    loseNetwork()
    const { unmount } = open()
    await hasSteps(0)
    await scan(one)
    unmount()
    expect(await askBeforeLogout()).toBe(true)
  })
})
