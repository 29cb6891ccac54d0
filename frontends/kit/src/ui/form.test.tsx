// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { contract, registration } from '@tuma/contracts/api'
import { phoneSentence } from '@tuma/contracts/vocabulary'
import { api, useSubmission } from '@tuma/kit/runtime'
import * as z from '@tuma/kit/schema'
import { fakeApi, renderScreen } from '@tuma/kit/testing'
import { Form, MoneyField, PasswordField, PhoneField, SubmitButton, TextField, useForm } from '@tuma/kit/ui'
import { expect, test, vi } from 'vitest'

const empty = { name: '', username: '', email: '', phone: '', password: '' }

function Register({ draft }: { draft?: string }) {
  const register = useSubmission(api.users.register)
  const form = useForm({
    schema: registration,
    defaults: empty,
    submit: (values) => register.mutateAsync(values),
    failed: 'Registration failed',
    draft,
  })
  return (
    <Form form={form} label="Create account">
      <TextField label="Full name" {...form.field('name')} />
      <TextField label="Username" {...form.field('username')} />
      <TextField label="Email" hint="We send a link" {...form.field('email')} />
      <PhoneField label="Phone" {...form.field('phone')} />
      <PasswordField label="Password" {...form.field('password')} />
      <SubmitButton form={form}>Create</SubmitButton>
    </Form>
  )
}

type Person = ReturnType<typeof renderScreen>['person']
const fill = async (person: Person, values: Record<string, string>): Promise<void> => {
  for (const [label, value] of Object.entries(values)) await person.type(screen.getByLabelText(label), value)
}
const good = {
  'Full name': 'Wanjiku Kamau',
  Username: 'wanjiku',
  Email: 'w@k.ke',
  Phone: '0712345678',
  Password: 'secret',
}
const send = (person: Person): Promise<void> => person.click(screen.getByRole('button', { name: 'Create' }))
const described = (label: string): string =>
  (screen.getByLabelText(label).getAttribute('aria-describedby') ?? '')
    .split(' ')
    .map((id) => document.getElementById(id)?.textContent ?? '')
    .join(' ')

test("every broken rule says the contract's own sentence at its field, and the first of them gets the focus", async () => {
  const server = fakeApi()
  const { person } = renderScreen(<Register />)
  await fill(person, { ...good, 'Full name': 'Wanjiku', Phone: '12' })
  await send(person)
  await screen.findByText('Please enter both your first and last name.')
  expect(described('Full name')).toBe('Please enter both your first and last name.')
  expect(described('Phone')).toBe(phoneSentence)
  expect(screen.getByLabelText('Full name').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByLabelText('Email').getAttribute('aria-invalid')).toBeNull()
  expect(described('Email')).toBe('We send a link')
  expect(document.activeElement).toBe(screen.getByLabelText('Full name'))
  expect(server.received(contract.users.register)).toEqual([])
})

test('a sentence goes away as soon as the field is right', async () => {
  const { person } = renderScreen(<Register />)
  await fill(person, { ...good, 'Full name': 'Wanjiku' })
  await send(person)
  await screen.findByText('Please enter both your first and last name.')
  await person.type(screen.getByLabelText('Full name'), ' Kamau')
  await waitFor(() => expect(screen.queryByText('Please enter both your first and last name.')).toBeNull())
})

test("a refusal about a field is shown at that field, in the server's words", async () => {
  fakeApi().refuse(contract.users.register, 'username_taken', { field: 'username' })
  const { person } = renderScreen(<Register />)
  await fill(person, good)
  await send(person)
  await screen.findByText('This username is already taken.')
  expect(described('Username')).toBe('This username is already taken.')
  expect(document.activeElement).toBe(screen.getByLabelText('Username'))
})

test("a fault is shown above the form, in the form's words, and the entries stay", async () => {
  fakeApi().fail(contract.users.register)
  const { person } = renderScreen(<Register />)
  await fill(person, good)
  await send(person)
  expect((await screen.findByRole('alert')).textContent).toBe('Registration failed')
  expect((screen.getByLabelText('Full name') as HTMLInputElement).value).toBe('Wanjiku Kamau')
})

test('without a network the form says its own sentence, and below it what to do', async () => {
  fakeApi().disconnect(contract.users.register)
  const { person } = renderScreen(<Register />)
  await fill(person, good)
  await send(person)
  const said = (await screen.findByRole('alert')).firstElementChild
  expect([...(said?.childNodes ?? [])].map((node) => node.textContent)).toEqual([
    'Registration failed',
    'We cannot reach Tuma. Please check your connection and try again.',
  ])
})

test('an impatient person sends once: the button is busy and Enter does nothing until the answer is there', async () => {
  const server = fakeApi()
  const answer = server.hold(contract.users.register, { message: 'ok' })
  const { person } = renderScreen(<Register />)
  await fill(person, good)
  await send(person)
  const button = screen.getByRole('button', { name: 'Create' })
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBe('true'))
  await send(person)
  await person.type(screen.getByLabelText('Email'), '{Enter}')
  answer()
  await waitFor(() => expect(button.getAttribute('aria-busy')).toBeNull())
  expect(server.received(contract.users.register)).toHaveLength(1)
})

test('a draft survives leaving the screen and is forgotten when the form has succeeded', async () => {
  fakeApi().answer(contract.users.register, { message: 'ok' })
  const first = renderScreen(<Register draft="register" />)
  await fill(first.person, good)
  first.unmount()
  const second = renderScreen(<Register draft="register" />)
  expect((screen.getByLabelText('Email') as HTMLInputElement).value).toBe('w@k.ke')
  await send(second.person)
  await waitFor(() => expect(sessionStorage.getItem('tuma.draft.register')).toBeNull())
})

test('a number field gives a number, and an empty one the sentence of a field that must be filled in', async () => {
  const submit = vi.fn()
  function Price() {
    const form = useForm({ schema: z.object({ price: z.int() }), defaults: {}, submit })
    return (
      <Form form={form}>
        <MoneyField label="Product price" {...form.field('price', { number: true })} />
        <SubmitButton form={form}>Create</SubmitButton>
      </Form>
    )
  }
  const { person } = renderScreen(<Price />)
  await send(person)
  await screen.findByText('Please fill in this field.')
  await person.type(screen.getByLabelText('Product price'), '250')
  await send(person)
  await waitFor(() => expect(submit).toHaveBeenCalledWith({ price: 250 }))
})

test('the wheel over an amount leaves the field, so that it cannot count the amount', () => {
  renderScreen(<MoneyField label="Product price" defaultValue={1500} />)
  const price = screen.getByLabelText('Product price')
  price.focus()
  fireEvent.wheel(price, { deltaY: 240 })
  expect(document.activeElement).toBe(document.body)
})
