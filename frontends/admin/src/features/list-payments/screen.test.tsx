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
  test('that is due is shown, and is recorded with its receipt', async () => {
    fakeApi()
      .answer(list, [owed])
      .answer(contract.adminPayments.refund, { ...owed, owed: 0, refundable: 0 })
    const { person } = show()
    expect((await getCells('UKN2BBBBB2'))[4]).toBe('Ksh 350Ksh 50.50 to refund')
    await person.click(within(await getRow('UKN2BBBBB2')).getByRole('button', { name: 'Record refund, UKN2BBBBB2' }))
    const dialog = within(await screen.findByRole('dialog'))
    dialog.getByText('First pay with M-Pesa, then record the refund here. At most Ksh 50.50.')
    await person.type(dialog.getByLabelText(/^M-Pesa receipt number/), 'UKO1AAAAA1')
    await person.type(dialog.getByLabelText(/^Reason/), 'paid too much')
    await person.click(dialog.getByRole('button', { name: 'Record refund' }))
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
    expect(fakeApi().received(contract.adminPayments.refund)[0]?.input).toEqual({
      ...{ id: 'p3', amount: '50.50', receipt: 'UKO1AAAAA1', reason: 'paid too much' },
    })
  })
  test('of a payment by phone request names the only phone that may get it', async () => {
    fakeApi()
      .answer(list, [owed])
      .answer(contract.adminPayments.paidFrom, { phones: ['254712345678'] })
    const { dialog } = await open('UKN2BBBBB2', 'Record refund')
    await dialog.findByText('Send the money only to 0712345678: that phone paid.')
  })
  test.each(owedBecauses)('says why it is due, in Swahili too: %s', async (owedBecause) => {
    fakeApi().answer(list, [{ ...owed, owedBecause }])
    show()
    const [said, inSwahili] = [english, swahili].map((texts) => texts[`payment.owedBecause.${owedBecause}`])
    expect((await getCells('UKN2BBBBB2'))[4]).toBe(`Ksh 350Ksh 50.50 to refund${said}`)
    expect(new Set([said, inSwahili, undefined]).size).toBe(3)
  })
  test('of an unconfirmed payment says so, and says if another admin was first', async () => {
    fakeApi()
      .answer(list, [{ ...shown, owed: 0, refundable: 35_000 }])
      .refuse(contract.adminPayments.refund, 'refund_too_much')
    const { person, dialog } = await open('UKN6H7T3GA', 'Record refund')
    dialog.getByText(/^M-Pesa has not confirmed this payment/)
    await person.type(dialog.getByLabelText(/^Amount/), '350')
    await person.type(dialog.getByLabelText(/^M-Pesa receipt number/), 'UKO1AAAAA1')
    await person.type(dialog.getByLabelText(/^Reason/), 'paid twice')
    await person.click(dialog.getByRole('button', { name: 'Record refund' }))
    await dialog.findByText('That is more than we can refund for this payment.')
  })
})

describe('turning on M-Pesa confirmations', () => {
  const button = { name: 'Let M-Pesa confirm payments' }
  test('is offered only if we can register with M-Pesa', async () => {
    show()
    await getRow('UKN6H7T3GA')
    expect(screen.queryByRole('button', button)).toBeNull()
  })
  test('says that it works once, and is refused the second time', async () => {
    fakeApi().answer(ways, { registers: true }).refuse(register, 'confirmations_registered')
    const { person } = show()
    await person.click(await screen.findByRole('button', button))
    const dialog = within(await screen.findByRole('dialog'))
    dialog.getByText(/In production you can do this once/)
    await person.click(dialog.getByRole('button', { name: 'Turn on' }))
    await dialog.findByText('M-Pesa already has an address for confirmations. Only Safaricom can change it.')
    fakeApi().answer(register, { registered: true })
    await person.click(dialog.getByRole('button', { name: 'Turn on' }))
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  })
})

