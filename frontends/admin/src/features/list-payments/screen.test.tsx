// @vitest-environment jsdom

import { screen, within } from '@testing-library/react'
import { type AdminPayment, contract } from '@tuma/contracts/api'
import { owedBecauses, paymentTabs } from '@tuma/contracts/vocabulary'
import { fakeApi, people, renderScreen } from '@tuma/kit/testing'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import english from '../../texts/admin.en.json' with { type: 'json' }
import swahili from '../../texts/admin.sw.json' with { type: 'json' }
import { Payments } from './screen.tsx'

const path = '/Admin/payments'
const show = (search = '') =>
  renderScreen(
    <main id="main" tabIndex={-1}>
      <Payments />
    </main>,
    { as: people.admin, path, at: path + search },
  )
const { list, counts, history, letPass, release, rebind, ways, register } = contract.adminPayments

const shown: AdminPayment = {
  _id: 'p1',
  receipt: 'UKN6H7T3GA',
  amount: 350,
  paidAt: '2026-11-20T06:30:00.000Z',
  evidence: ['message'],
  state: 'shown',
  doubt: null,
  letPass: false,
  paymentReference: 'PAY-123456',
  senderName: 'Wanjiku Kamau',
  claimedAt: '2026-11-20T06:35:00.000Z',
  usedBy: null,
}
const nobodys: AdminPayment = {
  ...{ ...shown, _id: 'p2', receipt: 'UKN1AAAAA1', state: 'confirmed', evidence: ['prompt', 'confirmation'] },
  ...{ paymentReference: null, senderName: null, claimedAt: null },
}
const used: AdminPayment = {
  ...{ ...shown, _id: 'p3', receipt: 'UKN2BBBBB2', state: 'mismatched', doubt: 'other_till', usedBy: 'd1' },
  parcel: { id: 'd1', deliveryType: 'doorstep', trackingId: 'TM-0000-0000-0001' },
}
const getRow = async (receipt: string) => (await screen.findByText(receipt)).closest('tr') as HTMLElement
const getCells = async (receipt: string) =>
  within(await getRow(receipt))
    .getAllByRole('cell')
    .map((cell) => cell.textContent)
const readButtons = async (receipt: string) =>
  within(await getRow(receipt))
    .getAllByRole('button')
    .map((button) => button.textContent)
const open = async (receipt: string, button: string) => {
  const { person } = show()
  await person.click(within(await getRow(receipt)).getByRole('button', { name: `${button}, ${receipt}` }))
  return { person, dialog: within(await screen.findByRole('dialog')) }
}

const count = (many: number, more = false) => ({ count: many, more })
const numbers = {
  all: count(1000, true),
  doubted: count(1),
  unclaimed: count(2),
  unused: count(0),
  unchecked: count(3),
  owed: count(3),
  shown: count(30),
}
beforeEach(() => {
  fakeApi().answer(counts, numbers).answer(list, [shown, nobodys, used], { 'x-total-count': '3' })
  fakeApi().answer(contract.people.users, [people.client]).answer(ways, { registers: false })
  fakeApi().answer(contract.adminPayments.paidFrom, { phones: [] }).answer(contract.adminPayments.unreadMessages, [])
})

