// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { confirm } from '@tuma/kit/runtime'
import { renderScreen } from '@tuma/kit/testing'
import { Button, Dialog } from '@tuma/kit/ui'
import { useState } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'

let now = Date.now()
vi.spyOn(Date, 'now').mockImplementation(() => now)
const beneath = vi.fn()
beforeEach(() => {
  now += 10_000
  beneath.mockReset()
})

/** A dialog over a button that does something else. */
function Screen({ asks = false }: { asks?: boolean }) {
  const [open, setOpen] = useState(!asks)
  return (
    <>
      <Button onClick={beneath}>Beneath</Button>
      <Button onClick={() => void confirm({ title: 'Delete it?', yes: 'Delete' })}>Ask</Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Hold" footer={<button type="button">Foot</button>}>
        <Button onClick={() => setOpen(false)}>Cancel</Button>
      </Dialog>
    </>
  )
}
type Shown = ReturnType<typeof renderScreen>
const press = ({ person }: Shown, name: string, x: number, y: number) =>
  person.pointer({ keys: '[MouseLeft]', target: screen.getByText(name), coords: { clientX: x, clientY: y } })

const closeDialog = async (): Promise<Shown> => {
  const shown = renderScreen(<Screen />)
  await screen.findByRole('dialog')
  await press(shown, 'Cancel', 100, 600)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  now += 200
  return shown
}

test('the second press of a double press does nothing below a closed dialog', async () => {
  const shown = await closeDialog()
  await press(shown, 'Beneath', 104, 597)
  expect(beneath).not.toHaveBeenCalled()
})

test('but a press elsewhere does, and so does one that comes later, and one by a key', async () => {
  const shown = await closeDialog()
  await press(shown, 'Beneath', 300, 600)
  expect(beneath).toHaveBeenCalledTimes(1)
  screen.getByText('Beneath').focus()
  await shown.person.keyboard('{Enter}')
  expect(beneath).toHaveBeenCalledTimes(2)
  now += 200
  await press(shown, 'Beneath', 100, 600)
  expect(beneath).toHaveBeenCalledTimes(3)
})

test('a dialog that a key has closed swallows no press, wherever one in it was', async () => {
  const shown = renderScreen(<Screen />)
  await screen.findByRole('dialog')
  await press(shown, 'Foot', 100, 600)
  screen.getByText('Cancel').focus()
  await shown.person.keyboard('{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await press(shown, 'Beneath', 100, 600)
  expect(beneath).toHaveBeenCalledTimes(1)
})

test('presses count again after the clock was set back', async () => {
  const shown = await closeDialog()
  now -= 3_600_000
  await press(shown, 'Beneath', 100, 600)
  expect(beneath).toHaveBeenCalledTimes(1)
  now += 3_600_000
})

test('nor does the second press of one that has answered a question', async () => {
  const shown = renderScreen(<Screen asks />)
  await press(shown, 'Ask', 20, 20)
  await screen.findByRole('alertdialog')
  await press(shown, 'Delete', 500, 400)
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await press(shown, 'Beneath', 500, 400)
  expect(beneath).not.toHaveBeenCalled()
})