describe('a row shows', () => {
  test('the amount, the payer, the evidence and the parcel', async () => {
    show()
    const said = [
      'UKN6H7T3GA20 Nov 2026, 09:30',
      'Wanjiku KamauPAY-123456',
      'Not yet confirmedMessage',
      'Nothing yet',
      'Ksh 350',
    ]
    expect((await getCells('UKN6H7T3GA')).slice(0, 5)).toEqual(said)
    expect((await getCells('UKN1AAAAA1')).slice(1, 3)).toEqual([
      'Unclaimed',
      'ConfirmedPayment request on the phone · M-Pesa’s confirmation',
    ])
  })

  test('that a payment does not match, and that an admin accepted it', async () => {
    fakeApi().answer(list, [{ ...used, letPass: true }])
    show()
    expect((await getCells('UKN2BBBBB2'))[2]).toBe('Does not matchAcceptedThe payment went to another till.Message')
    expect(await readButtons('UKN2BBBBB2')).toEqual(['History'])
  })

  test.each([
    ['overdue', 'Not confirmed in a day'],
    ['reversed', 'Reversed'],
  ] as const)('that the payment is %s', async (state, word) => {
    fakeApi().answer(list, [{ ...used, state, doubt: state === 'overdue' ? 'overdue' : null }])
    show()
    expect((await getCells('UKN2BBBBB2'))[2]).toBe(`${word}Message`)
    expect(await readButtons('UKN2BBBBB2')).toEqual(['History', 'Accept'])
  })

  test('that the confirmation is not checked, and that another one has a different amount', async () => {
    fakeApi().answer(list, [{ ...used, state: 'unchecked', doubt: null, evidence: ['unchecked'], contradicted: true }])
    show()
    expect((await getCells('UKN2BBBBB2'))[2]).toBe(
      'Not checked yetAn unchecked confirmation shows a different amount. See the history.Confirmation, not checked',
    )
    screen.getByRole('button', { name: 'Not checked 3' })
  })

  test('the parcel as a link; a deleted or unknown parcel has no link', async () => {
    const { parcel: _, ...unknown } = { ...used, _id: 'p5', receipt: 'UKN4DDDDD4' }
    fakeApi().answer(list, [used, { ...used, _id: 'p4', receipt: 'UKN3CCCCC3', parcel: null }, unknown])
    show()
    const link = (await screen.findByRole('link', { name: 'TM-0000-0000-0001' })) as HTMLAnchorElement
    expect(link.pathname).toBe('/Admin/delivery/doorstep/d1')
    expect((await getCells('UKN3CCCCC3'))[3]).toBe('A deleted parcel')
    expect((await getCells('UKN4DDDDD4'))[3]).toBe('A parcel')
  })

  test('the possible actions: a used payment is not released, and an unclaimed one has no owner to release', async () => {
    show()
    expect(await readButtons('UKN6H7T3GA')).toEqual(['History', 'Give to an account', 'Release'])
    expect(await readButtons('UKN1AAAAA1')).toEqual(['History', 'Give to an account'])
    expect(await readButtons('UKN2BBBBB2')).toEqual(['History', 'Accept'])
  })
})