describe('a refund', () => {
  const owed = { ...used, state: 'confirmed', doubt: null, owed: 5_050, refundable: 5_050 } as const
  test('is seen to be owed, and is noted with what it was paid by', async () => {
    fakeApi()
      .answer(list, [owed])
      .answer(contract.adminPayments.refund, { ...owed, owed: 0, refundable: 0 })
    const { person } = show()
    expect((await getCells('UKN2BBBBB2'))[4]).toBe('Ksh 350Ksh 50.50 to pay back')
    await person.click(within(await getRow('UKN2BBBBB2')).getByRole('button', { name: 'Note a refund, UKN2BBBBB2' }))
    const dialog = within(await screen.findByRole('dialog'))
    dialog.getByText('Tuma pays nobody: pay with M-Pesa first, then note it here. At most Ksh 50.50.')
    await person.type(dialog.getByLabelText(/^M-Pesa’s receipt code/), 'UKO1AAAAA1')
    await person.type(dialog.getByLabelText(/^Reason/), 'paid too much')
    await person.click(dialog.getByRole('button', { name: 'Note a refund' }))
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
    expect(fakeApi().received(contract.adminPayments.refund)[0]?.input).toEqual({
      ...{ id: 'p3', amount: '50.50', receipt: 'UKO1AAAAA1', reason: 'paid too much' },
    })
  })
  test('of what a phone paid on request says to which phone it goes back, and to no other', async () => {
    fakeApi()
      .answer(list, [owed])
      .answer(contract.adminPayments.paidFrom, { phones: ['254712345678'] })
    const { dialog } = await open('UKN2BBBBB2', 'Note a refund')
    await dialog.findByText('Send it back to 0712345678 only: that phone paid.')
  })
  test.each(owedBecauses)('says why it is owed, in Swahili too: %s', async (owedBecause) => {
    fakeApi().answer(list, [{ ...owed, owedBecause }])
    show()
    const [said, inSwahili] = [english, swahili].map((texts) => texts[`payment.owedBecause.${owedBecause}`])
    expect((await getCells('UKN2BBBBB2'))[4]).toBe(`Ksh 350Ksh 50.50 to pay back${said}`)
    expect(new Set([said, inSwahili, undefined]).size).toBe(3)
  })
  test('of what M-Pesa has not confirmed says so, and that another admin was first', async () => {
    fakeApi()
      .answer(list, [{ ...shown, owed: 0, refundable: 35_000 }])
      .refuse(contract.adminPayments.refund, 'refund_too_much')
    const { person, dialog } = await open('UKN6H7T3GA', 'Note a refund')
    dialog.getByText(/^M-Pesa has not confirmed this payment/)
    await person.type(dialog.getByLabelText(/^Amount/), '350')
    await person.type(dialog.getByLabelText(/^M-Pesa’s receipt code/), 'UKO1AAAAA1')
    await person.type(dialog.getByLabelText(/^Reason/), 'paid twice')
    await person.click(dialog.getByRole('button', { name: 'Note a refund' }))
    await dialog.findByText('That is more than we can refund for this payment.')
  })
})

describe('M-Pesa is told to confirm payments', () => {
  const button = { name: 'Have M-Pesa confirm payments' }
  test('only where it can be', async () => {
    show()
    await getRow('UKN6H7T3GA')
    expect(screen.queryByRole('button', button)).toBeNull()
  })
  test('after reading that it is once, and is not told twice', async () => {
    fakeApi().answer(ways, { registers: true }).refuse(register, 'confirmations_registered')
    const { person } = show()
    await person.click(await screen.findByRole('button', button))
    const dialog = within(await screen.findByRole('dialog'))
    dialog.getByText(/In production this can be done once/)
    await person.click(dialog.getByRole('button', { name: 'Tell M-Pesa' }))
    await dialog.findByText('M-Pesa already has an address for confirmations. Only Safaricom can change it.')
    fakeApi().answer(register, { registered: true })
    await person.click(dialog.getByRole('button', { name: 'Tell M-Pesa' }))
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  })
})

