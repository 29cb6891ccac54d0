// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { mpesaRefusals, pastedNotes } from '@tuma/contracts/vocabulary'
import { chooseLanguage } from '@tuma/kit/runtime'
import { fakeApi, people, renderScreen } from '@tuma/kit/testing'
import { keepDraft } from '@tuma/kit/ui'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { texts as swahili } from '../runtime/refusals-swahili.ts'
import { PayIt } from './pay-it.tsx'
import { contact, filledIn, prices, shops } from './samples.ts'

const due = { amount: 200, what: 'same-day NAIROBI CBD', form: '/send-parcel/door-step', kind: 'doorstep' } as const
const field = (label: string): HTMLInputElement => screen.getByLabelText(label)
const show = (who: object = {}) => renderScreen(<PayIt due={due} onBooked={() => {}} />, who)

beforeEach(() => {
  fakeApi()
    .answer(contract.locations.contact, contact)
    .answer(contract.locations.prices, prices)
    .answer(contract.locations.shops, shops)
})
afterEach(() => void vi.unstubAllGlobals())

describe('the full name of who pays', () => {
  test('is the one in the form', async () => {
    keepDraft('doorstep.visitor', filledIn)
    show()
    expect((await screen.findByLabelText<HTMLInputElement>('Full Name')).value).toBe('Wanjiku Kamau')
  })
  test("is the account's where the form has none of two words", async () => {
    keepDraft('doorstep.wanjiku', { ...filledIn, sender: { ...filledIn.sender, name: 'wanjiku' } })
    show({ as: people.client })
    await expect.poll(() => field('Full Name').value).toBe('Wanjiku Kamau')
  })
})

test('name, message and reference are there again after a reload; what is refused stays too', async () => {
  fakeApi().answer(contract.payment.verify, { success: false, error: 'This M-Pesa message has already been used.' })
  const first = show()
  await first.person.type(await screen.findByLabelText('Full Name'), 'Achieng Mwangi')
  await first.person.type(field('M-Pesa Message'), 'SGH7 Confirmed')
  const reference = field('Payment Reference').value
  await first.person.click(screen.getByRole('button', { name: 'Verify Payment' }))
  await screen.findByText('This M-Pesa message has already been used.')
  first.unmount()
  show()
  await screen.findByLabelText('Full Name')
  expect(['Full Name', 'M-Pesa Message', 'Payment Reference'].map((label) => field(label).value)).toEqual([
    'Achieng Mwangi',
    'SGH7 Confirmed',
    reference,
  ])
})

test('what is verified is forgotten: the next payment has a reference of its own', async () => {
  fakeApi().answer(contract.payment.verify, { success: true, amount: 200 })
  const { person } = show()
  await person.type(await screen.findByLabelText('Full Name'), 'Achieng Mwangi')
  await person.type(field('M-Pesa Message'), 'SGH7 Confirmed')
  await person.click(screen.getByRole('button', { name: 'Verify Payment' }))
  await expect.poll(() => sessionStorage.getItem('tuma.draft.verify.visitor')).toBeNull()
})

test('Paste puts the copied message in, and says so where the browser does not let it', async () => {
  const readText = vi.fn().mockResolvedValueOnce('SGH7 Confirmed').mockRejectedValueOnce(new Error('denied'))
  const { person } = show()
  vi.spyOn(navigator.clipboard, 'readText').mockImplementation(readText)
  await person.click(await screen.findByRole('button', { name: 'Paste' }))
  await expect.poll(() => field('M-Pesa Message').value).toBe('SGH7 Confirmed')
  expect(screen.queryByRole('alert')).toBeNull()
  await person.click(screen.getByRole('button', { name: 'Paste' }))
  expect((await screen.findByRole('alert')).textContent).toMatch(/Hold the field and choose Paste/)
})

