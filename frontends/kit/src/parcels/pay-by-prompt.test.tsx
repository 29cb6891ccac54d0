// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { contract, type Prompt } from '@tuma/contracts/api'
import { type PromptRefusal, promptRefusals } from '@tuma/contracts/vocabulary'
import { chooseLanguage, queryClient, signedIn } from '@tuma/kit/runtime'
import { fakeApi, liveConnections, people, renderScreen } from '@tuma/kit/testing'
import { keepDraft, readDraft } from '@tuma/kit/ui'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { Checkout } from './checkout.tsx'
import { keepPrompt } from './kept-prompt.ts'
import { accepted, contact, filledIn, keptKeys, prices } from './samples.ts'
import swahili from './texts/prompts.sw.json' with { type: 'json' }

const due = { amount: 200, what: 'same-day NAIROBI CBD', form: '/send-parcel/door-step', kind: 'doorstep' }
const message = 'TKL1ABCDEF Confirmed. Ksh200.00 paid to TUMA PARCELS. on 23/11/26 at 9:05 AM.'
const look = 'M-Pesa asks for Ksh 200 on 0712345678. Enter your PIN there. This page goes on by itself.'

const prompt = (state: Prompt['state'], more: Partial<Prompt> = {}): Prompt => ({
  ...{ promptId: 'p1', state, amount: 200 },
  ...more,
})
const server = () =>
  fakeApi()
    .answer(contract.locations.contact, { ...contact, prompts: true })
    .answer(contract.locations.prices, prices)
    .answer(contract.payment.askPrompt, prompt('asked'))
    .answer(contract.payment.prompt, prompt('asked'))
const open = (who: object = {}, state: object = due) =>
  renderScreen(<Checkout forms="/send-parcel" variant="public" />, {
    path: '/checkout',
    at: '/checkout',
    state,
    ...who,
  })

const pay = () => screen.findByRole('button', { name: 'Pay Ksh 200' })
const tryAgain = () => screen.findByRole('button', { name: 'Try Again' })
const phone = (): HTMLInputElement => screen.getByLabelText('Phone that pays')
const refusalCodes = Object.keys(promptRefusals) as PromptRefusal[]
const kept = (): Record<string, unknown> => JSON.parse(localStorage.getItem('tuma.verified-payment') ?? 'null')
const asked = () => fakeApi().received(contract.payment.askPrompt)
const keys = () => asked().map(({ headers }) => headers.get('idempotency-key'))
const openPrompt = (more: object = {}) => ({
  ...{ promptId: 'p1', reference: 'PAY-111111', amount: 200, what: due.what, phone: '0712345678' },
  ...{ askedAt: Date.now(), ...more },
})

const passMinutes = (minutes: number) => {
  const now = Date.now() + minutes * 60_000
  vi.spyOn(Date, 'now').mockImplementation(() => now)
}

/** What it has turned into, as the server tells it. */
async function becomes(now: Prompt): Promise<void> {
  fakeApi().answer(contract.payment.prompt, now)
  await waitFor(() => expect(liveConnections()).not.toEqual([]))
  for (const connection of liveConnections()) connection.change()
}

beforeEach(() => keepDraft('doorstep.visitor', filledIn))
afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('where M-Pesa can not be asked', () => {
  test('nothing else than the message is offered', async () => {
    fakeApi().answer(contract.locations.contact, { ...contact, prompts: false })
    open()
    await screen.findByText('555123')
    expect(screen.queryByText(/on this phone/)).toBeNull()
    expect(screen.queryByText('Or pay to our till and paste the message')).toBeNull()
    expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Checkout', 'How to pay'])
  })

  test('nor more than M-Pesa takes at once', async () => {
    server()
    open({}, { ...due, amount: 250_001 })
    await screen.findByText('555123')
    expect(screen.queryByText(/on this phone/)).toBeNull()
  })
})

