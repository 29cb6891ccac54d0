// @vitest-environment jsdom

import { screen, within } from '@testing-library/react'
import { contract } from '@tuma/contracts/api'
import { fakeApi, people, renderScreen } from '@tuma/kit/testing'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { OwnProfile } from './screen.tsx'

beforeEach(() => {
  fakeApi().answer(contract.sessions.list, [])
})

const path = '/Client/profile'
const { update } = contract.users

const edit = async () => {
  const shown = renderScreen(<OwnProfile />, { as: people.client, path, at: path })
  await shown.person.click(await screen.findByRole('button', { name: 'Edit Profile' }))
  return { ...shown, dialog: within(await screen.findByRole('dialog')) }
}
type Shown = Awaited<ReturnType<typeof edit>>
const retype = async ({ person, dialog }: Shown, label: RegExp, typed: string) => {
  const box = dialog.getByLabelText(label)
  await person.clear(box)
  await person.type(box, typed)
}
const save = ({ person, dialog }: Shown) => person.click(dialog.getByRole('button', { name: 'Save Changes' }))
const fact = (name: string) => screen.getByText(name, { selector: 'dt' }).nextElementSibling?.textContent

test('shows what we know of a client, and what is missing', async () => {
  renderScreen(<OwnProfile />, { as: people.client, path, at: path })
  await screen.findByRole('heading', { name: 'Profile' })
  expect(fact('Full Name')).toBe('Wanjiku Kamau')
  expect(fact('Username')).toBe('wanjiku')
  expect(fact('Email')).toBe('client@tuma.test')
  expect(fact('Phone')).toBe('0712345678')
  expect(fact('Location')).toBe('Not given')
  expect(fact('Joined')).toBe('1 Nov 2026')
})

test('a change is saved and shown everywhere, and the dialog closes', async () => {
  fakeApi().answer(update, { ...people.client, name: 'Wanjiku Otieno', phone: '254722333444', location: 'THIKA' })
  const shown = await edit()
  await retype(shown, /^Full Name/, 'Wanjiku Otieno')
  await retype(shown, /^Phone/, '0722 333 444')
  await retype(shown, /^Location/, 'THIKA')
  await save(shown)
  await screen.findByText('Profile updated successfully!')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect([fact('Full Name'), fact('Phone'), fact('Location')]).toEqual(['Wanjiku Otieno', '0722333444', 'THIKA'])
  expect(fakeApi().received(update)[0]?.input).toEqual({
    name: 'Wanjiku Otieno',
    phone: '0722 333 444',
    location: 'THIKA',
    address: '',
  })
})

test('"Profile updated successfully!" is shown for three seconds', async () => {
  fakeApi().answer(update, people.client)
  const shown = await edit()
  await save(shown)
  const toast = (await screen.findByText('Profile updated successfully!')).closest('.Toastify__toast')
  const bar = toast?.querySelector<HTMLElement>('.Toastify__progress-bar--animated')
  expect(bar?.style.animationDuration).toBe('3000ms')
})

test('a new email gets a link, and the old one stays until the link is opened', async () => {
  fakeApi().answer(update, people.client)
  const shown = await edit()
  await retype(shown, /^Email/, 'wanjiku@tuma.test')
  await shown.person.type(shown.dialog.getByLabelText('Your password'), 'tuma-demo')
  await save(shown)
  await screen.findByText(
    'We sent an email to wanjiku@tuma.test. Until you open its link, client@tuma.test stays your email.',
  )
  expect(fact('Email')).toBe('client@tuma.test')
  expect(fakeApi().received(update)[0]?.input).toMatchObject({ email: 'wanjiku@tuma.test', password: 'tuma-demo' })
})

test.each([
  ['password_needed', 'Please enter your password to change your email.'],
  ['password_wrong', 'That is not your password.'],
] as const)('a new email without the right password shows an error at the password: %s', async (code, sentence) => {
  fakeApi().refuse(update, code, { field: 'password' })
  const shown = await edit()
  expect(shown.dialog.queryByLabelText('Your password')).toBeNull()
  await retype(shown, /^Email/, 'wanjiku@tuma.test')
  await save(shown)
  await shown.dialog.findByText(sentence)
  expect(shown.dialog.getByLabelText('Your password').getAttribute('aria-invalid')).toBe('true')
  expect(fakeApi().received(update)[0]?.input).not.toHaveProperty('password')
})

