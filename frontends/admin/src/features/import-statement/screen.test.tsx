// @vitest-environment jsdom

import { screen, within } from '@testing-library/react'
import { contract, type Difference, type Statement, type StatementPreview } from '@tuma/contracts/api'
import { fakeApi, people, renderScreen } from '@tuma/kit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
import { Statements } from './screen.tsx'

const path = '/Admin/statements'
const show = (search = '') =>
  renderScreen(
    <main id="main" tabIndex={-1}>
      <Statements />
    </main>,
    { as: people.admin, path, at: path + search },
  )
const { upload, list, preview, commit, differences, differenceCounts, explain, kinds, treatKind, undoKind } =
  contract.statements

const read: Statement = {
  _id: 's1',
  state: 'read',
  readAt: '2026-11-23T06:30:00.000Z',
  from: '2026-11-01T06:30:00.000Z',
  to: '2026-11-22T06:30:00.000Z',
  rows: 2500,
  applied: 0,
  shortCode: '600100',
  confirm: false,
  proposal: null,
}
const none = { count: 0, lines: [] }
const line = (receipt: string, cents: number) => ({ receipt, cents, at: '2026-11-20T06:30:00.000Z' })
const found: StatementPreview = {
  ...read,
  matched: 1200,
  newMoney: { count: 1, lines: [line('UKN1AAAAA1', 25_000)] },
  missing: { count: 1, lines: [line('UKN2BBBBB2', 35_000)] },
  differs: { count: 1, lines: [{ ...line('UKN3CCCCC3', 40_000), knownCents: 50_000 }] },
  reversals: none,
  failedShown: none,
  unclear: none,
  charges: { count: 900, cents: -12_375 },
  settled: { count: 2, cents: -5_000_000 },
  overdraft: { count: 0, cents: 0 },
  paidOut: { count: 1, cents: -35_000 },
  sweeps: { count: 0, cents: 0 },
  notOurs: { count: 0, cents: 0 },
  known: 0,
  kinds: [],
  again: false,
  failed: 3,
  gaps: { count: 1, lines: [{ row: 17, at: '2026-11-20T06:30:00.000Z', cents: -1375 }] },
  opening: 0,
  closing: 125,
}
const count = (many: number) => ({ count: many, more: false })
const many = {
  ...{ missing: count(2), unclaimed: count(1), differs: count(0), unclear: count(0) },
  ...{ paidOutMissing: count(1), paidOutUnnoted: count(1), paidOutDiffers: count(1), notCompared: count(3) },
}

beforeEach(() => {
  fakeApi()
    .answer(list, [])
    .answer(differences, [])
    .answer(differenceCounts, many)
    .answer(preview, found)
    .answer(kinds, [])
})
const choose = async (person: ReturnType<typeof show>['person']) => {
  const file = new File(['{}'], 'ORG_600100_Utility.csv', { type: 'text/csv' })
  await person.upload(await screen.findByLabelText('Statement file, CSV or Excel'), file)
  screen.getByText('ORG_600100_Utility.csv')
  await person.click(screen.getByRole('button', { name: 'Read the statement' }))
}

