// @vitest-environment jsdom

import { screen, within } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import type { MessagePurse } from '@tuma/contracts/vocabulary'
import { fakeApi, people, renderScreen } from '@tuma/kit/testing'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { completionRate } from './completion.ts'
import { Revenue } from './screen.tsx'

const figures = (times: number) => ({
  totalRevenue: 500 * times,
  doorstepRevenue: 350 * times,
  parcelDukaniRevenue: 150 * times,
  totalDeliveries: 2 * times,
  doorstepDeliveries: times,
  parcelDukaniDeliveries: times,
})
const overview = {
  data: { today: figures(1), thisWeek: figures(2), thisMonth: figures(3) },
  before: { today: figures(3), thisWeek: figures(1), thisMonth: figures(1) },
}
const day = (date: string, times: number) => ({ ...figures(times), date, formattedDate: date.slice(5) })
const trend = {
  data: [day('2026-11-20', 2), day('2026-11-21', 1)],
  before: [day('2026-11-18', 1), day('2026-11-19', 1)],
}

const show = (at = '/Admin') => renderScreen(<Revenue />, { as: people.admin, path: '/Admin', at })
const figure = async (label: string) => {
  const card = (await screen.findAllByText(label))[0]?.closest('.t-card') as HTMLElement
  return card.textContent?.replace(label, '')
}

const none = { count: 0, more: false }
const nothingWaits = {
  waiting: none,
  due: { count: 0, more: false, amount: 0 },
  parked: 0,
  unsent: 0,
  money: { doubted: none, unchecked: none, unclaimed: none, unused: none },
}
const purse = (purse: MessagePurse, spent: number, left: number) => ({ purse, spent, left })
const budgets = (strangers = 0, stopped: { since: string; by: string | null } | null = null) => ({
  purses: [
    purse('handled', 120, 1880),
    purse('known', 30, 970),
    purse('strangers', strangers, 400 - strangers),
    purse('unknownAddresses', 4, 196),
  ],
  stopped,
  at: '2026-11-28T06:00:00.000Z',
})
const byStatus = { dropping: 0, uncollected: 2, sorting: 0, inTransit: 0, delivered: 3, collected: 4 }
beforeEach(() => {
  fakeApi()
    .answer(contract.adminDeliveries.counts, { total: 9, byStatus })
    .answer(contract.adminDeliveries.list, [], { 'x-total-count': '2' })
    .answer(contract.operations.attention, nothingWaits)
    .answer(contract.revenue.byShop, { data: [] })
    .answer(contract.operations.readModels, { behind: [], lagging: [], damaged: [], unanswered: [] })
    .answer(contract.operations.startWarnings, { warnings: [] })
    .answer(contract.operations.budgets, budgets())
})

describe('the revenue dashboard', () => {
  beforeEach(() => {
    fakeApi().answer(contract.revenue.overview, overview).answer(contract.revenue.trends, trend)
  })

  test("begins with today's six figures and the last 30 days", async () => {
    show()
    await screen.findAllByText('Ksh 500')
    expect(await figure('Door Step revenue')).toBe('Ksh 350')
    expect(await figure('Parcel Dukani revenue')).toBe('Ksh 150')
    expect(await figure('Total deliveries')).toBe('2Yesterday: 6')
    expect(await figure('Success rate today')).toBe('100%100% as soon as one parcel is booked.')
    expect(
      fakeApi()
        .received(contract.revenue.trends)
        .map(({ input }) => input),
    ).toEqual([{ period: '30days' }])
  })

  test('each figure leads to its rows: parcels to the list of these days, money to the days themselves', async () => {
    const { person, router } = show('/Admin?period=custom&from=2026-11-20&to=2026-11-21')
    const leads = async (label: string) => (await screen.findAllByText(label))[0]?.closest('a') as HTMLAnchorElement
    const to = async (label: string) => (await leads(label)).getAttribute('href')
    expect(await to('Total deliveries')).toBe('/Admin/deliveries?from=2026-11-20&to=2026-11-21')
    expect(await to('Door Step deliveries')).toBe('/Admin/deliveries?from=2026-11-20&to=2026-11-21&type=doorstep')
    expect(await to('Parcel Dukani deliveries')).toBe(
      '/Admin/deliveries?from=2026-11-20&to=2026-11-21&type=parcelDukani',
    )
    const table = (await screen.findByText('As a table')).closest('details') as HTMLDetailsElement
    expect(table.open).toBe(false)
    await person.click(await leads('Total revenue'))
    await expect.poll(() => table.open).toBe(true)
    await expect.poll(() => document.activeElement).toBe(screen.getByText('As a table'))
    const { search, hash } = router.state.location
    expect(search + hash).toBe('?period=custom&from=2026-11-20&to=2026-11-21#by-day')
  })

  test('filters by the period, which is in the address', async () => {
    const { person, router } = show()
    await person.click(await screen.findByRole('button', { name: 'This Month' }))
    await screen.findAllByText('Ksh 1,500')
    expect(router.state.location.search).toBe('?period=thisMonth')
    expect(screen.getByRole('button', { name: 'This Month', pressed: true })).toBeTruthy()
  })

  test('asks for two dates before it shows a custom period, and then adds up its days', async () => {
    const { person } = show('/Admin?period=custom')
    expect(await screen.findByText('Choose two dates to see the revenue between them.')).toBeTruthy()
    await person.click(screen.getByRole('button', { name: 'Show' }))
    expect(screen.getByText('Please choose both dates.')).toBeTruthy()
    await person.type(screen.getByLabelText('From'), '2026-11-20')
    await person.type(screen.getByLabelText('To'), '2026-11-21')
    await person.click(screen.getByRole('button', { name: 'Show' }))
    expect((await screen.findAllByText('Ksh 1,500')).length).toBeGreaterThan(0)
    const asked = fakeApi()
      .received(contract.revenue.trends)
      .map(({ input }) => input)
    expect(asked).toEqual([{ from: '2026-11-20', to: '2026-11-21' }])
  })

  test('refuses dates in the wrong order', async () => {
    const { person } = show('/Admin?period=custom&from=2026-11-21&to=2026-11-20')
    await person.click(await screen.findByRole('button', { name: 'Show' }))
    expect(screen.getByText('The first date must not be after the last.')).toBeTruthy()
    expect(fakeApi().received(contract.revenue.trends)).toEqual([])
  })

  test('shows the trend as a table too, newest first', async () => {
    const { person } = show()
    await person.click(await screen.findByText('As a table'))
    const [, first] = within(screen.getByRole('table', { name: 'Revenue by day' })).getAllByRole('row')
    expect(first?.textContent).toContain('21 Nov')
  })
})