describe('a row says', () => {
  test('what came, whose it is, what it was seen by, and what it pays for', async () => {
    show()
    const said = ['UKN6H7T3GA20 Nov 2026, 09:30', 'Wanjiku KamauPAY-123456', 'ShownMessage', 'Nothing yet', 'Ksh 350']
    expect((await getCells('UKN6H7T3GA')).slice(0, 5)).toEqual(said)
    expect((await getCells('UKN1AAAAA1')).slice(1, 3)).toEqual([
      'Unclaimed',
      'ConfirmedRequest on the phone · M-Pesa’s confirmation',
    ])
  })

  test('what does not match, and that it was let pass all the same', async () => {
    fakeApi().answer(list, [{ ...used, letPass: true }])
    show()
    expect((await getCells('UKN2BBBBB2'))[2]).toBe('Does not matchLet passIt went to another till.Message')
    expect(await readButtons('UKN2BBBBB2')).toEqual(['History'])
  })

  test.each([
    ['overdue', 'Not confirmed in a day'],
    ['reversed', 'Reversed'],
  ] as const)('that it is %s', async (state, word) => {
    fakeApi().answer(list, [{ ...used, state, doubt: state === 'overdue' ? 'overdue' : null }])
    show()
    expect((await getCells('UKN2BBBBB2'))[2]).toBe(`${word}Message`)
    expect(await readButtons('UKN2BBBBB2')).toEqual(['History', 'Let pass'])
  })

  test('that M-Pesa told of it and nothing has checked that, and that another amount was told too', async () => {
    fakeApi().answer(list, [{ ...used, state: 'unchecked', doubt: null, evidence: ['unchecked'], contradicted: true }])
    show()
    expect((await getCells('UKN2BBBBB2'))[2]).toBe(
      'By M-Pesa, not checked yetAn unchecked confirmation says another amount. See the history.Confirmation, not checked',
    )
    screen.getByRole('button', { name: 'Not checked 3' })
  })

  test('which parcel it pays for, as a link; one that is deleted, or that nobody can name now, is none', async () => {
    const { parcel: _, ...unknown } = { ...used, _id: 'p5', receipt: 'UKN4DDDDD4' }
    fakeApi().answer(list, [used, { ...used, _id: 'p4', receipt: 'UKN3CCCCC3', parcel: null }, unknown])
    show()
    const link = (await screen.findByRole('link', { name: 'TM-0000-0000-0001' })) as HTMLAnchorElement
    expect(link.pathname).toBe('/Admin/delivery/doorstep/d1')
    expect((await getCells('UKN3CCCCC3'))[3]).toBe('A parcel that was deleted')
    expect((await getCells('UKN4DDDDD4'))[3]).toBe('A parcel')
  })

  test('what may be done: nothing is taken from a parcel, and nobody from what is nobody’s', async () => {
    show()
    expect(await readButtons('UKN6H7T3GA')).toEqual(['History', 'Give to an account', 'Release'])
    expect(await readButtons('UKN1AAAAA1')).toEqual(['History', 'Give to an account'])
    expect(await readButtons('UKN2BBBBB2')).toEqual(['History', 'Let pass'])
  })
})

describe('tabs and search', () => {
  test('say how many there are of each, and stand in the address', async () => {
    const { person, router } = show()
    await screen.findByRole('button', { name: 'All 1,000+', pressed: true })
    for (const name of ['Unclaimed 2', 'Unused over 24 h 0', 'Not yet confirmed 30'])
      screen.getByRole('button', { name })
    await person.click(screen.getByRole('button', { name: 'Doubted 1' }))
    expect(router.state.location.search).toBe('?tab=doubted')
    await expect.poll(() => fakeApi().received(list).at(-1)?.input).toEqual({ tab: 'doubted' })
    await person.click(screen.getByRole('button', { name: /^All/ }))
    expect(router.state.location.search).toBe('')
  })

  test('are one line that unfolds and counts as well, where they have no room beside each other', async () => {
    vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(900)
    onTestFinished(() => void vi.restoreAllMocks())
    const { person, router } = show()
    const tabs = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Which payments' })
    expect([...tabs.options].map(({ text }) => text)).toContain('Doubted 1')
    expect(screen.queryByRole('button', { name: /Doubted/ })).toBeNull()
    await person.selectOptions(tabs, 'Not yet confirmed 30')
    expect(router.state.location.search).toBe('?tab=shown')
    await expect.poll(() => tabs.value).toBe('shown')
  })

  test.each(paymentTabs)('come back with the address: %s', async (tab) => {
    show(`?tab=${tab}`)
    await getRow('UKN6H7T3GA')
    expect(fakeApi().received(list)[0]?.input).toEqual({ tab })
  })

  test('a tab that there is not is all of them', async () => {
    show('?tab=stolen')
    await getRow('UKN6H7T3GA')
    expect(fakeApi().received(list)[0]?.input).toEqual({ tab: 'all' })
  })

  test('can be chosen while nobody knows how many there are', async () => {
    fakeApi().fail(counts)
    const { person, router } = show()
    await person.click(await screen.findByRole('button', { name: 'Unclaimed' }))
    expect(router.state.location.search).toBe('?tab=unclaimed')
  })

  test.each(['UKN6H7', 'PAY-123456', 'pay-12'])('%s, of a payment, stands in the address', async (typed) => {
    const { person, router } = show('?tab=shown')
    await person.type(await screen.findByLabelText('Receipt, reference or name'), typed)
    await expect.poll(() => router.state.location.search).toBe(`?tab=shown&search=${typed}`)
    await expect.poll(() => fakeApi().received(list).at(-1)?.input).toEqual({ tab: 'shown', search: typed })
  })

  test('a name never does, and is still searched for in another tab', async () => {
    const { person, router } = show()
    await person.type(await screen.findByLabelText('Receipt, reference or name'), 'Wanjiku')
    await expect.poll(() => fakeApi().received(list).at(-1)?.input).toEqual({ tab: 'all', search: 'Wanjiku' })
    await person.click(screen.getByRole('button', { name: 'Doubted 1' }))
    await expect.poll(() => fakeApi().received(list).at(-1)?.input).toEqual({ tab: 'doubted', search: 'Wanjiku' })
    expect(router.state.location.search).toBe('?tab=doubted')
  })
})

