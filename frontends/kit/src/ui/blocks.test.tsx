// @vitest-environment jsdom

import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Blocks } from './blocks.tsx'

/** jsdom has no screen: here blocks come near and go away when the test says so. */
type Look = (entries: Partial<IntersectionObserverEntry>[]) => void
let looks: Map<Element, Look>
beforeEach(() => {
  looks = new Map()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #look: Look
      constructor(look: Look) {
        this.#look = look
      }
      observe = (element: Element) => void looks.set(element, this.#look)
      disconnect = () => {}
    },
  )
  return () => vi.unstubAllGlobals()
})

afterEach(cleanup)

const rowsTo = (count: number) => Array.from({ length: count }, (_, number) => ({ number }))
const list = (count: number) => (
  <Blocks
    as="ul"
    rows={rowsTo(count)}
    gap={(height) => <li style={{ height }} data-testid="gap" />}
    row={({ number }) => (
      <li key={number}>
        <a href={`#${number}`}>parcel {number}</a>
      </li>
    )}
  />
)
const drawn = () => screen.getAllByRole('link').map((link) => Number(link.textContent?.split(' ')[1]))
const move = (block: number, isIntersecting: boolean, height = 3333) => {
  const element = screen.getAllByRole('list')[block] as Element
  act(() => looks.get(element)?.([{ isIntersecting, boundingClientRect: { height } as DOMRect }]))
}

test('a list of a few pages is drawn whole', () => {
  render(list(200))
  expect(drawn()).toHaveLength(200)
})

test('of a long list what is near the screen is drawn, and what comes near', () => {
  render(list(1000))
  expect(drawn()).toHaveLength(300)
  expect(drawn()).not.toContain(500)
  move(25, true)
  expect(drawn()).toContain(500)
})

test('what goes out of sight leaves a gap as high as it was', () => {
  render(list(1000))
  move(0, false)
  expect(drawn()).not.toContain(0)
  expect(screen.getAllByTestId('gap')[0]?.style.height).toBe('3333px')
})

test('what has the focus stays, wherever one scrolls', () => {
  render(list(1000))
  screen.getByRole('link', { name: 'parcel 7' }).focus()
  move(0, false)
  expect(drawn()).toContain(7)
})

test('rows that are added at the end are there at once', () => {
  const { rerender } = render(list(1000))
  rerender(list(1100))
  expect(drawn()).toContain(1000)
  expect(drawn()).toContain(1099)
})