test('the message of a bank opens the receipt claim with its M-Pesa reference filled in', async () => {
  const error = mpesaRefusals.paid_by_bank
  fakeApi()
    .answer(contract.payment.verify, { success: false, code: 'paid_by_bank', error, receipt: 'UKN6H7T3GA' })
    .answer(contract.payment.claimReceipt, { success: true, amount: 200 })
  const { person } = show()
  await person.type(await screen.findByLabelText('Full Name'), 'Achieng Mwangi')
  await person.type(field('M-Pesa Message'), 'Your M-Pesa payment of KES 200.00 was successful. Ref UKN6H7T3GA')
  await person.click(screen.getByRole('button', { name: 'Verify Payment' }))
  await screen.findByText(error)
  expect(field('Receipt number').value).toBe('UKN6H7T3GA')
  await person.type(field("Payer's name or phone"), 'Achieng')
  await person.click(screen.getByRole('button', { name: 'Find the payment' }))
  await expect
    .poll(() => fakeApi().received(contract.payment.claimReceipt)[0]?.input)
    .toMatchObject({
      ...{ senderName: 'Achieng Mwangi', receipt: 'UKN6H7T3GA', nameOrPhone: 'Achieng' },
    })
})

test('of every other message that was pasted it is said what it is, in the chosen language', async () => {
  const found = [{ receipt: 'UKN6H7T3GB', code: 'airtime', message: pastedNotes.airtime }]
  fakeApi().answer(contract.payment.verify, {
    success: false,
    code: 'not_mpesa',
    error: mpesaRefusals.not_mpesa,
    found,
  })
  const { person } = show()
  await person.type(await screen.findByLabelText('Full Name'), 'Achieng Mwangi')
  await person.type(field('M-Pesa Message'), 'UKN6H7T3GB confirmed.You bought Ksh50 of airtime')
  await person.click(screen.getByRole('button', { name: 'Verify Payment' }))
  expect((await screen.findByText('UKN6H7T3GB')).parentElement?.textContent).toContain(pastedNotes.airtime)
  act(() => chooseLanguage('sw'))
  await expect.poll(() => screen.getByText('UKN6H7T3GB').parentElement?.textContent).toContain(swahili.airtime)
  act(() => chooseLanguage('en'))
})

describe('a payer who has only the receipt number', () => {
  const open = async () => {
    keepDraft('doorstep.visitor', filledIn)
    const shown = show()
    await shown.person.click(await screen.findByRole('button', { name: 'I only have the receipt number' }))
    await shown.person.type(screen.getByLabelText('Receipt number'), 'ukn6h7t3ga')
    await shown.person.type(screen.getByLabelText("Payer's name or phone"), '0712345126')
    await shown.person.click(screen.getByRole('button', { name: 'Find the payment' }))
    return shown
  }
  test('says who paid, and has it paid', async () => {
    fakeApi().answer(contract.payment.claimReceipt, { success: true, amount: 200 })
    await open()
    await expect.poll(() => localStorage.getItem('tuma.verified-payment')).toContain('"amount":200')
    expect(fakeApi().received(contract.payment.claimReceipt)[0]?.input).toEqual({
      ...{ receipt: 'ukn6h7t3ga', nameOrPhone: '0712345126', senderName: 'Wanjiku Kamau' },
      paymentReferenceId: field('Payment Reference').value,
    })
  })
  test('that was too little has the next one added, whose code is typed in its place', async () => {
    fakeApi().answer(contract.payment.claimReceipt, { success: true, amount: 150 })
    const { person } = await open()
    await screen.findByText(/Ksh 50 too little/)
    await expect.poll(() => field('Receipt number').value).toBe('')
    fakeApi().answer(contract.payment.claimReceipt, { success: true, amount: 200 })
    await person.type(field('Receipt number'), 'UKN7J2K4LM')
    await person.click(screen.getByRole('button', { name: 'Find the payment' }))
    await expect.poll(() => localStorage.getItem('tuma.verified-payment')).toContain('"amount":200')
    const [first, second] = fakeApi().received(contract.payment.claimReceipt)
    expect(first?.input).not.toHaveProperty('adds')
    expect(second?.input).toMatchObject({ receipt: 'UKN7J2K4LM', adds: true })
  })
  test('reads the reason below the number, in Swahili if they chose that', async () => {
    const error = mpesaRefusals.receipt_unknown
    fakeApi().answer(contract.payment.claimReceipt, { success: false, error })
    await open()
    await screen.findByText(error)
    expect(field('Receipt number').getAttribute('aria-invalid')).toBe('true')
    act(() => chooseLanguage('sw'))
    await screen.findByText(swahili.receipt_unknown)
    expect(screen.queryByText(error)).toBeNull()
  })
})