describe('the phone that pays', () => {
  test("is the sender's, and comes first; the message stays below", async () => {
    server()
    open()
    await pay()
    expect(phone().value).toBe('0712345678')
    expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual([
      'Checkout',
      'Pay with M-Pesa on your phone',
      'Or pay to our till and paste the message',
      'How to pay',
    ])
    expect(screen.getByRole('button', { name: 'Verify Payment' })).toBeTruthy()
  })

  test("is the account's where the form says none", async () => {
    server()
    keepDraft('doorstep.wanjiku', {})
    open({ as: people.client })
    await pay()
    await waitFor(() => expect(phone().value).toMatch(/^0\d{9}$/))
  })

  test('may be another', async () => {
    server()
    const { person } = open()
    await person.clear(await screen.findByLabelText('Phone that pays'))
    await person.type(phone(), '0722 000 111')
    await person.click(await pay())
    await screen.findByText(look.replace('0712345678', '0722000111'))
    expect(asked()[0]?.input).toMatchObject({ phone: '0722 000 111', senderName: 'Wanjiku Kamau', amount: 200 })
  })

  test('is said to be none at its field, and M-Pesa is not asked', async () => {
    server()
    const { person } = open()
    await person.clear(await screen.findByLabelText('Phone that pays'))
    await person.type(phone(), '12')
    await person.click(await pay())
    await waitFor(() => expect(phone().getAttribute('aria-invalid')).toBe('true'))
    expect(asked()).toEqual([])
  })
})

describe('a press', () => {
  test('asks once, under the reference of the message, and says where to look; the focus goes along', async () => {
    server()
    const { person } = open()
    await person.dblClick(await pay())
    await screen.findByText(look)
    const reference = screen.getByLabelText<HTMLInputElement>('Payment Reference').value
    const { sender, receiver, ...others } = filledIn
    const request = { sender, receiver, ...others, deliveryFee: 200, paymentReferenceId: reference }
    expect(asked().map(({ input }) => input)).toEqual([
      {
        ...{ paymentReferenceId: reference, senderName: 'Wanjiku Kamau', phone: '0712345678', amount: 200 },
        book: { kind: 'doorstep', request },
      },
    ])
    expect(document.activeElement?.textContent).toBe('Look at your phone')
    expect(screen.getByText(look).closest('[role="status"]')).toBeTruthy()
    await waitFor(() => expect(liveConnections().map(({ url }) => url)).toEqual(['/api/events?promptId=p1']))
  })

  test('whose answer is lost is the same one when it is pressed again, also after a reload', async () => {
    server().fail(contract.payment.askPrompt)
    const first = open()
    await first.person.click(await pay())
    await screen.findByText('Something went wrong on our side. Please try again.')
    await first.person.click(await pay())
    await waitFor(() => expect(asked()).toHaveLength(2))
    first.unmount()
    fakeApi().answer(contract.payment.askPrompt, prompt('sent'))
    const { person } = open()
    await person.click(await pay())
    await screen.findByText(look)
    expect(keys()).toHaveLength(3)
    expect(new Set(keys()).size).toBe(1)
  })

  test.each(['failed', 'lapsed'] as const)('after one that has %s is another', async (state) => {
    server().answer(contract.payment.prompt, prompt(state))
    const { person } = open()
    await person.click(await pay())
    await tryAgain()
    passMinutes(2)
    await waitFor(() => expect(screen.queryByText(/You can ask again in/)).toBeNull(), { timeout: 5000 })
    await person.click(await tryAgain())
    await waitFor(() => expect(new Set(keys()).size).toBe(2))
  })

  test('after one that failed waits as long as M-Pesa takes no other of the sum on the phone, also after a reload', async () => {
    server().answer(contract.payment.prompt, prompt('failed', { code: 'cancelled' }))
    const first = open()
    await first.person.click(await pay())
    const again = await tryAgain()
    expect(again.getAttribute('aria-disabled')).toBe('true')
    await screen.findByText(/^You can ask again in 1[12]\d seconds\.$/)
    const till = screen.getByRole('button', { name: 'Pay to our till now' })
    expect(till.compareDocumentPosition(again)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    await first.person.click(till)
    expect(document.activeElement?.textContent).toBe('Or pay to our till and paste the message')
    expect(screen.getByRole('alert').textContent).toBe('The request was cancelled on the phone.')
    await first.person.click(again)
    first.unmount()
    const { person } = open()
    await waitFor(async () => expect((await pay()).getAttribute('aria-disabled')).toBe('true'))
    await person.click(await pay())
    expect(asked()).toHaveLength(1)
    await person.clear(phone())
    await person.type(phone(), '0722000111')
    await person.click(await pay())
    await waitFor(() => expect(asked()).toHaveLength(2))
  })

  test.each([
    ['prompts_off', {}, /We cannot send a request to your phone right now/],
    ['prompt_open', { retryAfter: 95 }, /^That phone already has a request[^0-9]*$/],
    ['too_many', { retryAfter: 1900 }, /Too many attempts.*You can ask again in 32 minutes\./],
  ] as const)('that is refused says why and how long (%s), and leaves the message below', async (code, more, said) => {
    server().refuse(contract.payment.askPrompt, code, more)
    const { person } = open()
    await person.click(await pay())
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(said))
    expect(screen.getByRole('button', { name: 'Verify Payment' })).toBeTruthy()
    expect(await pay()).toBeTruthy()
  })
})

