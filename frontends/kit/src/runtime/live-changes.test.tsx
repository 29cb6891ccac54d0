// @vitest-environment jsdom
import { useLiveChanges } from '@tuma/kit/runtime'
import { liveConnections, renderScreen } from '@tuma/kit/testing'
import { afterEach, expect, test, vi } from 'vitest'

const Follower = ({ of, prompt, onChange }: { of?: string; prompt?: string; onChange: () => unknown }) => {
  useLiveChanges({ trackingId: of, promptId: prompt, onChange })
  return null
}

const drawn = async (screen: Parameters<typeof renderScreen>[0]) => {
  const page = renderScreen(screen)
  await vi.waitFor(() => expect(liveConnections()).not.toEqual([]), 60_000)
  const [connection] = liveConnections()
  if (!connection) throw new Error('nothing is listened to')
  return { ...page, connection }
}
const show = (visibility: 'hidden' | 'visible') => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility)
  document.dispatchEvent(new Event('visibilitychange'))
}

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('two who ask the same share one connection, and both hear of a change', async () => {
  const [one, other] = [vi.fn(), vi.fn()]
  const { connection } = await drawn(
    <>
      <Follower onChange={one} />
      <Follower onChange={other} />
    </>,
  )
  await vi.waitFor(() => expect(liveConnections().map(({ url }) => url)).toEqual(['/api/events']), 60_000)
  connection.accept()
  expect(one).not.toHaveBeenCalled()
  connection.change()
  expect([one, other].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
})

test('a tracking id is part of the address, and leaving closes the connection', async () => {
  const { connection, unmount } = await drawn(<Follower of="TM-0000 1" onChange={() => {}} />)
  expect(connection.url).toBe('/api/events?trackingId=TM-0000%201')
  unmount()
  await vi.waitFor(() => expect(liveConnections()).toEqual([]), 60_000)
})

test('a prompt is followed at an address of its own', async () => {
  const { connection } = await drawn(<Follower prompt="p1" onChange={() => {}} />)
  expect(connection.url).toBe('/api/events?promptId=p1')
})

test('changes during a reload of the list cause one more reload afterwards', async () => {
  const asked: (() => void)[] = []
  const onChange = vi.fn(() => new Promise<void>((resolve) => asked.push(resolve)))
  const { connection } = await drawn(<Follower onChange={onChange} />)
  connection.accept()
  for (let change = 0; change < 5; change += 1) connection.change()
  expect(onChange).toHaveBeenCalledTimes(1)
  asked[0]?.()
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(2), 60_000)
  asked[1]?.()
  await Promise.resolve()
  connection.change()
  await vi.waitFor(() => expect(onChange).toHaveBeenCalledTimes(3), 60_000)
})

test('after a lost connection has come back, what may have been missed is asked for', async () => {
  const onChange = vi.fn()
  const { connection } = await drawn(<Follower onChange={onChange} />)
  connection.accept()
  connection.lose()
  expect(onChange).not.toHaveBeenCalled()
  connection.accept()
  expect(onChange).toHaveBeenCalledTimes(1)
})

test('a refused connection is tried again after a pause, longer each time', async () => {
  const { connection } = await drawn(<Follower onChange={() => {}} />)
  vi.useFakeTimers()
  connection.refuse()
  expect(liveConnections()).toEqual([])
  vi.advanceTimersByTime(2_000)
  expect(liveConnections()).toHaveLength(1)
  liveConnections()[0]?.refuse()
  vi.advanceTimersByTime(2_000)
  expect(liveConnections()).toEqual([])
  vi.advanceTimersByTime(3_000)
  expect(liveConnections()).toHaveLength(1)
})

test('a hidden tab gives its connection back and asks again when it is looked at', async () => {
  const onChange = vi.fn()
  await drawn(<Follower onChange={onChange} />)
  show('hidden')
  expect(liveConnections()).toEqual([])
  show('visible')
  liveConnections()[0]?.accept()
  expect(onChange).toHaveBeenCalledTimes(1)
})
