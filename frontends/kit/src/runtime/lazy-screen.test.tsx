// @vitest-environment jsdom
import { act, cleanup, render, screen } from '@testing-library/react'
import { chooseLanguage, defineCatalogue, lazyScreen, useText } from '@tuma/kit/runtime'
import { Component, type ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { watchHeadings } from '../testing/watch-headings.ts'

class Fence extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override render() {
    if (!this.state.failed) return this.props.children
    return (
      <button type="button" onClick={() => this.setState({ failed: false })}>
        Try Again
      </button>
    )
  }
}

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

test('a chunk that fails once is loaded again without a message', async () => {
  vi.useFakeTimers()
  let asked = 0
  const Paid = lazyScreen(async () => {
    asked += 1
    if (asked < 3) throw new Error('ChunkLoadError')
    return () => <p>Paid deliveries</p>
  })
  render(<Paid />)
  await act(() => vi.advanceTimersByTimeAsync(2000))
  expect(screen.getByText('Paid deliveries')).toBeTruthy()
})

test('a chunk that stayed away is loaded when people try again: the failure is not kept for ever', async () => {
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  let there = false
  const Paid = lazyScreen(async () => {
    if (!there) throw new Error('ChunkLoadError')
    return () => <p>Paid deliveries</p>
  })
  render(
    <Fence>
      <Paid />
    </Fence>,
  )
  await act(() => vi.advanceTimersByTimeAsync(5000))
  there = true
  act(() => screen.getByText('Try Again').click())
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(screen.getByText('Paid deliveries')).toBeTruthy()
})

test('the page has one h1 while its screen loads, then the h1 of the screen', async () => {
  const { promise, resolve } = Promise.withResolvers<() => ReactNode>()
  const Paid = lazyScreen(() => promise)
  const stop = watchHeadings()
  render(<Paid />)
  const loading = await screen.findByRole('heading', { level: 1, name: 'Loading…' })
  expect(loading.closest('[aria-busy="true"]')).not.toBeNull()
  resolve(() => <h1>Paid deliveries</h1>)
  await screen.findByRole('heading', { level: 1, name: 'Paid deliveries' })
  expect(stop()).toEqual([])
})

test('a part of a screen brings no heading while it loads', () => {
  const never = new Promise<() => ReactNode>(() => {})
  const [Palette, People] = [lazyScreen(() => never, null), lazyScreen(() => never, <div aria-busy="true" />)]
  render(
    <>
      <Palette />
      <People />
    </>,
  )
  expect(screen.queryByRole('heading')).toBeNull()
})

test('in Swahili a screen is drawn when its texts are there, and never in English first', async () => {
  const { promise, resolve } = Promise.withResolvers<{ texts: { paid: string } }>()
  act(() => chooseLanguage('sw'))
  const shown: string[] = []
  const Paid = lazyScreen(async () => {
    const texts = defineCatalogue('late screen', { paid: 'Paid deliveries' }, () => promise)
    return () => {
      const said = useText(texts)('paid')
      shown.push(said)
      return <p>{said}</p>
    }
  })
  render(<Paid />)
  await act(async () => void (await new Promise((pass) => setTimeout(pass, 50))))
  resolve({ texts: { paid: 'Zilizolipwa' } })
  expect(await screen.findByText('Zilizolipwa')).toBeTruthy()
  expect(new Set(shown)).toEqual(new Set(['Zilizolipwa']))
  act(() => chooseLanguage('en'))
})