describe('once it is on the phone', () => {
  test('and paid, the checkout goes on as with a verified message, with the receipt', async () => {
    const api = server().answer(contract.requests.doorstep, accepted)
    const { person } = open()
    await person.click(await pay())
    await screen.findByText(look)
    const reference = asked()[0]?.input.paymentReferenceId
    await becomes(prompt('paid', { message }))
    await screen.findByText('Payment verified successfully!')
    await screen.findByText('Paid. One step left.')
    expect(screen.getByText('M-Pesa receipt TKL1ABCDEF')).toBeTruthy()
    expect(kept()).toMatchObject({ reference, amount: 200, covers: due.what, receipt: 'TKL1ABCDEF' })
    await person.click(await screen.findByRole('button', { name: 'Schedule Pickup', busy: false }))
    await screen.findByText('Delivery request submitted successfully!')
    expect(api.received(contract.requests.doorstep)[0]?.input).toMatchObject({ paymentReferenceId: reference })
    expect(keptKeys()).toEqual(['tuma.payment-begun'])
  })

  test('its state is asked for when no live message arrives', async () => {
    const api = server()
    const { person } = open()
    await person.click(await pay())
    await screen.findByText(look)
    const before = api.received(contract.payment.prompt).length
    await waitFor(() => expect(api.received(contract.payment.prompt).length).toBeGreaterThan(before + 1))
    api.answer(contract.payment.prompt, prompt('paid', { message }))
    await screen.findByText('Paid. One step left.')
  })

  test.each([
    ['to the tab', () => document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))],
    ['to the window, from a menu that lay over it', () => window.dispatchEvent(new Event('focus'))],
  ])('it is asked at once when its person comes back %s', async (_, comeBack) => {
    const setInterval = window.setInterval.bind(window)
    vi.spyOn(window, 'setInterval').mockImplementation(((work: () => void, ms: number) =>
      ms < 3000 ? setInterval(work, ms) : 0) as never) // the timer never asks again
    const api = server()
    const { person } = open()
    await person.click(await pay())
    await screen.findByText(look)
    await waitFor(() => expect(api.received(contract.payment.prompt)).toHaveLength(1))
    // Its own first look may still be under way: then it looks no second time.
    await expect.poll(() => queryClient.isFetching()).toBe(0)
    api.answer(contract.payment.prompt, prompt('paid', { message }))
    comeBack()
    await screen.findByText('Paid. One step left.')
  })

  test('and refused, it says so at once, and Try Again has the focus', async () => {
    server()
    const { person } = open()
    await person.click(await pay())
    await screen.findByText(look)
    await becomes(prompt('failed', { code: 'cancelled', message: promptRefusals.cancelled }))
    await screen.findByText('The request was cancelled on the phone.')
    const again = await tryAgain()
    await waitFor(() => expect(document.activeElement).toBe(again))
    expect(phone().value).toBe('0712345678')
    expect(screen.getByRole('button', { name: 'Verify Payment' })).toBeTruthy()
    expect(screen.queryByText(look)).toBeNull()
  })

  test.each(refusalCodes)('refused for %s, it says why in our own words, in both languages', async (code) => {
    server().answer(contract.payment.prompt, prompt('failed', { code }))
    keepPrompt('visitor', { ...openPrompt(), askedAt: Date.now() - 130_000 })
    open()
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(promptRefusals[code]))
    act(() => chooseLanguage('sw'))
    const inSwahili = swahili[`promptRefused.${code}`]
    expect(inSwahili).not.toBe(promptRefusals[code])
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(inSwahili))
  })

  test.each(refusalCodes)('refused for %s, the payer is not told to try again too early', async (code) => {
    server().answer(contract.payment.prompt, prompt('failed', { code }))
    keepPrompt('visitor', openPrompt())
    open()
    await screen.findByText(/^You can ask again in \d+ seconds\.$/)
    const said = screen.getByRole('alert').textContent ?? ''
    expect(said.slice(0, 12)).toBe(promptRefusals[code].slice(0, 12))
    if (code !== 'busy' && code !== 'again_later') expect(said).not.toMatch(/again/) // those say after how long
  })

  test('refused by a code of a newer server, no words of others are shown', async () => {
    server().answer(contract.payment.prompt, prompt('failed', { code: 'new_one', message: 'DS timeout' }))
    keepPrompt('visitor', openPrompt())
    open()
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(promptRefusals.other))
  })

  test('the focus stays with a payer who is typing elsewhere', async () => {
    server()
    const { person } = open()
    await person.click(await pay())
    await screen.findByText(look)
    await person.click(screen.getByLabelText('M-Pesa Message'))
    await becomes(prompt('failed', { code: 'expired' }))
    await tryAgain()
    expect(document.activeElement).toBe(screen.getByLabelText('M-Pesa Message'))
  })

  test.each([
    ['unknown', /We are not sure the request reached 0712345678/],
    ['arrived', /^Your payment has arrived\. Type its M-Pesa receipt number, paste/],
    ['lapsed', /^M-Pesa did not answer\./],
  ] as const)('it has a sentence of its own when it is %s, which is no alarm', async (state, said) => {
    server()
    const { person } = open()
    await person.click(await pay())
    await screen.findByText(look)
    await becomes(prompt(state))
    const sentence = await screen.findByText(said)
    expect(sentence.closest('[role="status"]')).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
    expect(screen.queryByRole('button', { name: 'Try Again' }) !== null).toBe(state === 'lapsed')
  })

  test('one that has arrived leads to the message', async () => {
    server().answer(contract.payment.prompt, prompt('arrived'))
    const { person } = open()
    await person.click(await pay())
    await person.click(await screen.findByRole('button', { name: 'Paste the message' }))
    expect(document.activeElement).toBe(screen.getByLabelText('M-Pesa Message'))
  })

  test('one that has arrived goes on by the receipt code alone', async () => {
    const api = server()
      .answer(contract.payment.prompt, prompt('arrived'))
      .answer(contract.payment.claimReceipt, { success: false, error: 'We do not know it.' })
    const { person } = open()
    await person.click(await pay())
    const code = (await screen.findAllByLabelText(/^Receipt number/))[0] as HTMLInputElement
    await person.type(code, 'TKL1ABCDEF')
    await person.click(screen.getByRole('button', { name: 'Continue' }))
    await screen.findByText('We do not know it.')
    api
      .answer(contract.payment.claimReceipt, { success: true, amount: 200, mpesaMessage: message })
      .answer(contract.payment.prompt, prompt('paid', { message }))
    await person.click(screen.getByRole('button', { name: 'Continue' }))
    await waitFor(() => expect(kept()).toMatchObject({ amount: 200, receipt: 'TKL1ABCDEF' }))
    expect(api.received(contract.payment.claimReceipt).at(-1)?.input).toMatchObject({
      ...{ receipt: 'TKL1ABCDEF', promptId: 'p1', senderName: 'Wanjiku Kamau' },
    })
  })

  test('a sentence that stays is not said again: its place in the page is the same after every look', async () => {
    const api = server()
    const { person } = open()
    await person.click(await pay())
    const sentence = await screen.findByText(look)
    const region = sentence.closest('[role="status"]')
    await becomes(prompt('sent'))
    await waitFor(() => expect(api.received(contract.payment.prompt).length).toBeGreaterThan(1))
    expect(screen.getByText(look)).toBe(sentence)
    await becomes(prompt('unknown'))
    await screen.findByText(/We are not sure/)
    expect(screen.getByText(/We are not sure/).closest('[role="status"]')).toBe(region)
  })

  test('the payer reads that Tuma is unreachable, and the page asks again', async () => {
    const api = server()
    const { person } = open()
    await person.click(await pay())
    await screen.findByText(look)
    api.fail(contract.payment.prompt)
    await screen.findByText(/Your payment is safe/)
    api.answer(contract.payment.prompt, prompt('paid', { message }))
    await screen.findByText('Paid. One step left.')
  })
})

