// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { contract, type Delivery } from '@tuma/contracts/api'
import { api, queryClient, usePages } from '@tuma/kit/runtime'
import { fakeApi, renderScreen, sampleDelivery } from '@tuma/kit/testing'
import { expect, test } from 'vitest'

const row = (trackingId: string) => ({ trackingId }) as Delivery

function Paid() {
  const { query, total, more, loadingMore } = usePages(api.deliveries.ownDoorstep, { username: 'wanjiku' })
  return (
    <>
      <p>{query.data?.map((delivery) => delivery.trackingId).join(' ')}</p>
      <p>{total} in all</p>
      {more ? (
        <button type="button" aria-busy={loadingMore} onClick={more}>
          more
        </button>
      ) : null}
    </>
  )
}

test('a long list goes on from the cursor that the page before named, until the last page', async () => {
  const server = fakeApi()
  server.answerRaw(contract.deliveries.ownDoorstep, [row('TM-1'), row('TM-2')], {
    'x-next-cursor': 'c2',
    'x-total-count': '3',
  })
  const { person } = renderScreen(<Paid />)
  await screen.findByText('TM-1 TM-2')
  expect(screen.getByText('3 in all')).toBeTruthy()
  server.answerRaw(contract.deliveries.ownDoorstep, [row('TM-3')], { 'x-total-count': '3' })
  await person.click(screen.getByRole('button', { name: 'more' }))
  await screen.findByText('TM-1 TM-2 TM-3')
  const [firstPage, nextPage] = server.received(contract.deliveries.ownDoorstep).map(({ query }) => query)
  expect([...(firstPage ?? [])]).toEqual([['limit', '100']])
  expect([...(nextPage ?? [])]).toEqual([
    ['limit', '100'],
    ['cursor', 'c2'],
  ])
  expect(screen.queryByRole('button', { name: 'more' })).toBeNull()
})

const list = contract.deliveries.ownDoorstep
const [first, older] = [sampleDelivery(1), sampleDelivery(2)]
const goesOn = { 'x-next-cursor': 'c2' }
const answerAll = (newest: Delivery) =>
  fakeApi().answer(list, ({ input }) => (input.cursor ? [older] : [newest]), goesOn)
const refresh = () => void queryClient.invalidateQueries({ queryKey: api.deliveries.key() })
const isBusy = () => screen.getByRole('button', { name: 'more' }).ariaBusy

test('a page that was asked for comes, even when a live change refreshes the list meanwhile', async () => {
  const server = answerAll(first)
  const { person } = renderScreen(<Paid />)
  await screen.findByText(first.trackingId)
  server.hold(list, [older], goesOn)
  await person.click(screen.getByRole('button', { name: 'more' }))
  await expect.poll(() => server.received(list)).toHaveLength(2)
  const changed = { ...first, trackingId: 'TM-9999-9999-9999' }
  answerAll(changed)
  refresh()
  await screen.findByText(`${changed.trackingId} ${older.trackingId}`)
  await expect.poll(isBusy).toBe('false')
})

test('a press during a refresh loses neither the change nor the page', async () => {
  const server = answerAll(first)
  const { person } = renderScreen(<Paid />)
  await screen.findByText(first.trackingId)
  const changed = { ...first, trackingId: 'TM-9999-9999-9999' }
  const letGo = server.hold(list, [changed], goesOn)
  refresh()
  await expect.poll(() => server.received(list)).toHaveLength(2)
  await person.click(screen.getByRole('button', { name: 'more' }))
  expect(isBusy()).toBe('true')
  answerAll(changed)
  letGo()
  await screen.findByText(`${changed.trackingId} ${older.trackingId}`)
})

test('a page that fails ends the press', async () => {
  const server = answerAll(first)
  const { person } = renderScreen(<Paid />)
  await screen.findByText(first.trackingId)
  server.fail(list)
  await person.click(screen.getByRole('button', { name: 'more' }))
  await expect.poll(() => server.received(list)).toHaveLength(2)
  await expect.poll(isBusy).toBe('false')
  expect(screen.getByText(first.trackingId)).toBeTruthy()
})
