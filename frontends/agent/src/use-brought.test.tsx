// @vitest-environment jsdom

import { screen } from '@testing-library/react'
import { type LazyScreen, lazyScreen } from '@tuma/kit/runtime'
import { renderScreen } from '@tuma/kit/testing'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { useBrought } from './use-brought.ts'

const Dialog = ({ of }: { of: string }) => <p role="dialog">{of}</p>

const listWith = (Later: LazyScreen<{ of: string }>) => {
  const all = [Later]
  return function List() {
    const [open, setOpen] = useState(false)
    useBrought(all)
    return (
      <>
        <button type="button" onClick={() => setOpen(!open)}>
          Assign
        </button>
        {open ? <Later of="TM-0001" /> : null}
      </>
    )
  }
}

test('a dialog loads after the list, and is ready at the press', async () => {
  const load = vi.fn(async () => Dialog)
  const List = listWith(lazyScreen(load, null))
  const { person } = renderScreen(<List />)
  await expect.poll(() => load.mock.calls.length).toBe(1)
  expect(screen.queryByRole('dialog')).toBeNull()
  await person.click(screen.getByRole('button'))
  await screen.findByText('TM-0001')
  expect(load).toHaveBeenCalledTimes(1)
})

test('a dialog that loads late appears when it is ready, and the list stays visible', async () => {
  const coming = Promise.withResolvers<typeof Dialog>()
  const List = listWith(lazyScreen(() => coming.promise, null))
  const { person } = renderScreen(<List />)
  await person.click(screen.getByRole('button'))
  expect(screen.queryByRole('dialog')).toBeNull()
  screen.getByRole('button')
  coming.resolve(Dialog)
  await screen.findByText('TM-0001')
})

test('one that could not be fetched before is fetched by the press', async () => {
  const load = vi.fn(async () => Dialog).mockRejectedValueOnce(new Error('the network is gone'))
  const List = listWith(lazyScreen(load, null))
  const { person } = renderScreen(<List />)
  await expect.poll(() => load.mock.calls.length).toBe(1)
  await person.click(screen.getByRole('button'))
  await screen.findByText('TM-0001')
  expect(load).toHaveBeenCalledTimes(2)
})
