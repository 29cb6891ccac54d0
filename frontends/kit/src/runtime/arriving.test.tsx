// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { arriving, loadedOnce, useArrived } from '@tuma/kit/runtime'
import { Component, type ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'

// The files share a document.
afterEach(cleanup)

const here = () => Promise.resolve('a parcel')
const Shown = ({ loading }: { loading: ReturnType<typeof arriving<string>> }) => (
  <p>{useArrived(loading) ?? 'on its way'}</p>
)

test('what is there already is drawn at once, with nothing in its place before', async () => {
  const loading = arriving(here())
  await loading
  const drawn: string[] = []
  const Noted = () => {
    drawn.push(useArrived(loading) ?? 'on its way')
    return null
  }
  render(<Noted />)
  expect(drawn).toEqual(['a parcel'])
})

test('the content replaces the placeholder when it arrives', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const loading = arriving(promise)
  render(<Shown loading={loading} />)
  screen.getByText('on its way')
  await act(async () => resolve('a parcel'))
  screen.getByText('a parcel')
})

test('a different promise is waited for again', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const first = arriving(here())
  await first
  const { rerender } = render(<Shown loading={first} />)
  rerender(<Shown loading={arriving(promise)} />)
  screen.getByText('on its way')
  await act(async () => resolve('the next'))
  screen.getByText('the next')
})

test('why it never will is thrown to the boundary around', async () => {
  class Fence extends Component<{ children: ReactNode }, { why: string }> {
    override state = { why: '' }
    static getDerivedStateFromError = (error: Error) => ({ why: error.message })
    override render = () => this.state.why || this.props.children
  }
  vi.spyOn(console, 'error').mockImplementation(() => {})
  render(
    <Fence>
      <Shown loading={arriving(Promise.reject(new Error('the network is gone')))} />
    </Fence>,
  )
  await screen.findByText('the network is gone')
})

test('what is loaded once is loaded once, and again where that failed', async () => {
  let asked = 0
  const load = loadedOnce(async () => {
    asked += 1
    if (asked === 1) throw new Error('the network is gone')
    return 'a parcel'
  })
  await expect(load()).rejects.toThrow('the network is gone')
  expect(await load()).toBe('a parcel')
  expect(await load()).toBe('a parcel')
  expect(asked).toBe(2)
})