describe('the list', () => {
  test('that goes on is asked for what comes next', async () => {
    fakeApi().answer(list, ({ input }) => (input.cursor ? [nobodys] : [shown]), {
      'x-next-cursor': 'page2',
      'x-total-count': '2',
    })
    const { person } = show()
    await screen.findByText('1 of 2 shown')
    await person.click(screen.getByRole('button', { name: 'Show more' }))
    await getRow('UKN1AAAAA1')
  })

  test('that is empty says so, and leads back to all payments', async () => {
    fakeApi().answer(list, ({ input }) => (input.tab === 'all' ? [shown] : []))
    const { person, router } = show('?tab=unused&search=UKN6')
    await screen.findByText('No matching payments found.')
    await person.click(screen.getByRole('button', { name: 'Show all payments' }))
    await getRow('UKN6H7T3GA')
    expect(router.state.location.search).toBe('')
  })

  test('that can not be fetched is asked for again', async () => {
    fakeApi().fail(list)
    const { person } = show()
    await screen.findByText('Failed to fetch payments')
    fakeApi().answer(list, [shown])
    await person.click(screen.getByRole('button', { name: 'Try Again' }))
    await getRow('UKN6H7T3GA')
  })
})

describe('releasing', () => {
  test('says what will happen and wants a reason', async () => {
    const { person, dialog } = await open('UKN6H7T3GA', 'Release')
    expect(document.activeElement).toBe(dialog.getByLabelText('Reason'))
    dialog.getByText(/^Ksh 350 that Wanjiku Kamau has shown become unclaimed\. The next person who pastes/)
    await person.click(dialog.getByRole('button', { name: 'Release' }))
    await dialog.findByText('Reason is required.')
    expect(document.activeElement).toBe(dialog.getByLabelText('Reason'))
    expect(fakeApi().received(release)).toEqual([])
  })

  test('sends the reason, says so, and leaves the focus at the row, which is nobody’s now', async () => {
    const freed = { ...shown, paymentReference: null, senderName: null, claimedAt: null }
    const { person, dialog } = await open('UKN6H7T3GA', 'Release')
    await person.type(dialog.getByLabelText('Reason'), 'Paid from another phone')
    fakeApi().answer(release, freed)
    const asAfterwards = fakeApi().hold(list, [freed])
    await person.click(dialog.getByRole('button', { name: 'Release' }))
    await screen.findByText('UKN6H7T3GA is unclaimed now')
    // The focus can not go back to a button that is about to go.
    expect(screen.queryByRole('dialog')).not.toBeNull()
    asAfterwards()
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
    expect(fakeApi().received(release)[0]?.input).toEqual({ id: 'p1', reason: 'Paid from another phone' })
    expect(await readButtons('UKN6H7T3GA')).toEqual(['History', 'Give to an account'])
    expect((await getCells('UKN6H7T3GA'))[1]).toBe('Unclaimed')
    const row = await getRow('UKN6H7T3GA')
    await expect.poll(() => row.contains(document.activeElement)).toBe(true)
  })

  test('one that an agent gave for a parcel can be taken back; to an account it goes once M-Pesa has told of it', async () => {
    const given = { ...used, state: 'shown', doubt: null, senderName: null, givenByAgent: true } as const
    const promised = { ...given, _id: 'p4', receipt: 'UKN3CCCCC3', evidence: [] }
    fakeApi().answer(list, [given, promised, { ...shown, usedBy: 'd2', parcel: used.parcel }])
    const { person, dialog } = await open('UKN3CCCCC3', 'Release')
    dialog.getByText(/It is taken back from the parcel, and the agent owes that money/)
    await person.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(await readButtons('UKN3CCCCC3')).toEqual(['History', 'Release'])
    expect(await screen.findAllByRole('button', { name: /^Give to an account/ })).toHaveLength(1)
  })

  test('one that somebody has just used is refused in the dialog, what was typed stays, and its row is what it is', async () => {
    fakeApi().refuse(release, 'payment_used')
    const { person, dialog } = await open('UKN6H7T3GA', 'Release')
    await person.type(dialog.getByLabelText('Reason'), 'Wrong person')
    fakeApi().answer(list, [{ ...shown, usedBy: 'd1', parcel: used.parcel }])
    await person.click(dialog.getByRole('button', { name: 'Release' }))
    await dialog.findByText('This payment has already been used.')
    expect((dialog.getByLabelText('Reason') as HTMLInputElement).value).toBe('Wrong person')
    await person.click(dialog.getByRole('button', { name: 'Cancel' }))
    await expect.poll(() => readButtons('UKN6H7T3GA')).toEqual(['History'])
  })

  test('that fails is said in the dialog, and can be tried again', async () => {
    fakeApi().fail(release)
    const { person, dialog } = await open('UKN6H7T3GA', 'Release')
    await person.type(dialog.getByLabelText('Reason'), 'Wrong person')
    await person.click(dialog.getByRole('button', { name: 'Release' }))
    await dialog.findByText('Failed to release the payment')
  })
})

