// @vitest-environment jsdom
import { act, screen, waitFor, within } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { alert, api, confirm, useQuery } from '@tuma/kit/runtime'
import { fakeApi, renderScreen } from '@tuma/kit/testing'
import {
  BarChart,
  DataList,
  DateTime,
  Dialog,
  EmptyState,
  Loaded,
  Money,
  roundTop,
  StatCard,
  StatusBadge,
  Tabs,
} from '@tuma/kit/ui'
import { useState } from 'react'
import { expect, test } from 'vitest'

const rider = { _id: 'r1', name: 'Otieno', phone: '254712345678' }

function Riders() {
  const riders = useQuery(api.agent.riders.queryOptions())
  return (
    <Loaded query={riders} failed="Failed to fetch riders." empty={<EmptyState title="No riders yet" />}>
      {(rows) => (
        <DataList
          label="Riders"
          rows={rows}
          rowKey={(row) => row._id}
          columns={[{ header: 'Name', cell: (row) => row.name }]}
        />
      )}
    </Loaded>
  )
}

function RidersLater() {
  const [asked, setAsked] = useState(false)
  return asked ? (
    <Riders />
  ) : (
    <button type="button" onClick={() => setAsked(true)}>
      Riders
    </button>
  )
}

test('a list that fails says so, and Try Again asks again', async () => {
  const server = fakeApi().fail(contract.agent.riders)
  const { person } = renderScreen(<Riders />)
  expect(screen.getByText('Loading…')).toBeTruthy()
  await screen.findByText('Failed to fetch riders.')
  server.answer(contract.agent.riders, [rider])
  await person.click(screen.getByRole('button', { name: 'Try Again' }))
  expect(await screen.findByRole('cell', { name: 'Otieno' })).toBeTruthy()
})

test('a list that loads on a screen brings no heading', () => {
  fakeApi().hold(contract.agent.riders, [rider])
  renderScreen(<Riders />)
  expect(screen.getByText('Loading…')).toBeTruthy()
  expect(screen.queryByRole('heading')).toBeNull()
})

test('what is asked for without a network says that it waits for that, and comes by itself', async () => {
  const goes = (event: 'offline' | 'online') => act(() => void window.dispatchEvent(new Event(event)))
  fakeApi().answer(contract.agent.riders, [rider])
  const { person } = renderScreen(<RidersLater />)
  goes('offline')
  await person.click(screen.getByRole('button', { name: 'Riders' }))
  await screen.findByText('No internet. This loads when you are back online.')
  goes('online')
  expect(await screen.findByRole('cell', { name: 'Otieno' })).toBeTruthy()
  expect(screen.queryByText(/^No network/)).toBeNull()
})

test('an empty list is told from a full one', async () => {
  fakeApi().answer(contract.agent.riders, [])
  renderScreen(<Riders />)
  expect(await screen.findByText('No riders yet')).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})

test('a question is asked in our own alert dialog and answered by its buttons or Escape', async () => {
  const { person } = renderScreen(<p>page</p>)
  for (const [press, said] of [
    [() => person.click(screen.getByRole('button', { name: 'Delete' })), true],
    [() => person.click(screen.getByRole('button', { name: 'Cancel' })), false],
    [() => person.keyboard('{Escape}'), false],
  ] as const) {
    const answer = confirm({ title: 'Delete this rider?', yes: 'Delete', danger: true })
    expect(within(await screen.findByRole('alertdialog')).getByText('Delete this rider?')).toBeTruthy()
    await press()
    expect(await answer).toBe(said)
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  }
})

test('two alerts are shown one after the other, each with one button', async () => {
  const { person } = renderScreen(<p>page</p>)
  const both = Promise.all([alert('Failed to update status'), alert('Failed to delete agent')])
  for (const sentence of ['Failed to update status', 'Failed to delete agent']) {
    await screen.findByText(sentence)
    expect(document.activeElement).toBe(screen.getByRole('button'))
    await person.click(screen.getByRole('button', { name: 'OK' }))
  }
  await both
})

test('a dialog is named, takes the focus and gives it back', async () => {
  function Screen() {
    const [open, setOpen] = useState(false)
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          Edit
        </button>
        <Dialog open={open} onClose={() => setOpen(false)} title="Edit profile">
          <input aria-label="Name" />
        </Dialog>
      </>
    )
  }
  const { person } = renderScreen(<Screen />)
  await person.click(screen.getByRole('button', { name: 'Edit' }))
  const dialog = await screen.findByRole('dialog', { name: 'Edit profile' })
  expect(dialog.contains(document.activeElement)).toBe(true)
  await person.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit' })))
})

