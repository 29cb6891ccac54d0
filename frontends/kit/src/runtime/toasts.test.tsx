// @vitest-environment jsdom
import { act, screen } from '@testing-library/react'
import { toast } from '@tuma/kit/runtime'
import { renderScreen } from '@tuma/kit/testing'
import { expect, test } from 'vitest'

/** By what a screen reader hears of a toast: the place that it comes into, and what it is itself. */
const heard = async (said: string) => {
  const shown = (await screen.findByText(said)).closest('.Toastify__toast')
  await expect.poll(() => shown?.getAttribute('role')).toBeTruthy()
  return [shown?.closest('section')?.getAttribute('aria-live'), shown?.getAttribute('role')]
}

test('a refusal is an alert, good news is told when there is a pause, and neither is told twice', async () => {
  renderScreen(<p>A screen</p>)
  act(() => void toast.success('Saved.'))
  expect(await heard('Saved.')).toEqual(['polite', 'group'])
  act(() => void toast.error('Not saved.'))
  expect(await heard('Not saved.')).toEqual(['off', 'alert'])
  act(() => void toast.success('Saved at last.'))
  expect(await heard('Saved at last.')).toEqual(['polite', 'group'])
})