test('a day without deliveries has a success rate of 0', async () => {
  fakeApi()
    .answer(contract.revenue.overview, { data: { ...overview.data, today: figures(0) } })
    .answer(contract.revenue.trends, trend)
  show()
  await screen.findByText('0%')
})

test('a failure to fetch revenue is shown, and can be tried again', async () => {
  fakeApi().fail(contract.revenue.overview).answer(contract.revenue.trends, trend)
  const { person } = show()
  await screen.findByText('Failed to fetch revenue data')
  fakeApi().answer(contract.revenue.overview, overview)
  await person.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findAllByText('Ksh 500')
})

describe('the completion rate', () => {
  test('counts collected parcels, and door step parcels from delivered on', async () => {
    fakeApi().answer(contract.revenue.overview, overview).answer(contract.revenue.trends, trend)
    show()
    await screen.findByText('67%')
    const { status, type } = fakeApi().received(contract.adminDeliveries.list)[0]?.input ?? {}
    expect([status, type]).toEqual(['delivered', 'doorstep'])
  })
  test('of no parcels is 0', () => {
    expect(completionRate({ total: 0, byStatus: { collected: 0 } }, 0)).toBe(0)
  })
})

describe('what needs attention', () => {
  const isUnknown = { waiting: null, due: null, parked: null, unsent: null, money: null }
  beforeEach(() => {
    fakeApi().answer(contract.revenue.overview, overview).answer(contract.revenue.trends, trend)
  })
  const leads = (says: RegExp) => screen.getByRole('link', { name: says }).getAttribute('href')

  test('is shown with its count, and each leads to its list', async () => {
    fakeApi().answer(contract.operations.attention, {
      stuck: { held: { count: 2, more: false }, stuck: { count: 1, more: false }, lost: none },
      ...{ waiting: { count: 3, more: false }, due: { count: 1000, more: true, amount: 4200 }, parked: 2, unsent: 1 },
      approvals: { count: 2, more: false },
      money: {
        doubted: { count: 1, more: false },
        unchecked: none,
        unclaimed: { count: 1000, more: true },
        unused: none,
      },
      statements: {
        ...{ missing: { count: 2, more: false }, differs: { count: 1, more: false }, unclear: none },
        ...{
          paidOutMissing: { count: 2, more: false },
          paidOutUnnoted: { count: 1, more: false },
          paidOutDiffers: none,
        },
      },
    })
    show()
    await screen.findByText(/^2 parcels are on hold/)
    expect(leads(/^2 parcels are on hold/)).toBe('/Admin/problems?kind=held')
    expect(leads(/^1 parcel has been in transit/)).toBe('/Admin/problems?kind=stuck')
    expect(leads(/^All problems/)).toBe('/Admin/problems')
    expect(leads(/^3 parcels have been at a shop/)).toBe('/Admin/problems?kind=waiting')
    expect(leads(/^1000\+ parcels with riders .* Ksh 4,200 not paid/)).toBe('/Admin/problems?kind=due')
    expect(leads(/^1 message was not sent/)).toBe('/Admin/system#unsent')
    expect(leads(/^2 requests are waiting for a second admin/)).toBe('/Admin/approvals')
    expect(leads(/^2 internal messages of Tuma failed/)).toBe('/Admin/system#internal')
    expect(leads(/^1 payment does not match M-Pesa/)).toBe('/Admin/payments?tab=doubted')
    expect(leads(/^1000\+ payments are unclaimed/)).toBe('/Admin/payments?tab=unclaimed')
    expect(leads(/^2 payments are not in the M-Pesa statements/)).toBe('/Admin/statements?tab=missing#differences')
    expect(leads(/^1 payment has a different amount/)).toBe('/Admin/statements?tab=differs#differences')
    expect(leads(/^2 payouts are not in the M-Pesa stat/)).toBe('/Admin/statements?tab=paidOutMissing#differences')
    expect(leads(/^1 payment to a person is not recorded/)).toBe('/Admin/statements?tab=paidOutUnnoted#differences')
    expect(screen.queryByRole('link', { name: /not used|other entr|missing/ })).toBeNull()
  })

  test('has its place before it is loaded, so that the figures below do not move', async () => {
    const letGo = fakeApi().hold(contract.operations.attention, { ...isUnknown, unsent: 1 })
    show()
    const card = screen.getByText('Needs attention').closest('section') as HTMLElement
    within(card).getByRole('status')
    letGo()
    await within(card).findByRole('link', { name: /^1 message was not sent/ })
    expect(within(card).queryByRole('status')).toBeNull()
  })

  test('is one line where there is nothing, and leaves out unknown counts', async () => {
    fakeApi().answer(contract.operations.attention, isUnknown)
    show()
    const card = (await screen.findByText('Nothing needs your attention now.')).closest('section') as HTMLElement
    expect(
      within(card)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['All problems with parcels', 'Payments', 'Books', 'Approvals', 'Audit log', 'System'])
  })
})

