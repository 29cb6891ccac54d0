// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { alert, calls, toast } from '@tuma/kit/runtime'
import { Dialog } from '@tuma/kit/ui'
import { expect, test } from 'vitest'
import { fakeApi, renderScreen } from './render-screen.tsx'

test('a test may end while a dialog is open and a question unanswered', async () => {
  renderScreen(
    <Dialog open onClose={() => {}} title="Edit Profile">
      …
    </Dialog>,
  )
  await screen.findByRole('dialog', { name: 'Edit Profile' })
  void alert('Failed to update status')
  await screen.findByRole('alertdialog', { name: 'Failed to update status' })
})

test('the next one finds nothing of it', async () => {
  const { person } = renderScreen(<button type="button">Press</button>)
  await person.click(screen.getByRole('button', { name: 'Press' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(document.body.style.pointerEvents).toBe('')
})

let answer = () => {}
test('a test may end before an answer has come, and toasts after its screen', () => {
  const { unmount } = renderScreen(<p>First</p>)
  answer = fakeApi().hold(contract.users.logout, { message: 'ok' })
  void calls.users.logout().then(() => toast.error('Came too late'))
  unmount()
  toast.error('Asked for too late')
})

test('the next one shows neither', async () => {
  fakeApi().answer(contract.users.logout, { message: 'ok' })
  renderScreen(<p>Second</p>)
  answer()
  toast.error('In time')
  await calls.users.logout()
  await screen.findByText('In time')
  expect(screen.getAllByRole('alert').map(({ textContent }) => textContent)).toEqual(['In time'])
})

test('a query whose time is up prints the DOM once, as it is then', async () => {
  renderScreen(<button type="button">Press</button>)
  const error = await screen.findByRole('link', {}, { timeout: 20 }).catch(String)
  expect(error).toMatch(/^TestingLibraryElementError: Unable to find role="link"/)
  expect(String(error).match(/<body>/g)).toHaveLength(1)
  expect(() => screen.getByText('Gone')).toThrow('<body>')
})