test('the password is sent only with a new email', async () => {
  fakeApi().answer(update, people.client)
  const shown = await edit()
  await retype(shown, /^Email/, 'wanjiku@tuma.test')
  await shown.person.type(shown.dialog.getByLabelText('Your password'), 'tuma-demo')
  await retype(shown, /^Email/, people.client.email)
  await save(shown)
  await screen.findByText('Profile updated successfully!')
  expect(fakeApi().received(update)[0]?.input).not.toHaveProperty('password')
})

test('a failed save shows an error and keeps what was typed', async () => {
  fakeApi().fail(update)
  const shown = await edit()
  await retype(shown, /^Address/, 'Sunrise Court')
  await save(shown)
  await shown.dialog.findByText('Something went wrong while updating your details')
  expect((shown.dialog.getByLabelText(/^Address/) as HTMLInputElement).value).toBe('Sunrise Court')
})

test('a name must be first and last name, a phone must be Kenyan: nothing else is sent', async () => {
  const shown = await edit()
  await retype(shown, /^Full Name/, 'Wanjiku')
  await retype(shown, /^Phone/, '12')
  await save(shown)
  await shown.dialog.findByText('Please enter at least two names.')
  await shown.dialog.findByText(/^Invalid phone number format/)
  expect(fakeApi().received(update)).toHaveLength(0)
})

test('"Cancel" changes nothing, and the dialog opens with the saved profile again', async () => {
  const shown = await edit()
  await retype(shown, /^Full Name/, 'Somebody Else')
  await shown.person.click(shown.dialog.getByRole('button', { name: 'Cancel' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  await shown.person.click(screen.getByRole('button', { name: 'Edit Profile' }))
  expect(((await screen.findByLabelText(/^Full Name/)) as HTMLInputElement).value).toBe('Wanjiku Kamau')
})

test('Escape asks before changes are lost, and closes at once without changes', async () => {
  const shown = await edit()
  await shown.person.keyboard('{Escape}')
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  await shown.person.click(screen.getByRole('button', { name: 'Edit Profile' }))
  const dialog = within(await screen.findByRole('dialog'))
  await retype({ ...shown, dialog }, /^Full Name/, 'Wanjiku Otieno')
  await shown.person.keyboard('{Escape}')
  const asked = within(await screen.findByRole('alertdialog', { name: 'Leave without saving your changes?' }))
  await shown.person.click(asked.getByRole('button', { name: 'Go on editing' }))
  expect((dialog.getByLabelText(/^Full Name/) as HTMLInputElement).value).toBe('Wanjiku Otieno')
  await shown.person.keyboard('{Escape}')
  await shown.person.click(await screen.findByRole('button', { name: 'Leave without saving' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})

test('a client can download all that we hold about them, as a file', async () => {
  const held = {
    at: '2026-11-22T09:00:00.000Z',
    account: people.client,
    payTo: null,
    parcels: [],
    payments: [],
    messages: [],
    sessions: [],
    securityEvents: [],
  }
  fakeApi().answer(contract.ownData.download, held)
  const saved: { readonly name: string; readonly file: Blob }[] = []
  const files = new Map<string, Blob>()
  const revoked: string[] = []
  URL.createObjectURL = (file) => {
    files.set('blob:data', file as Blob)
    return 'blob:data'
  }
  URL.revokeObjectURL = (address) => void revoked.push(address)
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push({ name: this.download, file: files.get(this.href) as Blob })
  })
  onTestFinished(() => click.mockRestore())
  const { person } = renderScreen(<OwnProfile />, { as: people.client, path, at: path })
  await person.click(await screen.findByRole('button', { name: 'Download my data' }))
  await expect.poll(() => saved.map(({ name }) => name)).toEqual(['tuma-my-data.json'])
  expect(JSON.parse((await saved[0]?.file.text()) ?? '')).toEqual(held)
})

test('a failed download shows an error', async () => {
  fakeApi().refuse(contract.ownData.download, 'away')
  const { person } = renderScreen(<OwnProfile />, { as: people.client, path, at: path })
  await person.click(await screen.findByRole('button', { name: 'Download my data' }))
  await screen.findByText('We could not download your data. Please try again.')
})
