// @vitest-environment jsdom

import { expect, test, vi } from 'vitest'
import { footHeight } from './foot-height.ts'

test('what is scrolled to stays clear of the whole bar, also when its buttons take another line', () => {
  let changed = () => {}
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(seen: () => void) {
        changed = seen
      }
      observe() {
        changed()
      }
      disconnect() {}
    },
  )
  const bar = document.createElement('section')
  const height = vi.spyOn(bar, 'offsetHeight', 'get').mockReturnValue(64)
  const leave = footHeight(bar)
  const getFoot = () => document.documentElement.style.getPropertyValue('--foot')
  expect(getFoot()).toBe('64px')
  height.mockReturnValue(118)
  changed()
  expect(getFoot()).toBe('118px')
  leave?.()
  expect(getFoot()).toBe('')
  vi.unstubAllGlobals()
})
