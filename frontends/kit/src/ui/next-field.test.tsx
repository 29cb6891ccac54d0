// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import * as z from '@tuma/kit/schema'
import { renderScreen } from '@tuma/kit/testing'
import { Form, Select, TextArea, TextField, useForm } from '@tuma/kit/ui'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const sent = vi.fn()
let isTouched = true
beforeEach(() => {
  sent.mockClear()
  isTouched = true
  vi.stubGlobal('matchMedia', () => ({ matches: isTouched }))
})
afterEach(() => void vi.unstubAllGlobals())

const fields = z.object({ name: z.string(), place: z.string(), details: z.string(), inside: z.string() })
function Parcel() {
  const form = useForm({ schema: fields, defaults: { name: '', place: '', details: '', inside: '' }, submit: sent })
  return (
    <Form form={form} label="Parcel">
      <TextField label="Name" enterKeyHint="next" {...form.field('name')} />
      <Select label="Place" options={[{ value: 'THIKA', label: 'THIKA' }]} {...form.field('place')} />
      <input type="radio" aria-label="Fast" />
      <TextArea label="Details" enterKeyHint="next" {...form.field('details')} />
      <input disabled />
      <TextArea label="Inside" enterKeyHint="done" {...form.field('inside')} />
      <button type="submit">Send</button>
    </Form>
  )
}
const field = (label: string) => screen.getByLabelText<HTMLTextAreaElement>(label)

test('on a phone the keyboard’s Next leads to the next field, from several lines too, and sends nothing', async () => {
  const { person } = renderScreen(<Parcel />)
  await person.type(field('Name'), 'Wanjiku{Enter}')
  expect(document.activeElement).toBe(field('Place'))
  await person.type(field('Details'), 'Green gate{Enter}')
  expect(field('Details').value).toBe('Green gate')
  expect(document.activeElement).toBe(field('Inside'))
  expect(sent).not.toHaveBeenCalled()
})

test('after the last field the keyboard makes way', async () => {
  const { person } = renderScreen(<Parcel />)
  await person.type(field('Inside'), 'Shoes{Enter}')
  expect(document.activeElement).toBe(document.body)
  expect(field('Inside').value).toBe('Shoes')
})

test('at other keyboards Enter sends, and breaks a line', async () => {
  isTouched = false
  const { person } = renderScreen(<Parcel />)
  await person.type(field('Details'), 'Green{Enter}gate')
  expect(field('Details').value).toBe('Green\ngate')
  await person.type(field('Name'), '{Enter}')
  await expect.poll(() => sent.mock.calls.length).toBe(1)
})
