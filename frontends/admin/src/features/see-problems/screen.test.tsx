// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { contract, type Problems } from '@tuma/contracts/api'
import { fakeApi, people, renderScreen, sampleDelivery } from '@tuma/kit/testing'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { ProblemsScreen } from './screen.tsx'

const path = '/Admin/problems'
const show = (search = '') => renderScreen(<ProblemsScreen />, { as: people.admin, path, at: path + search })
const list = contract.adminDeliveries.list
const count = (many: number) => ({ count: many, more: false })
const thika = { location: 'THIKA', address: 'Ananas Mall Desk' }
const problems: Problems = {
  counts: {
    ...{ waiting: count(7), due: count(1), held: count(2) },
    ...{ stuck: count(3), back: count(4), lost: count(0), late: count(5), untold: count(5) },
  },
  waiting: [{ shop: thika, ages: [1, 0, 0, 2, 0] }],
  codes: [{ agentId: 'a1', name: 'Otieno Odhiambo', misses: 21, parcels: 5 }],
  codesOfShops: [{ shop: thika, misses: 20, parcels: 4 }],
  handedOver: [{ agentId: 'a1', name: null, shop: null, withCode: 2, withoutCode: 6 }],
}
const since = '2026-11-20T08:00:00.000Z'
const damaged = sampleDelivery(1, {
  held: ['damaged'],
  remarks: [{ code: 'damaged', note: 'The box is open.', at: since }],
  turn: { whose: 'office', since },
})
const waits = sampleDelivery(2, {
  deliveryType: 'parcelDukani',
  status: 'delivered',
  waiting: { since, until: '2026-12-01', asked: false, mayWait: false },
  turn: { whose: 'receiver', since },
})
const getRow = async (trackingId: string) => within((await screen.findByText(trackingId)).closest('tr') as HTMLElement)

beforeEach(() => {
  fakeApi().answer(contract.trouble.problems, problems).answer(list, [damaged, waits], { 'x-total-count': '2' })
})

