// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { api, queryClient, useQuery, useSession } from '@tuma/kit/runtime'
import { fakeApi, people, renderScreen } from '@tuma/kit/testing'
import { expect, test } from 'vitest'

/** Outside a guard: it stays on screen when the session ends. */
function Riders() {
  const session = useSession()
  const riders = useQuery(api.agent.riders.queryOptions())
  return (
    <p>
      {session.status}, {riders.isError ? riders.error.code : riders.status}
    </p>
  )
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 300))

test('a question outside a guard that needs a session is not asked without end', async () => {
  const server = fakeApi().refuse(contract.agent.riders, 'not_signed_in')
  renderScreen(<Riders />, { as: people.client })
  expect(await screen.findByText('guest, not_signed_in')).toBeTruthy()
  await settled()
  expect(server.received(contract.agent.riders).length).toBeLessThanOrEqual(2)
})

test('the loaded data of a person is forgotten when their session ends', async () => {
  queryClient.setQueryData(['kept for them'], 'a name')
  fakeApi().refuse(contract.agent.riders, 'not_signed_in')
  renderScreen(<Riders />, { as: people.client })
  await screen.findByText('guest, not_signed_in')
  expect(queryClient.getQueryData(['kept for them'])).toBeUndefined()
})
