// @vitest-environment jsdom
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { act, screen } from '@testing-library/react'
import { contract, registration } from '@tuma/contracts/api'
import { mpesaRefusals, refusals } from '@tuma/contracts/vocabulary'
import { api, chooseLanguage, useSentence, useSubmission } from '@tuma/kit/runtime'
import { fakeApi, renderScreen } from '@tuma/kit/testing'
import { Form, LanguageButton, SubmitButton, TextField, useForm } from '@tuma/kit/ui'
import { expect, test } from 'vitest'

function Registering() {
  const register = useSubmission(api.users.register)
  const form = useForm({
    schema: registration,
    defaults: { name: '', username: 'wanjiku', email: 'w@tuma.test', phone: '12', password: 'secret-1' },
    submit: (typed) => register.mutateAsync(typed),
  })
  return (
    <Form form={form}>
      <LanguageButton />
      <TextField label="Name" {...form.field('name')} />
      <TextField label="Username" {...form.field('username')} />
      <TextField label="Phone" {...form.field('phone')} />
      <SubmitButton form={form}>Send</SubmitButton>
    </Form>
  )
}

test("the contract's rules are said in the chosen language, also when it is chosen afterwards", async () => {
  const { person } = renderScreen(<Registering />)
  await person.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Full name is required.')).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'Kiswahili' }))
  expect(await screen.findByText('Tafadhali jaza jina kamili.')).toBeTruthy()
  expect(screen.getByText(/^Nambari ya simu si sahihi/)).toBeTruthy()
  await person.click(screen.getByRole('button', { name: 'English' }))
  expect(await screen.findByText('Full name is required.')).toBeTruthy()
})

test('a refusal about a field is said in the chosen language', async () => {
  fakeApi().refuse(contract.users.register, 'username_taken', { field: 'username' })
  act(() => chooseLanguage('sw'))
  const { person } = renderScreen(<Registering />)
  await person.type(screen.getByLabelText('Name'), 'Wanjiku Kamau')
  await person.clear(screen.getByLabelText('Phone'))
  await person.type(screen.getByLabelText('Phone'), '0712345678')
  await person.click(screen.getByRole('button', { name: 'Send' }))
  expect(await screen.findByText('Jina hili la akaunti tayari limechukuliwa.')).toBeTruthy()
})

const all = [...Object.values(mpesaRefusals), ...Object.values(refusals).map(({ message }) => message)]
const AllSentences = ({ of }: { of: readonly string[] }) => {
  const read = useSentence()
  return (
    <ul>
      {of.map((sentence) => (
        <li key={sentence}>{read(sentence)}</li>
      ))}
    </ul>
  )
}

test('no refusal and no word about an M-Pesa message stays English', async () => {
  act(() => chooseLanguage('sw'))
  renderScreen(<AllSentences of={all} />)
  await screen.findByText('Ujumbe huu wa M-Pesa tayari umetumika.')
  const said = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(said.filter((sentence) => all.includes(sentence as never))).toEqual([])
})

/** The sentences of the contract's rules, read from its sources. */
const rules = (): string[] => {
  const folder = join(import.meta.dirname, '../../../../contracts/src/api')
  const sources = readdirSync(folder).filter((file) => !file.includes('test'))
  return sources.flatMap((file) =>
    [...readFileSync(join(folder, file), 'utf8').matchAll(/(['"])([A-Z](?:(?!\1).)* (?:(?!\1).)*\.)\1/g)].map(
      ([, , sentence = '']) => sentence,
    ),
  )
}
/** People do not type an ID or a limit. */
const neverTyped = ['The id is not valid.', 'Limit must be a whole number from 1 to 500.']

test('every rule of a field that people fill in has Swahili', async () => {
  const typed = [...new Set(rules())].filter((rule) => !neverTyped.includes(rule))
  expect(typed).toContain('Please say what is wrong with it.')
  act(() => chooseLanguage('sw'))
  renderScreen(<AllSentences of={typed} />)
  await screen.findByText('Tafadhali sema kina tatizo gani.')
  const said = screen.getAllByRole('listitem').map(({ textContent }) => textContent ?? '')
  expect(said.filter((sentence) => typed.includes(sentence))).toEqual([])
})
