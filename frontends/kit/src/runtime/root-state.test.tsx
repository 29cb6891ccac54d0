// @vitest-environment jsdom

import { render } from '@testing-library/react'
import { useRootState } from '@tuma/kit/runtime'
import { expect, test } from 'vitest'

const Dialog = ({ open }: { open: boolean }) => {
  useRootState('dialog', open)
  return null
}
const isSaid = (): boolean => document.documentElement.matches('[data-dialog]')

test('the root says that a dialog is open until the last one is closed', async () => {
  const one = render(<Dialog open />)
  const other = render(<Dialog open={false} />)
  expect(isSaid()).toBe(true)

  other.rerender(<Dialog open />)
  one.unmount()
  await Promise.resolve()
  expect(isSaid()).toBe(true)

  other.rerender(<Dialog open={false} />)
  await expect.poll(isSaid).toBe(false)
})

test('a name that changes goes with what it named', async () => {
  const Bar = ({ name }: { name: string }) => {
    useRootState(name)
    return null
  }
  const bar = render(<Bar name="bar" />)
  bar.rerender(<Bar name="other-bar" />)
  const root = document.documentElement
  await expect.poll(() => root.matches('[data-bar]')).toBe(false)
  expect(root.matches('[data-other-bar]')).toBe(true)
  bar.unmount()
  await expect.poll(() => root.matches('[data-other-bar]')).toBe(false)
})