describe('after half a minute', () => {
  test('not sooner, it is asked whether it rang; the number can be changed, and what is paid then still counts', async () => {
    const api = server()
    const now = vi.spyOn(Date, 'now').mockReturnValue(1_000_000_000_000)
    keepPrompt('visitor', openPrompt({ askedAt: 1_000_000_000_000 - 29_000 }))
    const { person } = open()
    await screen.findByText(look)
    expect(screen.queryByText("Didn't get it?")).toBeNull()
    now.mockRestore()
    expect((await screen.findByText("Didn't get it?")).closest('[role="status"]')).toBeTruthy()
    await person.click(screen.getByRole('button', { name: 'Change the number' }))
    expect(phone().value).toBe('0712345678')
    api.answer(contract.payment.prompt, prompt('paid', { message }))
    await screen.findByText('Paid. One step left.')
  })

  test('the till is one press away', async () => {
    server()
    keepPrompt('visitor', openPrompt({ askedAt: 0 }))
    const { person } = open()
    await person.click(await screen.findByRole('button', { name: 'Pay to our till instead' }))
    expect(document.activeElement?.textContent).toBe('Or pay to our till and paste the message')
  })
})

describe('a payer who comes back', () => {
  test('finds what is on the phone, and it is followed', async () => {
    server()
    const first = open()
    await first.person.click(await pay())
    await screen.findByText(look)
    first.unmount()
    open()
    await screen.findByText(look)
    await becomes(prompt('paid', { message }))
    await screen.findByText('Paid. One step left.')
    expect(asked()).toHaveLength(1)
  })

  test('when it is paid goes on without a press, also who has logged in since', async () => {
    server().answer(contract.payment.prompt, prompt('paid', { message }))
    keepPrompt('visitor', openPrompt())
    keepDraft('doorstep.wanjiku', filledIn)
    open({ as: people.client })
    await screen.findByText('Paid. One step left.')
    expect(kept()).toMatchObject({ reference: 'PAY-111111', amount: 200, payer: 'wanjiku' })
  })

  test('is told once that it has failed', async () => {
    server().answer(contract.payment.prompt, prompt('failed', { code: 'wrong_pin' }))
    keepPrompt('visitor', openPrompt())
    open()
    await screen.findByText('The M-Pesa PIN was wrong.')
    await waitFor(() => expect(readDraft('prompt.visitor')).toEqual({}))
  })

  test("as another user sees nothing of it: the request is its payer's", async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    server().refuse(contract.payment.prompt, 'not_found')
    keepPrompt('visitor', openPrompt())
    open()
    await waitFor(() => expect(fakeApi().received(contract.payment.prompt)).toHaveLength(1))
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    await pay()
    expect(fakeApi().received(contract.payment.prompt).length).toBeGreaterThan(1)
    expect(readDraft('prompt.visitor')).toEqual({})
  })

  test('is kept where its payer’s session has ended, and followed once they have signed in again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    server().refuse(contract.payment.prompt, 'not_found')
    keepPrompt('wanjiku', openPrompt())
    open({ as: people.client })
    fakeApi().refuse(contract.users.me, 'not_signed_in')
    await waitFor(() => expect(fakeApi().received(contract.payment.prompt)).toHaveLength(1))
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    await waitFor(() => expect(fakeApi().received(contract.users.me).length).toBeGreaterThan(0))
    expect(readDraft('prompt.wanjiku')).toMatchObject({ promptId: 'p1' })
    fakeApi().answer(contract.payment.prompt, prompt('paid', { message }))
    act(() => signedIn(people.client))
    await act(() => vi.advanceTimersByTimeAsync(3500))
    await waitFor(() => expect(kept()).toMatchObject({ reference: 'PAY-111111', amount: 200 }))
  })

  test('of an account is not kept for another account', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    server().refuse(contract.payment.prompt, 'not_found')
    keepPrompt('otieno', openPrompt())
    keepDraft('prompt.visitor', readDraft('prompt.otieno'))
    open({ as: people.client })
    await waitFor(() => expect(fakeApi().received(contract.payment.prompt)).toHaveLength(1))
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    await pay()
    expect(readDraft('prompt.visitor')).toEqual({})
  })

  test('keeps the request if it was not found once, or if the session was unknown, and finds it again', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    server().refuse(contract.payment.prompt, 'not_found')
    keepPrompt('visitor', openPrompt())
    open()
    await waitFor(() => expect(fakeApi().received(contract.payment.prompt)).toHaveLength(1))
    expect(readDraft('prompt.visitor')).toMatchObject({ promptId: 'p1' })
    fakeApi().refuse(contract.payment.prompt, 'away')
    await act(() => vi.advanceTimersByTimeAsync(10_000))
    fakeApi().refuse(contract.payment.prompt, 'not_found')
    await act(() => vi.advanceTimersByTimeAsync(3500))
    expect(readDraft('prompt.visitor')).toMatchObject({ promptId: 'p1' })
    fakeApi().answer(contract.payment.prompt, prompt('paid', { message }))
    await act(() => vi.advanceTimersByTimeAsync(3500))
    await waitFor(() => expect(kept()).toMatchObject({ reference: 'PAY-111111', amount: 200 }))
  })

  test('with a form that costs more by now is told what is missing, and asked for the rest under the same reference', async () => {
    server().answer(contract.payment.prompt, prompt('paid', { message }))
    keepPrompt('visitor', openPrompt({ what: 'same-day THIKA' }))
    const { person } = open({}, { ...due, amount: 350 })
    await screen.findByText(/You paid Ksh 200, Ksh 150 too little\./)
    fakeApi().answer(contract.payment.prompt, prompt('paid', { message, amount: 150, total: 350 }))
    fakeApi().answer(contract.payment.askPrompt, prompt('asked', { promptId: 'p2', amount: 150 }))
    await person.click(await screen.findByRole('button', { name: 'Pay Ksh 150' }))
    await waitFor(() => expect(kept()).toMatchObject({ reference: 'PAY-111111', amount: 350 }))
    expect(asked().at(-1)?.input).toMatchObject({ paymentReferenceId: 'PAY-111111', amount: 150, adds: true })
  })

  test('to a price that has risen since pays no more', async () => {
    server().answer(contract.payment.prompt, prompt('paid', { message }))
    keepPrompt('visitor', openPrompt())
    open({}, { ...due, amount: 350 })
    await waitFor(() => expect(kept()).toMatchObject({ amount: 200, covers: due.what }))
    expect(screen.queryByText(/too little/)).toBeNull()
  })
})

