// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { contract, type Delivery } from '@tuma/contracts/api'
import { api, usePages } from '@tuma/kit/runtime'
import { fakeApi, renderScreen } from '@tuma/kit/testing'
import { expect, test } from 'vitest'

const row = (trackingId: string) => ({ trackingId }) as Delivery

function Paid() {
  const { query, total, more } = usePages(api.deliveries.ownDoorstep, { username: 'wanjiku' })
  return (
    <>
      <p>{query.data?.map((delivery) => delivery.trackingId).join(' ')}</p>
      <p>{total} in all</p>
      {more ? (
        <button type="button" onClick={more}>
          more
        </button>
      ) : null}
    </>
  )
}

test('a long list goes on from the cursor that the page before named, until there is none', async () => {
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
  expect(server.received(contract.deliveries.ownDoorstep).at(-1)?.input).toEqual({ username: 'wanjiku', cursor: 'c2' })
  expect(screen.queryByRole('button', { name: 'more' })).toBeNull()
})