describe('a file', () => {
  test('is read, and its content is shown before anything is saved', async () => {
    fakeApi().answer(upload, read)
    const { person, router } = show()
    await choose(person)
    await screen.findByText('1,200')
    expect(router.state.location.search).toBe('?statement=s1')
    screen.getByText('Not in statement (1)')
    expect(screen.getByText(/^None: /).textContent).toBe(
      'None: Failed, but shown as paid, Reversed, Other entries, Rows saved before, M-Pesa overdraft, Between own accounts, Not ours',
    )
    expect(screen.queryByText('Reversed')).toBeNull()
    const press = screen.getByRole('button', { name: 'Save to the books' })
    const first = screen.getByText('Not in statement (1)')
    expect(press.compareDocumentPosition(first)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    screen.getByText('New money (1)')
    await person.click(screen.getByText('Different amount (1)'))
    expect((await screen.findByText('UKN3CCCCC3')).closest('tr')?.textContent).toContain('Ksh 400In our books Ksh 500')
    screen.getByText(/Rows are missing at 1 place/)
    expect(screen.getByText(/Row 17,/).textContent).toContain('−Ksh 13.75')
    expect(fakeApi().received(commit)).toEqual([])
  })

  test.each([
    ['statement_too_large', {}, /too large/],
    ['statement_not_csv', {}, /not a CSV or Excel file/],
    ['statement_not_readable', {}, /Excel file cannot be read/],
    ['statement_password', {}, /has a password\. Save it without one/],
    ['statement_other_till', {}, /another till or paybill/],
    ['statement_row', { row: 12 }, /Row 12, counted below/],
  ] as const)('that is refused says why: %s', async (code, more, sentence) => {
    fakeApi().refuse(upload, code, more)
    const { person } = show()
    await choose(person)
    expect((await screen.findByRole('alert')).textContent).toMatch(sentence)
  })

  test('that fails to upload can be sent again', async () => {
    fakeApi().fail(upload)
    const { person } = show()
    await choose(person)
    await screen.findByText('The statement could not be read. Please try again.')
    fakeApi().answer(upload, read)
    await person.click(screen.getByRole('button', { name: 'Read the statement' }))
    await screen.findByText('1,200')
  })
})

describe('saving a statement', () => {
  test('shows how far it has come', async () => {
    fakeApi().answer(list, [read])
    const { person } = show('?statement=s1')
    fakeApi().answer(commit, { ...read, state: 'committed' })
    const press = await screen.findByRole('button', { name: 'Save to the books' })
    fakeApi().answer(list, [{ ...read, state: 'committed', applied: 500 }])
    await person.click(press)
    const bars = await screen.findAllByRole('progressbar', { name: '500 of 2,500 rows saved' })
    expect(bars.length).toBe(2)
    expect(document.activeElement?.textContent).toBe('What the statement says')
    expect(fakeApi().received(commit)[0]?.input).toEqual({ id: 's1', isOurs: false })
    fakeApi().answer(list, [{ ...read, state: 'applied', applied: 2500 }])
    await screen.findByText('Saved to the books.', {}, { timeout: 60_000 })
  })

  test('ends with its period, rows and balances, without the preview lists', async () => {
    const saved: Statement = { ...read, state: 'applied', applied: 2500 }
    fakeApi()
      .answer(list, [saved])
      .answer(preview, { ...found, ...saved, kinds: [kind] })
    show('?statement=s1')
    await screen.findByText('Saved to the books.')
    screen.getByText('Balance after')
    for (const gone of ['New money', 'New money (1)', 'Known payments that match', 'New Deposit'])
      expect(screen.queryByText(gone)).toBeNull()
    expect(screen.queryByText(/^None: /)).toBeNull()
  })

  test('asks first to confirm a short code that is not in the settings', async () => {
    fakeApi().answer(list, [{ ...read, confirm: true }])
    fakeApi().answer(commit, { ...read, state: 'committed' })
    const { person } = show('?statement=s1')
    const press = (await screen.findByRole('button', { name: 'Save to the books' })) as HTMLButtonElement
    expect(press.disabled).toBe(true)
    await person.click(screen.getByRole('checkbox', { name: 'Short code 600100 is ours' }))
    await person.click(press)
    await expect.poll(() => fakeApi().received(commit)[0]?.input).toEqual({ id: 's1', isOurs: true })
  })
})

const kind = { _id: 'k1', name: 'New Deposit', direction: 'in', count: 16, cents: 240_000, as: null } as const
const open = { ...kind, since: null, open: 16 }
const treated = { ...open, as: 'settled', since: '2026-11-23T06:30:00.000Z', open: 0 } as const

describe('unknown entries', () => {
  test('are shown in the words of M-Pesa with count and sum, and are treated as an admin says', async () => {
    fakeApi().answer(kinds, [open]).answer(treatKind, treated)
    const { person } = show()
    const row = within((await screen.findByText('New Deposit')).closest('tr') as HTMLElement)
    row.getByText('Money in')
    row.getByText(/16 ·/)
    row.getByText('Not known')
    await person.click(row.getByRole('button', { name: 'Treat as …, New Deposit' }))
    const dialog = within(await screen.findByRole('dialog'))
    expect(dialog.queryByRole('option', { name: /payment/i })).toBeNull()
    await person.click(dialog.getByRole('button', { name: 'Save' }))
    await dialog.findByText('Please say what these entries are.')
    await person.selectOptions(dialog.getByLabelText('Treated as'), 'Settled to the bank')
    fakeApi().answer(kinds, [treated])
    await person.click(dialog.getByRole('button', { name: 'Save' }))
    await screen.findByText('“New Deposit” saved. It applies to what you save from now on.')
    expect(fakeApi().received(treatKind)[0]?.input).toEqual({ name: 'New Deposit', direction: 'in', as: 'settled' })
    await screen.findByRole('button', { name: 'Undo, New Deposit' })
  })

  test('can be made unknown again, after a question', async () => {
    fakeApi().answer(kinds, [treated]).answer(undoKind, { _id: 'k1' })
    const { person } = show()
    await person.click(await screen.findByRole('button', { name: 'Undo, New Deposit' }))
    const dialog = within(await screen.findByRole('dialog'))
    dialog.getByText('All these entries leave the books and are unknown again.')
    fakeApi().answer(kinds, [open])
    await person.click(dialog.getByRole('button', { name: 'Undo' }))
    await screen.findByRole('button', { name: 'Treat as …, New Deposit' })
    expect(fakeApi().received(undoKind)[0]?.input).toEqual({ id: 'k1' })
  })

  test('of one file are listed in its preview, and the file can be saved again when they are known', async () => {
    const applied: Statement = { ...read, state: 'applied', applied: 2500 }
    const again = { ...found, ...applied, again: true, kinds: [{ ...kind, as: 'settled' as const }] }
    fakeApi()
      .answer(list, [applied])
      .answer(preview, again)
      .answer(commit, { ...read, state: 'committed' })
    const { person } = show('?statement=s1')
    await screen.findByText('You explained more entries since then. Save again to book them.')
    screen.getByRole('heading', { name: 'Entries we do not know', level: 3 })
    await person.click(screen.getByRole('button', { name: 'Save to the books' }))
    await expect.poll(() => fakeApi().received(commit)[0]?.input).toEqual({ id: 's1', isOurs: false })
  })
})

describe('a file with the short code in its name', () => {
  const proposal = { shortCode: '555123', from: '2026-11-01', to: '2026-11-26' }
  const named: Statement = { ...read, shortCode: null, confirm: true, proposal }
  const chosen = async (label: string) => {
    fakeApi()
      .answer(list, [named])
      .answer(preview, { ...found, ...named })
    fakeApi().answer(commit, { ...named, state: 'committed' })
    const { person } = show('?statement=s1')
    const press = (await screen.findByRole('button', { name: 'Save to the books' })) as HTMLButtonElement
    screen.getByText('Short code 555123, not confirmed')
    expect(press.disabled).toBe(true)
    await person.click(within(screen.getByRole('group', { name: 'Whose statement is it?' })).getByLabelText(label))
    await person.click(press)
    await expect.poll(() => fakeApi().received(commit).length).toBe(1)
    return fakeApi().received(commit)[0]?.input
  }

  test('proposes that short code, and the admin confirms it', async () => {
    const input = await chosen('Short code 555123, as the file’s name says')
    expect(input).toEqual({ id: 's1', isOurs: true, shortCode: '555123' })
    expect(screen.getByText('The file’s name says').parentElement?.textContent).toMatch(/1 Nov.*26 Nov/)
  })
  test('may have a wrong name', async () => {
    expect(await chosen('Our till. The name is wrong')).toEqual({ id: 's1', isOurs: true })
  })
})

test('CSV, both kinds of Excel file and their names are sent', async () => {
  fakeApi().answer(upload, read)
  const { person } = show()
  const input = (await screen.findByLabelText('Statement file, CSV or Excel')) as HTMLInputElement
  expect(input.accept.split(',')).toEqual(expect.arrayContaining(['.csv', '.xlsx', '.xls']))
  await person.upload(input, new File(['x'], 'Statements for 555123.xls', { type: 'application/vnd.ms-excel' }))
  await person.click(screen.getByRole('button', { name: 'Read the statement' }))
  await screen.findByText('1,200')
  expect(fakeApi().received(upload)[0]?.headers.get('x-file-name')).toBe('Statements%20for%20555123.xls')
})

describe('the list of differences', () => {
  test('scrolls into view for the dashboard’s links with #differences', async () => {
    show('?tab=differs')
    expect((await screen.findByRole('heading', { name: 'To check' })).id).toBe('differences')
  })

  test('can be chosen also while the counts are unknown', async () => {
    fakeApi().fail(differenceCounts)
    const { person, router } = show()
    await person.click(await screen.findByRole('button', { name: 'Different amount' }))
    expect(router.state.location.search).toBe('?tab=differs')
  })

  test('is counted, links to payments, and keeps its tab in the address', async () => {
    fakeApi().answer(differences, [{ _id: 'd1', ...line('UKN2BBBBB2', 35_000) }], { 'x-total-count': '1' })
    const { person, router } = show()
    const link = (await screen.findByRole('link', { name: 'UKN2BBBBB2' })) as HTMLAnchorElement
    expect(link.pathname + link.search).toBe('/Admin/payments?search=UKN2BBBBB2')
    await person.click(screen.getByRole('button', { name: 'Unclaimed money 1' }))
    expect(router.state.location.search).toBe('?tab=unclaimed')
    await expect.poll(() => fakeApi().received(differences).at(-1)?.input).toEqual({ tab: 'unclaimed' })
  })

  test('says what the message said instead, who paid and for which parcel', async () => {
    const parcel = { id: 'p1', trackingId: 'TM-0000-0000-0001', deliveryType: 'doorstep' } as const
    const short = { _id: 'd1', ...line('UKN3CCCCC3', 15_000), told: 180, senderName: 'Amina Yusuf', parcel }
    fakeApi().answer(differences, [short, { _id: 'd2', ...line('UKN4DDDDD4', 20_050) }])
    show('?tab=differs')
    const row = within((await screen.findByText('UKN3CCCCC3')).closest('tr') as HTMLElement)
    row.getByText('Amina Yusuf')
    row.getByText('Message said Ksh 180: Ksh 30 short')
    const link = row.getByRole('link', { name: 'TM-0000-0000-0001' }) as HTMLAnchorElement
    expect(link.pathname).toBe('/Admin/delivery/doorstep/p1')
    const nobodys = (await screen.findByText('UKN4DDDDD4')).closest('tr') as HTMLElement
    expect(nobodys.textContent).toContain('Unclaimed')
    expect(nobodys.textContent).not.toContain('Shown as')
  })

  test('is shorter by one after a difference is explained with a reason', async () => {
    fakeApi().answer(differences, [{ _id: 'd1', ...line('UKN2BBBBB2', 35_000) }])
    fakeApi().answer(explain, { _id: 'd1' })
    const { person } = show()
    await person.click(await screen.findByRole('button', { name: 'Explain, UKN2BBBBB2' }))
    const dialog = within(await screen.findByRole('dialog'))
    await person.click(dialog.getByRole('button', { name: 'Explain' }))
    await dialog.findByText('Reason is required.')
    await person.type(dialog.getByLabelText('Reason'), 'paid in cash at last')
    fakeApi().answer(differences, [])
    fakeApi().answer(differenceCounts, { ...many, missing: count(0) })
    await person.click(dialog.getByRole('button', { name: 'Explain' }))
    await screen.findByText('Nothing to check.')
    screen.getByRole('button', { name: 'Not in statement 0' })
    expect(fakeApi().received(explain)[0]?.input).toEqual({ id: 'd1', reason: 'paid in cash at last' })
  })
})

describe('money that left', () => {
  const noted = {
    ...{ of: 'payout' as const, cents: 295_000, at: '2026-11-20T06:30:00.000Z' },
    ...{ by: 'Achieng Njeri', name: 'Wanjiku Kamau', phone: '254712000001' },
  } as const
  const row = (receipt: string, paidOut: NonNullable<Difference['paidOut']>): Difference => ({
    ...{ _id: receipt, ...line(receipt, 295_000), paidOut },
  })
  const getCells = async (receipt: string) => {
    const found = (await screen.findByText(receipt)).closest('tr') as HTMLElement
    return within(found)
      .getAllByRole('cell')
      .map(({ textContent }) => textContent)
  }

  test('without a row says who received it, who sent it, and how many are not compared yet', async () => {
    fakeApi().answer(differences, [row('UKN1ABCDE9', { noted, statedCents: null })])
    const { person } = show()
    await person.click(await screen.findByRole('button', { name: 'Payout not in statement 1' }))
    // Until the new rows arrive, the list from before stays, here with the same receipt.
    await screen.findByText('No entry')
    const cells = await getCells('UKN1ABCDE9')
    expect(cells).toEqual(expect.arrayContaining(['Achieng Njeri', 'Ksh 2,950', 'No entry']))
    expect(cells).toContain('Wanjiku Kamau0712000001 · Payout')
    expect(cells).toContain('23 Nov 2026')
    screen.getByText('3 payouts are not compared yet: no whole statement covers their days.')
    const link = screen.getByRole('link', { name: 'UKN1ABCDE9' }) as HTMLAnchorElement
    expect(link.pathname + link.search).toBe('/Admin/books?tab=paidOut&search=UKN1ABCDE9')
  })
  test('with a different sum shows both sums', async () => {
    fakeApi().answer(differences, [row('UKN1ABCDE9', { noted, statedCents: 290_000 })])
    show('?tab=paidOutDiffers')
    expect(await getCells('UKN1ABCDE9')).toEqual(expect.arrayContaining(['Ksh 2,950', 'Ksh 2,900']))
    screen.getByText(/^The amount in the statement counts/)
  })
  test('that is not recorded links to the page that records it, or is treated as ours with a reason', async () => {
    fakeApi().answer(differences, [row('UKN2ABCDE9', { noted: null, statedCents: 295_000 })])
    fakeApi().answer(explain, { _id: 'UKN2ABCDE9' })
    const { person } = show('?tab=paidOutUnnoted')
    expect(await getCells('UKN2ABCDE9')).toEqual(expect.arrayContaining(['Not recorded', 'Ksh 2,950']))
    expect(screen.queryByRole('link', { name: 'UKN2ABCDE9' })).toBeNull()
    const links = ['Record payout', 'Record refund'].map((name) => screen.getByRole('link', { name }))
    expect(links.map((link) => link.getAttribute('href'))).toEqual(['/Admin/books?tab=ready', '/Admin/payments'])
    await person.click(screen.getByRole('button', { name: 'Treat as ours, UKN2ABCDE9' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Treat UKN2ABCDE9 as ours' }))
    await person.type(dialog.getByLabelText('Reason'), 'rent of the Thika shop')
    fakeApi().answer(differences, [])
    await person.click(dialog.getByRole('button', { name: 'Treat as ours' }))
    await screen.findByText('Nothing to check.')
    expect(fakeApi().received(explain)[0]?.input).toEqual({ id: 'UKN2ABCDE9', reason: 'rent of the Thika shop' })
  })
})
