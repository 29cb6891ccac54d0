// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { SecondFactor } from '@tuma/kit/profile'
import { fakeApi, people, renderScreen } from '@tuma/kit/testing'
import { expect, test, vi } from 'vitest'

const recoveryCodes = Array.from({ length: 10 }, (_, index) => `ABCDE-FGHI${'ABCDEFGHIJ'[index]}`)
const key = {
  secret: 'JBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/Tuma:otieno?secret=JBSWY3DPEHPK3PXP',
  qr: 'data:image/svg+xml,%3Csvg',
}
const withFactor = { ...people.agent, secondFactor: true } as const

const beginSettingUp = async (shown: Parameters<typeof renderScreen>[1] = { as: people.agent }) => {
  const { person, router } = renderScreen(<SecondFactor />, shown)
  await person.click(await screen.findByRole('button', { name: 'Set up' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(document.activeElement).toBe(dialog.getByLabelText('Your password'))
  await person.keyboard('tuma-demo{Enter}')
  return { person, router, dialog }
}

test('a second factor is set up with the password, a code that confirms it, and recovery codes to keep', async () => {
  const api = fakeApi()
    .answer(contract.users.setUpSecondFactor, key)
    .answer(contract.users.confirmSecondFactor, { ...withFactor, token: 'a.b.c', recoveryCodes })
  const { person, dialog } = await beginSettingUp()
  expect((await dialog.findByAltText('QR code for the authenticator app')).getAttribute('src')).toBe(key.qr)
  expect(dialog.getByText(key.secret)).toBeTruthy()
  expect(document.activeElement).toBe(dialog.getByLabelText('Code'))
  expect(screen.getByRole('link', { name: 'Open in the app on this phone' }).getAttribute('href')).toBe(key.uri)
  await person.keyboard('123 456{Enter}')
  for (const code of recoveryCodes) expect(await dialog.findByText(code)).toBeTruthy()
  expect(api.received(contract.users.setUpSecondFactor)[0]?.input).toEqual({ password: 'tuma-demo' })
  expect(api.received(contract.users.confirmSecondFactor)[0]?.input).toEqual({ code: '123 456' })

  const copied = vi.spyOn(navigator.clipboard, 'writeText')
  await person.click(dialog.getByRole('button', { name: 'Copy' }))
  expect(copied).toHaveBeenCalledWith(`${recoveryCodes.join('\n')}\n`)
  await person.click(dialog.getByRole('button', { name: 'I have kept them' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(await screen.findByRole('button', { name: 'Turn off' })).toBeTruthy()
  expect(screen.queryByText(recoveryCodes[0] ?? '')).toBeNull()
})

test('a wrong password and a wrong code are said at their fields', async () => {
  const api = fakeApi().refuse(contract.users.setUpSecondFactor, 'password_wrong', { field: 'password' })
  const { person, dialog } = await beginSettingUp()
  await dialog.findByText('That is not your password.')
  api.answer(contract.users.setUpSecondFactor, key)
  api.refuse(contract.users.confirmSecondFactor, 'code_wrong', { field: 'code' })
  await person.click(dialog.getByRole('button', { name: 'Continue' }))
  await person.type(await dialog.findByLabelText('Code'), '000000{Enter}')
  await dialog.findByText(/^That code is wrong/)
})

test('it is turned off with the password and a code', async () => {
  const api = fakeApi().answer(contract.users.removeSecondFactor, people.agent)
  const { person } = renderScreen(<SecondFactor />, { as: withFactor })
  await person.click(await screen.findByRole('button', { name: 'Turn off' }))
  const dialog = within(await screen.findByRole('dialog'))
  await person.type(dialog.getByLabelText('Your password'), 'tuma-demo')
  expect(dialog.getByLabelText('Code').getAttribute('inputmode')).toBe('numeric')
  await person.click(dialog.getByRole('button', { name: 'Use a recovery code' }))
  expect(document.activeElement).toBe(dialog.getByLabelText('Recovery code'))
  expect(document.activeElement?.getAttribute('inputmode')).toBe('text')
  await person.keyboard('abcde-fghij')
  await person.click(dialog.getByRole('button', { name: 'Turn off' }))
  await screen.findByText('Two-step login is off')
  expect(api.received(contract.users.removeSecondFactor)[0]?.input).toEqual({
    password: 'tuma-demo',
    code: 'abcde-fghij',
  })
  expect(await screen.findByRole('button', { name: 'Set up' })).toBeTruthy()
})

test('recovery codes are not lost by a touch beside the dialog', async () => {
  fakeApi()
    .answer(contract.users.setUpSecondFactor, key)
    .answer(contract.users.confirmSecondFactor, { ...withFactor, token: 'a.b.c', recoveryCodes })
  const { person, dialog } = await beginSettingUp()
  await person.type(await dialog.findByLabelText('Code'), '123456{Enter}')
  await dialog.findByText(recoveryCodes[0] ?? '')
  const leave = async (answer: string) => {
    await person.keyboard('{Escape}')
    await person.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: answer }))
  }
  await leave('Not yet')
  await dialog.findByText(recoveryCodes[0] ?? '')
  await leave('I have kept them')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('an admin who needs it reads why, and then continues to the requested page', async () => {
  fakeApi()
    .answer(contract.users.setUpSecondFactor, key)
    .answer(contract.users.confirmSecondFactor, { ...people.admin, secondFactor: true, token: 'a.b.c', recoveryCodes })
  const { person, router, dialog } = await beginSettingUp({
    as: { ...people.admin, secondFactorNeeded: true },
    path: '/Admin/profile',
    at: '/Admin/profile',
    state: { from: '/Admin/users?search=otieno' },
  })
  expect(screen.getByText(/^Admins here also log in with a code/)).toBeTruthy()
  await person.type(await dialog.findByLabelText('Code'), '123456{Enter}')
  await person.click(await dialog.findByRole('button', { name: 'I have kept them' }))
  await waitFor(() => expect(router.state.location.pathname).toBe('/Admin/users'))
  expect(router.state.location.search).toBe('?search=otieno')
})

test('shows nothing where two-step login is not available', async () => {
  renderScreen(
    <>
      <SecondFactor />
      <p>beneath</p>
    </>,
    { as: { ...people.agent, secondFactorOff: true } },
  )
  await screen.findByText('beneath')
  expect(screen.queryByRole('button')).toBeNull()
})