describe('tabs and search', () => {
  test('show the count of each tab, and are in the address', async () => {
    const { person, router } = show()
    await screen.findByRole('button', { name: 'All 1,000+', pressed: true })
    for (const name of ['Unclaimed 2', 'Unused over 24 h 0', 'Not yet confirmed 30'])
      screen.getByRole('button', { name })
    await person.click(screen.getByRole('button', { name: 'In doubt 1' }))
    expect(router.state.location.search).toBe('?tab=doubted')
    await expect.poll(() => fakeApi().received(list).at(-1)?.input).toEqual({ tab: 'doubted' })
    await person.click(screen.getByRole('button', { name: /^All/ }))
    expect(router.state.location.search).toBe('')
  })

  test('become one list with counts on a narrow screen', async () => {
    vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(900)
    onTestFinished(() => void vi.restoreAllMocks())
    const { person, router } = show()
    const tabs = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Which payments' })
    expect([...tabs.options].map(({ text }) => text)).toContain('In doubt 1')
    expect(screen.queryByRole('button', { name: /In doubt/ })).toBeNull()
    await person.selectOptions(tabs, 'Not yet confirmed 30')
    expect(router.state.location.search).toBe('?tab=shown')
    await expect.poll(() => tabs.value).toBe('shown')
  })

  test.each(paymentTabs)('are restored from the address: %s', async (tab) => {
    show(`?tab=${tab}`)
    await getRow('UKN6H7T3GA')
    expect(fakeApi().received(list)[0]?.input).toEqual({ tab })
  })

  test('an unknown tab in the address shows all payments', async () => {
    show('?tab=stolen')
    await getRow('UKN6H7T3GA')
    expect(fakeApi().received(list)[0]?.input).toEqual({ tab: 'all' })
  })

  test('can be chosen while the counts are unknown', async () => {
    fakeApi().fail(counts)
    const { person, router } = show()
    await person.click(await screen.findByRole('button', { name: 'Unclaimed' }))
    expect(router.state.location.search).toBe('?tab=unclaimed')
  })

  test.each(['UKN6H7', 'PAY-123456', 'pay-12'])('the receipt or reference %s is kept in the address', async (typed) => {
    const { person, router } = show('?tab=shown')
    await person.type(await screen.findByLabelText('Receipt, reference or name'), typed)
    await expect.poll(() => router.state.location.search).toBe(`?tab=shown&search=${typed}`)
    await expect.poll(() => fakeApi().received(list).at(-1)?.input).toEqual({ tab: 'shown', search: typed })
  })

  test('a name is never in the address, and stays in the search in another tab', async () => {
    const { person, router } = show()
    await person.type(await screen.findByLabelText('Receipt, reference or name'), 'Wanjiku')
    await expect.poll(() => fakeApi().received(list).at(-1)?.input).toEqual({ tab: 'all', search: 'Wanjiku' })
    await person.click(screen.getByRole('button', { name: 'In doubt 1' }))
    await expect.poll(() => fakeApi().received(list).at(-1)?.input).toEqual({ tab: 'doubted', search: 'Wanjiku' })
    expect(router.state.location.search).toBe('?tab=doubted')
  })
})