describe('letting pass', () => {
  test('says what is said against it, and sends the reason', async () => {
    const passes = { ...used, letPass: true }
    const { person, dialog } = await open('UKN2BBBBB2', 'Let pass')
    dialog.getByText(/^It went to another till\. A parcel that is sent with it goes on all the same/)
    await person.type(dialog.getByLabelText('Reason'), 'Seen in the portal')
    fakeApi().answer(letPass, passes).answer(list, [passes])
    await person.click(dialog.getByRole('button', { name: 'Let pass' }))
    await screen.findByText('UKN2BBBBB2 is let pass')
    expect(fakeApi().received(letPass)[0]?.input).toEqual({ id: 'p3', reason: 'Seen in the portal' })
    await expect.poll(async () => (await getCells('UKN2BBBBB2'))[2]).toContain('Let pass')
  })

  test('of what nothing holds any more is refused in the dialog', async () => {
    fakeApi().refuse(letPass, 'payment_not_doubted')
    const { person, dialog } = await open('UKN2BBBBB2', 'Let pass')
    await person.type(dialog.getByLabelText('Reason'), 'Seen in the portal')
    await person.click(dialog.getByRole('button', { name: 'Let pass' }))
    await dialog.findByText('This payment is no longer on hold.')
  })
})

describe('giving to an account', () => {
  const choose = async () => {
    const opened = await open('UKN1AAAAA1', 'Give to an account')
    await opened.person.type(opened.dialog.getByLabelText('Whose is it?'), 'wanjiku')
    return opened
  }

  test('wants somebody, a reference and a reason; Enter in the search sends nothing', async () => {
    const { person, dialog } = await choose()
    const give = dialog.getByRole('button', { name: 'Give' }) as HTMLButtonElement
    expect(give.disabled).toBe(true)
    await person.click(await dialog.findByRole('radio', { name: /Wanjiku Kamau/ }))
    await person.type(dialog.getByLabelText('Whose is it?'), '{Enter}')
    expect(dialog.queryByText('Reason is required.')).toBeNull()
    await person.type(dialog.getByLabelText('Payment Reference'), '123456')
    await person.click(give)
    await dialog.findByText('The payment reference is not valid.')
    await dialog.findByText('Reason is required.')
    expect(fakeApi().received(rebind)).toEqual([])
  })

  test('makes it theirs for the reference that they have', async () => {
    const theirs = { ...nobodys, senderName: 'Wanjiku Kamau', paymentReference: 'PAY-654321' }
    const { person, dialog } = await choose()
    await person.click(await dialog.findByRole('radio', { name: /Wanjiku Kamau/ }))
    await person.type(dialog.getByLabelText('Payment Reference'), 'PAY-654321')
    await person.type(dialog.getByLabelText('Reason'), 'She called')
    fakeApi()
      .answer(rebind, { ...theirs, claimedAt: shown.claimedAt })
      .answer(list, [theirs])
    await person.click(dialog.getByRole('button', { name: 'Give' }))
    await screen.findByText('UKN1AAAAA1 is Wanjiku Kamau’s now')
    const said = { id: 'p2', username: 'wanjiku', paymentReference: 'PAY-654321', reason: 'She called' }
    expect(fakeApi().received(rebind)[0]?.input).toEqual(said)
    await expect.poll(async () => (await getCells('UKN1AAAAA1'))[1]).toBe('Wanjiku KamauPAY-654321')
  })

  test('keeps the reference that it was shown for', async () => {
    const { dialog } = await open('UKN6H7T3GA', 'Give to an account')
    expect((dialog.getByLabelText('Payment Reference') as HTMLInputElement).value).toBe('PAY-123456')
  })
})

