// @vitest-environment jsdom

import { screen, within } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { fakeApi, people, renderScreen } from '@tuma/kit/testing'
import { beforeEach, describe, expect, test } from 'vitest'
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
const overview = { data: { today: figures(1), thisWeek: figures(2), thisMonth: figures(3) } }
const day = (date: string, times: number) => ({ ...figures(times), date, formattedDate: date.slice(5) })
const trend = { data: [day('2026-11-20', 2), day('2026-11-21', 1)] }

const show = (at = '/Admin') => renderScreen(<Revenue />, { as: people.admin, path: '/Admin', at })
const figure = async (label: string) => {
  const card = (await screen.findAllByText(label))[0]?.closest('.t-card') as HTMLElement
  return card.textContent?.replace(label, '')
}

const byStatus = { dropping: 0, uncollected: 2, sorting: 0, inTransit: 0, delivered: 3, collected: 4 }
beforeEach(() => {
  fakeApi()
    .answer(contract.adminDeliveries.counts, { total: 9, byStatus })
    .answer(contract.adminDeliveries.list, [], { 'x-total-count': '2' })
    .answer(contract.operations.parked, [])
    .answer(contract.operations.readModels, { behind: [], lagging: [], damaged: [], unanswered: [] })
    .answer(contract.operations.unsent, [])
    .answer(contract.operations.startWarnings, { warnings: [] })
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
    expect(await figure('Total deliveries')).toBe('2')
    expect(await figure('Success rate today')).toBe('100%')
    expect(fakeApi().received(contract.revenue.trends)[0]?.input).toEqual({ period: '30days' })
  })

  test('filters by the period, which stands in the address', async () => {
    const { person, router } = show()
    await person.click(await screen.findByRole('button', { name: 'This Month' }))
    await screen.findAllByText('Ksh 1,500')
    expect(router.state.location.search).toBe('?period=thisMonth')
    expect(screen.getByRole('button', { name: 'This Month', pressed: true })).toBeTruthy()
  })

  test('asks for two dates before it shows a custom period, and then adds up its days', async () => {
    const { person } = show('/Admin?period=custom')
    expect(await screen.findByText('Choose two dates to see what came in between them.')).toBeTruthy()
    await person.click(screen.getByRole('button', { name: 'Show' }))
    expect(screen.getByText('Please choose both dates.')).toBeTruthy()
    await person.type(screen.getByLabelText('From'), '2026-11-20')
    await person.type(screen.getByLabelText('To'), '2026-11-21')
    await person.click(screen.getByRole('button', { name: 'Show' }))
    expect((await screen.findAllByText('Ksh 1,500')).length).toBeGreaterThan(0)
    expect(fakeApi().received(contract.revenue.trends).at(-1)?.input).toEqual({
      from: '2026-11-20',
      to: '2026-11-21',
    })
  })

  test('refuses dates that are the wrong way round', async () => {
    const { person } = show('/Admin?period=custom&from=2026-11-21&to=2026-11-20')
    await person.click(await screen.findByRole('button', { name: 'Show' }))
    expect(screen.getByText('The first date must not be after the last.')).toBeTruthy()
    expect(fakeApi().received(contract.revenue.trends)).toEqual([])
  })

  test('has the trend as a table too, newest first', async () => {
    const { person } = show()
    await person.click(await screen.findByText('As a table'))
    const [, first] = within(screen.getByRole('table', { name: 'Revenue by day' })).getAllByRole('row')
    expect(first?.textContent).toContain('11-21')
  })
})

test('a day without deliveries has a success rate of 0', async () => {
  fakeApi()
    .answer(contract.revenue.overview, { data: { ...overview.data, today: figures(0) } })
    .answer(contract.revenue.trends, trend)
  show()
  await screen.findByText('0%')
})

test('says when revenue could not be fetched, and tries again', async () => {
  fakeApi().fail(contract.revenue.overview).answer(contract.revenue.trends, trend)
  const { person } = show()
  await screen.findByText('Failed to fetch revenue data')
  fakeApi().answer(contract.revenue.overview, overview)
  await person.click(screen.getByRole('button', { name: 'Try Again' }))
  await screen.findAllByText('Ksh 500')
})

describe('the completion rate', () => {
  test('counts what was collected, and door steps from delivered on', async () => {
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

test('parked messages are told of, and only then', async () => {
  const message = {
    id: 'm',
    topic: 't',
    group: 'g',
    key: 'k',
    type: 'T',
    reason: 'r',
    parkedAt: '2026-11-21T08:00:00Z',
  }
  fakeApi()
    .answer(contract.revenue.overview, overview)
    .answer(contract.revenue.trends, trend)
    .answer(contract.operations.parked, [message, { ...message, id: 'm2' }])
  show()
  const told = await screen.findByText(/2 messages between services are parked/)
  expect((within(told).getByRole('link') as HTMLAnchorElement).pathname).toBe('/Admin/parked')
})

test('what misleads people is told until it is mended', async () => {
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

test('lists that are behind are told of, and only then', async () => {
  const behind = [{ service: 'delivery', view: 'customers-v1', position: 3, stoppedBy: null }] as const
  fakeApi()
    .answer(contract.revenue.overview, overview)
    .answer(contract.revenue.trends, trend)
    .answer(contract.operations.readModels, { behind: [...behind], lagging: [], damaged: [], unanswered: [] })
  show()
  const told = await screen.findByText(/1 list is not up to date/)
  expect((within(told).getByRole('link') as HTMLAnchorElement).pathname).toBe('/Admin/parked')
  expect(screen.queryByText(/messages? between services/)).toBeNull()
})

test('the record of who did what is reached from here', async () => {
  fakeApi().answer(contract.revenue.overview, overview).answer(contract.revenue.trends, trend)
  show()
  const link = (await screen.findByRole('link', { name: 'Who did what' })) as HTMLAnchorElement
  expect(link.pathname).toBe('/Admin/audit')
})

test('messages that have not been sent, and news that come late, are told of, and only then', async () => {
  const unsent = {
    messageId: 'm1',
    channel: 'sms',
    template: 'collected',
    since: '2026-11-21T08:00:00Z',
    attempts: 1,
    reason: 'http-502',
    isWaiting: true,
    canBeSent: true,
  } as const
  const lag = { service: 'revenue', topic: 'delivery', messages: 1806, seconds: 75 } as const
  fakeApi()
    .answer(contract.revenue.overview, overview)
    .answer(contract.revenue.trends, trend)
    .answer(contract.operations.readModels, { behind: [], lagging: [lag], damaged: [], unanswered: [] })
    .answer(contract.operations.unsent, [unsent])
  show()
  const told = await screen.findByText(/SMS or e-mails that have not been sent/)
  expect((within(told).getByRole('link') as HTMLAnchorElement).pathname).toBe('/Admin/unsent')
  await screen.findByText(/comes late: revenue/)
  expect(screen.queryByText(/is not up to date/)).toBeNull()
})