test('payments are one press away even if no payment waits', async () => {
  fakeApi().answer(contract.revenue.overview, overview).answer(contract.revenue.trends, trend)
  show()
  const link = await screen.findByRole('link', { name: 'Payments' })
  expect(link.getAttribute('href')).toBe('/Admin/payments')
})

describe('the chart', () => {
  beforeEach(() => {
    fakeApi().answer(contract.revenue.overview, overview).answer(contract.revenue.trends, trend)
  })

  test('says the sum of its days, and of the days before', async () => {
    show()
    expect(await screen.findByText('Total Ksh 1,500')).toBeTruthy()
    expect(screen.getByText('The 2 days before: Ksh 1,000')).toBeTruthy()
  })

  test('marks the days of the figures, and shows their sum', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T09:00:00Z') })
    onTestFinished(() => void vi.useRealTimers())
    const { person } = show()
    await screen.findByRole('heading', { name: 'Today: 21 Nov' })
    await screen.findByText('Today, 21 Nov: Ksh 500')
    expect(document.querySelectorAll('.t-bar')).toHaveLength(2)
    expect(document.querySelectorAll('[data-pale] .t-bar')).toHaveLength(1)
    await person.click(screen.getByRole('button', { name: 'This Month' }))
    await screen.findByRole('heading', { name: 'This Month: 1 Nov – 21 Nov' })
    // The trend starts where the data starts, and shows its first day.
    await screen.findByText('This Month, 20 Nov – 21 Nov: Ksh 1,500')
    await screen.findByText('By the shop that took in the parcel, 1 Nov – 21 Nov.')
    expect(document.querySelectorAll('[data-pale] .t-bar')).toHaveLength(0)
  })

  test('shows one day after another with the arrow keys', async () => {
    const { person } = show()
    const bars = await screen.findByRole('slider', { name: 'Revenue of the last 30 days' })
    bars.focus()
    expect(bars.getAttribute('aria-valuetext')).toBe('21 Nov: Ksh 500 · before: Ksh 500')
    await person.keyboard('{ArrowLeft}')
    expect((await screen.findByText(/^20 Nov: Ksh 1,000/)).tagName).toBe('OUTPUT')
    await person.keyboard('{End}')
    expect(bars.getAttribute('aria-valuenow')).toBe('1')
  })
})