test('what a message pays for while a request is open is not followed any further', async () => {
  server().answer(contract.payment.verify, { success: true, amount: 200 })
  const { person } = open()
  await person.click(await pay())
  await screen.findByText(look)
  const form = within(screen.getByRole('form', { name: 'Checkout' }))
  await person.type(form.getByLabelText('M-Pesa Message'), message)
  await person.click(form.getByRole('button', { name: 'Verify Payment' }))
  await screen.findByText('Paid. One step left.')
  expect(readDraft('prompt.visitor')).toEqual({})
  expect(liveConnections()).toEqual([])
})

describe('the money of a prompt that was asked for with its parcel', () => {
  const booking = (state: 'open' | 'funded' | 'booked' | 'failed', more: object = {}) => ({
    ...{ id: 'b1', state, to: { place: 'NAIROBI CBD', shop: null }, ...more },
  })
  const begin = async () => {
    const opened = open()
    await opened.person.click(await pay())
    await screen.findByText(look)
    return opened
  }

  test('books it without a further press, and the form is empty afterwards', async () => {
    server().answer(contract.payment.askPrompt, prompt('asked', { booking: booking('open') }))
    await begin()
    await becomes(prompt('paid', { message, booking: booking('booked', { trackingId: 'TM-7K2M-Q9RA' }) }))
    await screen.findByRole('heading', { level: 1, name: 'Your parcel is booked' })
    expect(screen.getByText('TM-7K2M-Q9RA')).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Schedule Pickup' })).toBeNull()
    expect(fakeApi().received(contract.requests.doorstep)).toEqual([])
    expect(readDraft('doorstep.visitor')).toEqual({})
    expect(kept()).toBeNull()
  })

  test.each(['wanjiku', 'visitor'])(
    'books a parcel whose label the account that asked may print, but not where a visitor asked: %s',
    async (payer) => {
      server().answer(
        contract.payment.prompt,
        prompt('paid', { booking: booking('booked', { trackingId: 'TM-7K2M-Q9RA' }) }),
      )
      keepPrompt(payer, openPrompt({ books: true }))
      open({ as: people.client })
      await screen.findByRole('heading', { level: 1, name: 'Your parcel is booked' })
      const findLabel = (more?: object) => screen.findByRole('button', { name: 'Print label' }, more)
      await (payer === 'visitor' ? expect(findLabel({ timeout: 300 })).rejects.toThrow() : findLabel())
    },
  )

  test('waits while the parcel is being booked', async () => {
    server()
    await begin()
    await becomes(prompt('paid', { message, booking: booking('open') }))
    await becomes(prompt('paid', { message, booking: booking('funded') }))
    expect(screen.queryByRole('button', { name: 'Schedule Pickup' })).toBeNull()
    await becomes(prompt('paid', { message, booking: booking('booked', { trackingId: 'TM-7K2M-Q9RA' }) }))
    await screen.findByText('TM-7K2M-Q9RA')
  })

  test('leads back to the form where the parcel could not be booked, with the reason', async () => {
    server()
    const { router } = await begin()
    const failed = booking('failed', { code: 'unknown_shop', message: 'No such shop.' })
    await becomes(prompt('paid', { message, booking: failed }))
    await waitFor(() => expect(router.state.location.pathname).toBe('/send-parcel/door-step'))
    const notBooked = { code: 'unknown_shop', message: 'No such shop.' }
    expect(router.state.location.state).toEqual({ justPaid: true, notBooked })
    expect(kept()).toMatchObject({ amount: 200 })
    expect(readDraft('doorstep.visitor')).toEqual(filledIn)
  })

  test('that is too little is asked for the rest, and that books it too', async () => {
    server()
    const { person } = await begin()
    const reference = asked()[0]?.input.paymentReferenceId
    await becomes(prompt('paid', { message, booking: booking('open', { missing: 50 }) }))
    await screen.findByText(/Ksh 50 too little/)
    await person.click(await screen.findByRole('button', { name: 'Pay Ksh 50' }))
    await waitFor(() => expect(asked()).toHaveLength(2))
    expect(asked()[1]?.input).toMatchObject({ paymentReferenceId: reference, amount: 50, book: { kind: 'doorstep' } })
  })

  test('that was paid in part by a message books nothing by itself: the server knows no parcel of that', async () => {
    server()
    const payment = { reference: 'PAY-717171', amount: 150, verifiedAt: '2026-11-21T06:00:00.000Z', payer: 'visitor' }
    localStorage.setItem('tuma.verified-payment', JSON.stringify(payment))
    const { person } = open()
    await person.click(await screen.findByRole('button', { name: 'Pay Ksh 50' }))
    await waitFor(() => expect(asked()).toHaveLength(1))
    expect(asked()[0]?.input).toMatchObject({ adds: true, amount: 50 })
    expect(asked()[0]?.input).not.toHaveProperty('book')
  })
})