describe('what is stuck', () => {
  test('is counted by kind, and each count leads to its rows', async () => {
    show()
    const kinds = within(await screen.findByRole('navigation', { name: 'What is wrong' }))
    const links = kinds.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
    expect(links).toEqual([
      ['By shop', '/Admin/problems'],
      ['Missing 0', '/Admin/problems?kind=lost'],
      ['On hold 2', '/Admin/problems?kind=held'],
      ['Late 5', '/Admin/problems?kind=late'],
      ['At a shop too long 7', '/Admin/problems?kind=waiting'],
      ['Stuck in transit 3', '/Admin/problems?kind=stuck'],
      ['Not paid 1', '/Admin/problems?kind=due'],
      ['SMS failed 5', '/Admin/problems?kind=untold'],
      ['On the way back 4', '/Admin/problems?kind=back'],
    ])
  })
  test('shows every count before a choice, and one line that unfolds after it, where the kinds do not fit side by side', async () => {
    vi.spyOn(Element.prototype, 'scrollWidth', 'get').mockReturnValue(900)
    onTestFinished(() => void vi.restoreAllMocks())
    const { person, router } = show()
    await person.click(await screen.findByRole('link', { name: 'On hold 2' }))
    const kinds = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'What is wrong' })
    expect(router.state.location.search).toBe('?kind=held')
    expect(screen.queryByRole('link', { name: 'Missing 0' })).toBeNull()
    await person.selectOptions(kinds, 'Missing 0')
    expect(router.state.location.search).toBe('?kind=lost')
    await person.selectOptions(kinds, 'By shop')
    await screen.findByRole('link', { name: 'Missing 0' })
    expect(router.state.location.search).toBe('')
  })
  test('at each shop, by days waiting, leads to those rows', async () => {
    const { person } = show()
    await person.click(await screen.findByRole('link', { name: '2, 8–14 days, Ananas Mall Desk, THIKA' }))
    await screen.findByText('Ananas Mall Desk, THIKA: 8–14 days')
    await screen.findByText(damaged.trackingId)
    expect(fakeApi().received(list)[0]?.input).toEqual({ waits: '8', ...thika })
  })
  test('shows in each row why, since when and who must act, with the next act', async () => {
    show('?kind=held')
    const row = await getRow(damaged.trackingId)
    for (const said of ['Damaged', '“The box is open.”', 'The office']) row.getByText(said)
    row.getByText(/20 Nov 2026/)
    row.getByRole('button', { name: `Release: Damaged, ${damaged.trackingId}` })
    const other = await getRow(waits.trackingId)
    other.getByText('Not collected yet')
    expect(other.getByRole('link', { name: 'Call Kiprop Cheruiyot' }).getAttribute('href')).toBe('tel:+254722333444')
    other.getByRole('link', { name: 'WhatsApp Kiprop Cheruiyot' })
    other.getByRole('button', { name: `Send back, ${waits.trackingId}` })
    expect(fakeApi().received(list)[0]?.input).toEqual({ needs: 'held' })
  })
  test('and waits for the office shows its sender and receiver to call', async () => {
    show('?kind=held')
    const row = await getRow(damaged.trackingId)
    for (const [name, phone] of [
      ['Wanjiku Kamau', '254712345678'],
      ['Kiprop Cheruiyot', '254722333444'],
    ])
      expect(row.getByRole('link', { name: `Call ${name}` }).getAttribute('href')).toBe(`tel:+${phone}`)
  })
  test('counts from its last move, and shows since when it is on hold', async () => {
    const turn = { whose: 'rider', since: '2026-11-20T08:00:00.000Z', movedAt: '2026-11-14T08:00:00.000Z' } as const
    const held = sampleDelivery(4, { status: 'inTransit', held: ['other'], turn })
    vi.setSystemTime('2026-11-20T10:00:00.000Z')
    onTestFinished(() => void vi.useRealTimers())
    fakeApi().answer(list, [held])
    show('?kind=stuck')
    const row = await getRow(held.trackingId)
    row.getByText('6 days')
    row.getByText(/14 Nov 2026/)
    expect(row.getByText(/^On hold since/).textContent).toBe('On hold since Today, 11:00')
  })
  test('whose receiver SMS can’t reach says so, with a link to call', async () => {
    const landline = { ...sampleDelivery(6).receiver, name: 'Juma Were', phone: '254202223333' }
    const turn = { whose: 'shop', since } as const
    const untold = sampleDelivery(6, { status: 'inTransit', receiver: landline, cantBeTold: ['receiver'], turn })
    fakeApi().answer(list, [untold])
    show('?kind=untold')
    await screen.findByText('Our SMS did not reach these people. Call them.')
    const row = await getRow(untold.trackingId)
    row.getByText('Our SMS did not reach Juma Were')
    expect(row.getByRole('link', { name: 'Call Juma Were' }).getAttribute('href')).toBe('tel:+254202223333')
    expect(fakeApi().received(list)[0]?.input).toEqual({ needs: 'untold' })
  })
  test('that waits for a rider says when no rider is assigned', async () => {
    const stuck = sampleDelivery(5, { status: 'inTransit', turn: { whose: 'rider', since } })
    fakeApi().answer(list, [stuck])
    show('?kind=stuck')
    const row = await getRow(stuck.trackingId)
    row.getByText('The rider')
    row.getByText('No rider assigned')
  })
  test('at a shop shows the agent to call', async () => {
    const stuck = sampleDelivery(3, { turn: { whose: 'shop', since, shop: thika } })
    fakeApi()
      .answer(list, [stuck])
      .answer(contract.people.agents, [
        people.agent,
        { ...people.agent, ...thika, _id: 'a2', name: 'Fatuma Hassan', phone: '254733444555' },
      ])
    show('?kind=stuck')
    const row = await getRow(stuck.trackingId)
    row.getByText('Ananas Mall Desk, THIKA')
    const call = await row.findByRole('link', { name: 'Call Fatuma Hassan' })
    expect(call.getAttribute('href')).toBe('tel:+254733444555')
  })
  test('shows how many minutes it is late, with its shop and rider to call', async () => {
    const rider = { _id: 'r1', name: 'Kipchoge Rono', phone: '254722000111' }
    const late = sampleDelivery(6, { status: 'inTransit', rider, dueAt: '2026-11-20T08:00:00.000Z' })
    const shop = { location: 'NAIROBI CBD', address: 'Moi Avenue Stationers' }
    fakeApi()
      .answer(list, [late], { 'x-server-time': '2026-11-20T08:35:00.000Z' })
      .answer(contract.people.agents, [{ ...people.agent, ...shop, name: 'Fatuma Hassan', phone: '254733444555' }])
    show('?kind=late')
    await screen.findByText('The deadline has passed. The latest ones come first.')
    const row = await getRow(late.trackingId)
    expect(row.getByText('35 min late').parentElement?.textContent).toBe('Express · 35 min late')
    row.getByText('Moi Avenue Stationers, NAIROBI CBD')
    for (const [name, phone] of [
      ['Fatuma Hassan', '254733444555'],
      ['Kipchoge Rono', '254722000111'],
    ])
      expect((await row.findByRole('link', { name: `Call ${name}` })).getAttribute('href')).toBe(`tel:+${phone}`)
    expect(fakeApi().received(list)[0]?.input).toEqual({ needs: 'late' })
  })
  test('continues with one press, and everything is loaded again', async () => {
    fakeApi().answer(contract.trouble.lift, damaged)
    const { person } = show('?kind=held')
    await person.click((await getRow(damaged.trackingId)).getByRole('button', { name: /^Release: Damaged/ }))
    await screen.findByText('The parcel is released.')
    expect(fakeApi().received(contract.trouble.lift)[0]?.input).toEqual({ id: damaged._id, code: 'damaged' })
    await expect.poll(() => fakeApi().received(contract.trouble.problems).length).toBe(2)
  })
  test('shows a sentence and no table where no parcel is stuck', async () => {
    fakeApi().answer(list, [])
    show('?kind=lost')
    await screen.findByText('No parcels are stuck here.')
  })
})

describe('collection codes', () => {
  test('that are blocked are shown by agent or shop, and hand-overs without a code are counted', async () => {
    show()
    await screen.findByText(/^Otieno Odhiambo: 21 wrong codes in the last hour, for 5 parcels/)
    screen.getByText(/^Ananas Mall Desk, THIKA: 20 wrong codes/)
    screen.getByText('Deleted agent: 6 without a code, 2 with one')
  })
  test('are all replaced after a leak, after a question', async () => {
    fakeApi().answer(contract.trouble.raiseCodes, { raised: 12 })
    const { person } = show()
    await person.click(await screen.findByRole('button', { name: 'New codes for all' }))
    const sure = within(await screen.findByRole('alertdialog'))
    expect(fakeApi().received(contract.trouble.raiseCodes)).toEqual([])
    await person.click(sure.getByRole('button', { name: 'New codes for all' }))
    await screen.findByText('12 parcels have new codes.')
  })
})