describe('its history', () => {
  const at = '2026-11-20T06:35:00.000Z'
  const entry = (type: string, details: Record<string, string>, by = {}) => ({
    ...{ at, type, correlationId: 'r1', details },
    by: { kind: 'system', role: null, id: 'daraja', name: null, ...by },
  })
  const admin = { kind: 'user', role: 'admin', id: 'user3', name: 'Achieng Mwangi' }

  test('is told in sentences, the newest first, with who and why', async () => {
    fakeApi().answer(history, [
      entry(
        'PaymentClaimed',
        { receipt: 'UKN2BBBBB2', amount: '1350', paymentReference: 'PAY-123456' },
        { kind: 'visitor' },
      ),
      entry('PaymentUsed', { delivery: 'd1' }),
      entry('PaymentDoubted', { because: 'other_till', delivery: 'd1' }),
      entry('PaymentSeen', { evidence: 'statement', receipt: 'UKN2BBBBB2', amount: '350.50' }),
      entry('PaymentCleared', { by: 'admin', reason: 'Seen in the portal' }, admin),
      entry('PaymentMoved', { paymentReference: 'PAY-654321' }, { kind: 'user', id: null }),
      entry('PaymentPolished', {}),
    ])
    const { dialog } = await open('UKN2BBBBB2', 'History')
    dialog.getByRole('heading', { name: 'History of UKN2BBBBB2' })
    await dialog.findByText('Its message was shown: Ksh 1,350 for PAY-123456.')
    const said = dialog.getAllByRole('listitem').map((item) => [...item.children].map((part) => part.textContent))
    const time = '20 Nov 2026, 09:35'
    expect(said).toEqual([
      ['PaymentPolished', `${time} · The system (daraja)`],
      ['The same person showed it again, for PAY-654321.', `${time} · A payer with an account`],
      ['Let pass, whatever is said against it.', 'Reason: Seen in the portal', `${time} · Admin Achieng Mwangi`],
      ['It stands in the till’s statement: Ksh 350.50.', `${time} · The system (daraja)`],
      ['Doubted: it went to another till.', 'TM-0000-0000-0001', `${time} · The system (daraja)`],
      ['A parcel was sent with it.', 'TM-0000-0000-0001', `${time} · The system (daraja)`],
      ['Its message was shown: Ksh 1,350 for PAY-123456.', `${time} · A visitor without login`],
    ])
  })

  test('that can not be fetched is asked for again', async () => {
    fakeApi().fail(history)
    const { person, dialog } = await open('UKN6H7T3GA', 'History')
    await dialog.findByText('Failed to fetch the history')
    fakeApi().answer(history, [entry('PaymentReversed', { amount: '350' })])
    await person.click(dialog.getByRole('button', { name: 'Try Again' }))
    await dialog.findByText('M-Pesa has taken Ksh 350 back.')
  })
})

test('what pasted messages look like that nobody could read is listed, and how often they came', async () => {
  const [shape, at] = ['_ confirmed. _0.0 has gone to _ on 0/0/0', '2026-11-28T06:30:00.000Z']
  fakeApi().answer(contract.adminPayments.unreadMessages, [{ shape, count: 3, firstAt: at, lastAt: at }])
  const { person } = show()
  await person.click(await screen.findByRole('button', { name: 'Messages we can not read: 1' }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText(shape)
  dialog.getByText(/^Pasted 3 times/)
})