test('revenue is shown by shop too, for the chosen period', async () => {
  const shop = { location: 'THIKA', address: 'Market' }
  fakeApi()
    .answer(contract.revenue.overview, overview)
    .answer(contract.revenue.trends, trend)
    .answer(contract.revenue.byShop, {
      data: [
        { ...figures(2), shop },
        { ...figures(1), shop: null },
      ],
    })
  show()
  const list = within(await screen.findByRole('list', { name: 'By shop' }))
  const shops = list.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(shops).toEqual(['MarketTHIKAKsh 1,0004 deliveries', 'Shop not recordedKsh 5002 deliveries'])
})

test('a wrong setting is shown until it is fixed', async () => {
  fakeApi()
    .answer(contract.revenue.overview, overview)
    .answer(contract.revenue.trends, trend)
    .answer(contract.operations.startWarnings, {
      warnings: ['emails_stay', 'sms_stay', 'no_public_url', 'sample_till'],
    })
  show()
  for (const says of [/E-mails are not sent/, /SMS are not sent/, /set(s)? PUBLIC_URL/, /pay to a sample till/])
    expect(await screen.findByText(says)).toBeTruthy()
  const users = within(screen.getByText(/E-mails are not sent/)).getByRole('link', { name: 'Users' })
  expect((users as HTMLAnchorElement).pathname).toBe('/Admin/users')
  const [first] = screen.getAllByRole('status')
  const periods = screen.getByRole('button', { name: 'Today' })
  expect(first?.compareDocumentPosition(periods)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

test('lists that are behind are shown, and only then', async () => {
  const behind = [{ service: 'delivery', view: 'customers-v1', position: 3, stoppedBy: null }] as const
  fakeApi()
    .answer(contract.revenue.overview, overview)
    .answer(contract.revenue.trends, trend)
    .answer(contract.operations.readModels, { behind: [...behind], lagging: [], damaged: [], unanswered: [] })
  show()
  const told = await screen.findByText(/1 list is not up to date/)
  expect((within(told).getByRole('link') as HTMLAnchorElement).pathname).toBe('/Admin/system')
  expect(screen.queryByText(/messages? between services/)).toBeNull()
})

test('the audit log is linked from here', async () => {
  fakeApi().answer(contract.revenue.overview, overview).answer(contract.revenue.trends, trend)
  show()
  const link = (await screen.findByRole('link', { name: 'Audit log' })) as HTMLAnchorElement
  expect(link.pathname).toBe('/Admin/audit')
})

test('late services are shown, and only then', async () => {
  const lag = { service: 'revenue', topic: 'delivery', messages: 1806, seconds: 75 } as const
  fakeApi()
    .answer(contract.revenue.overview, overview)
    .answer(contract.revenue.trends, trend)
    .answer(contract.operations.readModels, { behind: [], lagging: [lag], damaged: [], unanswered: [] })
  show()
  await screen.findByText(/^Revenue, points or messages are late/)
  expect(screen.queryByText(/is not up to date/)).toBeNull()
})

describe('the messages of today', () => {
  beforeEach(() => {
    fakeApi().answer(contract.revenue.overview, overview).answer(contract.revenue.trends, trend)
  })
  const folded = async () => (await screen.findByText('Messages today')).closest('details') as HTMLDetailsElement

  test('show what each budget has used, folded while none is nearly used up', async () => {
    show()
    expect((await folded()).open).toBe(false)
    expect(screen.getByText('120 of 2,000 used')).toBeTruthy()
    expect(screen.getByText('4 of 200 used')).toBeTruthy()
  })

  test('unfold when four fifths of a budget are used', async () => {
    fakeApi().answer(contract.operations.budgets, budgets(320))
    show()
    expect((await folded()).open).toBe(true)
    expect(screen.getByText('320 of 400 used: almost used up')).toBeTruthy()
  })

  test('strangers are stopped after a question that says what stops, and allowed again', async () => {
    fakeApi().answer(contract.operations.stopStrangers, { stopped: true })
    const { person } = show()
    await person.click(await screen.findByText('Messages today'))
    await person.click(screen.getByRole('button', { name: 'Stop strangers' }))
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('New accounts get no link')
    expect(question.textContent).toContain('Codes and all other messages still go out')
    fakeApi().answer(contract.operations.budgets, budgets(0, { since: '2026-11-28T06:00:00.000Z', by: 'Amina Otieno' }))
    await person.click(within(question).getByRole('button', { name: 'Stop strangers' }))
    expect(
      await screen.findByText(/^Strangers stopped by Amina Otieno, .*09:00.*\. Codes still go out\.$/),
    ).toBeTruthy()
    await person.click(screen.getByRole('button', { name: 'Allow strangers' }))
    await expect
      .poll(() =>
        fakeApi()
          .received(contract.operations.stopStrangers)
          .map(({ input }) => input),
      )
      .toEqual([{ stop: true }, { stop: false }])
  })
})