test('the chosen tab is written to the address and read from it', async () => {
  const tabs = [
    { id: 'all', label: 'Deliveries', content: 'every one' },
    { id: 'dropped', label: 'Dropped Deliveries', content: 'dropped ones' },
  ] as const
  const { person, router } = renderScreen(<Tabs label="Sending" inAddress="tab" tabs={[...tabs]} />, {
    at: '/?tab=dropped',
  })
  expect(screen.getByText('dropped ones')).toBeTruthy()
  await person.click(screen.getByRole('tab', { name: 'Deliveries' }))
  await screen.findByText('every one')
  expect(router.state.location.search).toBe('?tab=all')
  await router.navigate(-1)
  await screen.findByText('dropped ones')
})

test('money, times and statuses read as Kenyans write them, in Nairobi time', () => {
  renderScreen(
    <p>
      <Money amount={1250} />, <DateTime at="2026-11-20T22:30:00Z" />, <StatusBadge status="inTransit" />
    </p>,
  )
  expect(screen.getByText(/Ksh/).closest('p')?.textContent).toBe('Ksh 1,250, 21 Nov 2026, 01:30, In Transit')
})

test('a chart has an axis of round figures, and none where there is nothing', () => {
  expect([0, 1, 3, 9, 12].map(roundTop)).toEqual([0, 2, 4, 10, 12])
  expect([440, 1040, 2430, 2880, 5001, 9999].map(roundTop)).toEqual([500, 1200, 2500, 3000, 6000, 10_000])
  const { container } = renderScreen(<BarChart label="Revenue" bars={[{ label: '1 Nov', value: 0 }]} />)
  expect(container.querySelector('.t-chart-scale')?.textContent).toBe('0')
})

test('a chart is read bar after bar with the arrow keys, from the newest on', async () => {
  const bars = [
    { label: '1 Nov', value: 10, before: 7 },
    { label: '2 Nov', value: 500 },
  ]
  const before = { legend: 'The days before', word: 'before' }
  const { person } = renderScreen(<BarChart label="Revenue" total="Total 510" bars={bars} before={before} />)
  const slider = screen.getByRole('slider', { name: 'Revenue' })
  expect(screen.getByText('Total 510')).toBeTruthy()
  await person.tab()
  expect(document.activeElement).toBe(slider)
  expect((await screen.findByText('2 Nov: 500', { selector: 'output' })).dataset.side).toBe('left')
  await person.keyboard('{ArrowLeft}{ArrowLeft}')
  expect(slider.getAttribute('aria-valuetext')).toBe('1 Nov: 10 · before: 7')
  await person.tab()
  await expect.poll(() => screen.queryByText(/before: 7/, { selector: 'output' })).toBeNull()
})

test('a cell belongs to its header by its number too, for a look may leave some out', () => {
  const columns = ['Name', 'Phone'].map((header) => ({ header, cell: () => header.toLowerCase() }))
  renderScreen(<DataList label="Riders" rows={[1]} rowKey={String} columns={columns} actions={() => 'edit'} />)
  const numbers = (role: string) => screen.getAllByRole(role).map((one) => one.getAttribute('aria-colindex'))
  expect([numbers('columnheader'), numbers('cell')]).toEqual([
    ['1', '2', '3'],
    ['1', '2', '3'],
  ])
})

test('a figure may lead to what it counts', () => {
  renderScreen(<StatCard label="Collected" value={6} to="/Admin/deliveries?status=collected" />)
  expect(screen.getByRole('link', { name: /^Collected ?6$/ }).getAttribute('href')).toBe(
    '/Admin/deliveries?status=collected',
  )
})

test('a chart has its figures in a table for those who do not see bars', () => {
  renderScreen(
    <BarChart
      label="Revenue"
      bars={[
        { label: '1 Nov', value: 0 },
        { label: '2 Nov', value: 500 },
      ]}
      format={(value) => `Ksh ${value}`}
    />,
  )
  expect(
    within(screen.getByRole('table', { name: 'Revenue' })).getByRole('row', { name: '2 Nov Ksh 500' }),
  ).toBeTruthy()
})
