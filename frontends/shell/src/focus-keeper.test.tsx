// @vitest-environment jsdom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { FocusKeeper } from './focus-keeper.tsx'

afterEach(cleanup)

/** A form whose button is off while its press is under way. jsdom leaves the focus on it; a browser does not. */
function Asking() {
  const [underWay, setUnderWay] = useState(false)
  return (
    <main id="main" tabIndex={-1}>
      <FocusKeeper />
      <button type="button" disabled={underWay} onClick={() => setUnderWay(true)}>
        Log in
      </button>
      <button type="button" onClick={() => setUnderWay(false)}>
        the answer
      </button>
      <input aria-label="Email" />
    </main>
  )
}

const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const pressed = async () => {
  render(<Asking />)
  screen.getByRole('button', { name: 'Log in' }).focus()
  press('Log in')
  const { activeElement } = document
  if (activeElement instanceof HTMLElement) activeElement.blur()
  await Promise.resolve() // an answer never comes in the same breath
}
const focused = () => document.activeElement?.textContent

test('a button that was off while its press was under way has the focus again, answered soon or late', async () => {
  await pressed()
  press('the answer')
  await expect.poll(focused, { timeout: 20_000 }).toBe('Log in')
})

test('during that time the element around it has the focus', async () => {
  await pressed()
  await expect.poll(() => document.activeElement?.id).toBe('main')
  press('the answer')
  await expect.poll(focused, { timeout: 20_000 }).toBe('Log in')
})

test('the focus stays where the person has moved it', async () => {
  await pressed()
  await expect.poll(() => document.activeElement?.id).toBe('main')
  screen.getByLabelText('Email').focus()
  press('the answer')
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(document.activeElement).toBe(screen.getByLabelText('Email'))
})

test('what had the focus before the app was there is kept an eye on as well', async () => {
  document.body.innerHTML = '<main id="main" tabindex="-1"><input></main>'
  const input = document.querySelector('input')
  input?.focus()
  render(<FocusKeeper />)
  input?.remove()
  await expect.poll(() => document.activeElement?.id, { timeout: 20_000 }).toBe('main')
})