describe('the list', () => {
  test('fetches the next page', async () => {
    fakeApi().answer(list, ({ input }) => (input.cursor ? [nobodys] : [shown]), {
      'x-next-cursor': 'page2',
      'x-total-count': '2',
    })
    const { person } = show()
    await screen.findByText('1 of 2 shown')
    await person.click(screen.getByRole('button', { name: 'Show more' }))
    await getRow('UKN1AAAAA1')
  })

  test('says that it is empty, and links back to all payments', async () => {
    fakeApi().answer(list, ({ input }) => (input.tab === 'all' ? [shown] : []))
    const { person, router } = show('?tab=unused&search=UKN6')
    await screen.findByText('No matching payments found.')
    await person.click(screen.getByRole('button', { name: 'Show all payments' }))
    await getRow('UKN6H7T3GA')
    expect(router.state.location.search).toBe('')
  })

  test('can be fetched again after a failure', async () => {
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
    dialog.getByText(/^Ksh 350 shown by Wanjiku Kamau becomes unclaimed\. The next person who pastes/)
    await person.click(dialog.getByRole('button', { name: 'Release' }))
    await dialog.findByText('Reason is required.')
    expect(document.activeElement).toBe(dialog.getByLabelText('Reason'))
    expect(fakeApi().received(release)).toEqual([])
  })

  test('sends the reason, says so, and leaves the focus at the row, which is unclaimed now', async () => {
    const freed = { ...shown, paymentReference: null, senderName: null, claimedAt: null }
    const { person, dialog } = await open('UKN6H7T3GA', 'Release')
    await person.type(dialog.getByLabelText('Reason'), 'Paid from another phone')
    fakeApi().answer(release, freed)
    const asAfterwards = fakeApi().hold(list, [freed])
    await person.click(dialog.getByRole('button', { name: 'Release' }))
    await screen.findByText('UKN6H7T3GA is now unclaimed')
    // The focus cannot go back to a button that disappears.
    expect(screen.queryByRole('dialog')).not.toBeNull()
    asAfterwards()
    await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
    expect(fakeApi().received(release)[0]?.input).toEqual({ id: 'p1', reason: 'Paid from another phone' })
    expect(await readButtons('UKN6H7T3GA')).toEqual(['History', 'Give to an account'])
    expect((await getCells('UKN6H7T3GA'))[1]).toBe('Unclaimed')
    const row = await getRow('UKN6H7T3GA')
    await expect.poll(() => row.contains(document.activeElement)).toBe(true)
  })

  test('takes a payment back from the parcel that an agent used it for; an account gets it after confirmation', async () => {
    const given = { ...used, state: 'shown', doubt: null, senderName: null, givenByAgent: true } as const
    const promised = { ...given, _id: 'p4', receipt: 'UKN3CCCCC3', evidence: [] }
    fakeApi().answer(list, [given, promised, { ...shown, usedBy: 'd2', parcel: used.parcel }])
    const { person, dialog } = await open('UKN3CCCCC3', 'Release')
    dialog.getByText(/The payment leaves the parcel\. The agent owes the money/)
    await person.click(dialog.getByRole('button', { name: 'Cancel' }))
    expect(await readButtons('UKN3CCCCC3')).toEqual(['History', 'Release'])
    expect(await screen.findAllByRole('button', { name: /^Give to an account/ })).toHaveLength(1)
  })

  test('puts cash of an agent back into their drawer', async () => {
    const paidIn = { ...shown, state: 'confirmed', senderName: null, usedBy: null, paidIn: true } as const
    fakeApi().answer(list, [paidIn])
    const { dialog } = await open(paidIn.receipt, 'Release')
    dialog.getByText(/^The agent has Ksh [\d,]+ of cash again\./)
    await screen.findByText('Cash of an agent')
  })

  test('is refused in the dialog if a customer has just used the payment; the typed reason stays', async () => {
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

  test('shows a failure in the dialog, and can be tried again', async () => {
    fakeApi().fail(release)
    const { person, dialog } = await open('UKN6H7T3GA', 'Release')
    await person.type(dialog.getByLabelText('Reason'), 'Wrong person')
    await person.click(dialog.getByRole('button', { name: 'Release' }))
    await dialog.findByText('Failed to release the payment')
  })
})

describe('accepting a payment in doubt', () => {
  test('shows the doubt, and sends the reason', async () => {
    const passes = { ...used, letPass: true }
    const { person, dialog } = await open('UKN2BBBBB2', 'Accept')
    dialog.getByText(/^The payment went to another till\. The parcel can move on/)
    await person.type(dialog.getByLabelText('Reason'), 'Seen in the portal')
    fakeApi().answer(letPass, passes).answer(list, [passes])
    await person.click(dialog.getByRole('button', { name: 'Accept' }))
    await screen.findByText('UKN2BBBBB2 accepted')
    expect(fakeApi().received(letPass)[0]?.input).toEqual({ id: 'p3', reason: 'Seen in the portal' })
    await expect.poll(async () => (await getCells('UKN2BBBBB2'))[2]).toContain('Accepted')
  })

  test('is refused in the dialog if the payment is no longer in doubt', async () => {
    fakeApi().refuse(letPass, 'payment_not_doubted')
    const { person, dialog } = await open('UKN2BBBBB2', 'Accept')
    await person.type(dialog.getByLabelText('Reason'), 'Seen in the portal')
    await person.click(dialog.getByRole('button', { name: 'Accept' }))
    await dialog.findByText('This payment is no longer on hold.')
  })
})

describe('giving to an account', () => {
  const choose = async () => {
    const opened = await open('UKN1AAAAA1', 'Give to an account')
    await opened.person.type(opened.dialog.getByLabelText('Whose payment is it?'), 'wanjiku')
    return opened
  }

  test('needs an account, a reference and a reason; Enter in the search sends nothing', async () => {
    const { person, dialog } = await choose()
    const give = dialog.getByRole('button', { name: 'Give' }) as HTMLButtonElement
    expect(give.disabled).toBe(true)
    await person.click(await dialog.findByRole('radio', { name: /Wanjiku Kamau/ }))
    await person.type(dialog.getByLabelText('Whose payment is it?'), '{Enter}')
    expect(dialog.queryByText('Reason is required.')).toBeNull()
    await person.type(dialog.getByLabelText('Payment Reference'), '123456')
    await person.click(give)
    await dialog.findByText('The payment reference is not valid.')
    await dialog.findByText('Reason is required.')
    expect(fakeApi().received(rebind)).toEqual([])
  })

  test('gives the payment to that account for its reference', async () => {
    const theirs = { ...nobodys, senderName: 'Wanjiku Kamau', paymentReference: 'PAY-654321' }
    const { person, dialog } = await choose()
    await person.click(await dialog.findByRole('radio', { name: /Wanjiku Kamau/ }))
    await person.type(dialog.getByLabelText('Payment Reference'), 'PAY-654321')
    await person.type(dialog.getByLabelText('Reason'), 'She called')
    fakeApi()
      .answer(rebind, { ...theirs, claimedAt: shown.claimedAt })
      .answer(list, [theirs])
    await person.click(dialog.getByRole('button', { name: 'Give' }))
    await screen.findByText('UKN1AAAAA1 now belongs to Wanjiku Kamau')
    const said = { id: 'p2', username: 'wanjiku', paymentReference: 'PAY-654321', reason: 'She called' }
    expect(fakeApi().received(rebind)[0]?.input).toEqual(said)
    await expect.poll(async () => (await getCells('UKN1AAAAA1'))[1]).toBe('Wanjiku KamauPAY-654321')
  })

  test('keeps the reference that the customer used', async () => {
    const { dialog } = await open('UKN6H7T3GA', 'Give to an account')
    expect((dialog.getByLabelText('Payment Reference') as HTMLInputElement).value).toBe('PAY-123456')
  })
})

describe('the history of a payment', () => {
  const at = '2026-11-20T06:35:00.000Z'
  const entry = (type: string, details: Record<string, string>, by = {}) => ({
    ...{ at, type, correlationId: 'r1', details },
    by: { kind: 'system', role: null, id: 'daraja', name: null, ...by },
  })
  const admin = { kind: 'user', role: 'admin', id: 'user3', name: 'Achieng Mwangi' }

  test('is shown in sentences, the newest first, with person and reason', async () => {
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
    await dialog.findByText('The customer showed the M-Pesa message: Ksh 1,350 for PAY-123456.')
    const said = dialog.getAllByRole('listitem').map((item) => [...item.children].map((part) => part.textContent))
    const time = '20 Nov 2026, 09:35'
    expect(said).toEqual([
      ['PaymentPolished', `${time} · The system (daraja)`],
      ['The same customer showed the message again, for PAY-654321.', `${time} · A payer with an account`],
      ['Accepted by an admin, despite the doubt.', 'Reason: Seen in the portal', `${time} · Admin Achieng Mwangi`],
      ['Found in the M-Pesa statement: Ksh 350.50.', `${time} · The system (daraja)`],
      ['In doubt: the payment went to another till.', 'TM-0000-0000-0001', `${time} · The system (daraja)`],
      ['Used to send a parcel.', 'TM-0000-0000-0001', `${time} · The system (daraja)`],
      ['The customer showed the M-Pesa message: Ksh 1,350 for PAY-123456.', `${time} · A visitor, not logged in`],
    ])
  })

  test('can be fetched again after a failure', async () => {
    fakeApi().fail(history)
    const { person, dialog } = await open('UKN6H7T3GA', 'History')
    await dialog.findByText('Failed to fetch the history')
    fakeApi().answer(history, [entry('PaymentReversed', { amount: '350' })])
    await person.click(dialog.getByRole('button', { name: 'Try Again' }))
    await dialog.findByText('M-Pesa took Ksh 350 back.')
  })
})

test('unreadable pasted messages are listed by their shape, with how often they came', async () => {
  const [shape, at] = ['_ confirmed. _0.0 has gone to _ on 0/0/0', '2026-11-28T06:30:00.000Z']
  fakeApi().answer(contract.adminPayments.unreadMessages, [{ shape, count: 3, firstAt: at, lastAt: at }])
  const { person } = show()
  await person.click(await screen.findByRole('button', { name: 'Messages we could not read: 1' }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText(shape)
  dialog.getByText(/^Pasted 3 times/)
})
