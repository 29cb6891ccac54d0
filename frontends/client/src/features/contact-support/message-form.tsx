import { supportMessage } from '@tuma/contracts/api'
import { Send } from '@tuma/kit/icons'
import { api, Link, useSubmission, useText, useUser } from '@tuma/kit/runtime'
import * as z from '@tuma/kit/schema'
import { Form, SubmitButton, TextArea, TextField, useForm } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'

const minMs = 1500
const atLeast = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** The writer is logged in: they change their name and email in their profile, not in this form. */
const typed = z.pick(supportMessage, { message: true })

export const MessageForm = ({ onSent }: { onSent: () => void }) => {
  const text = useText(texts)
  const { name, email } = useUser()
  const send = useSubmission(api.support.send)
  const form = useForm({
    schema: typed,
    defaults: { message: '' },
    failed: text('contact.failed'),
    submit: async ({ message }) => {
      await Promise.all([send.mutateAsync({ name, email, message }), atLeast(minMs)])
      onSent()
    },
  })
  return (
    <Form form={form} label={text('contact.title')}>
      <div className="grid gap-4 md:grid-cols-2">
        <TextField label={text('contact.name')} readOnly value={name} autoComplete="off" />
        <TextField label={text('contact.email')} type="email" readOnly value={email} autoComplete="off" />
      </div>
      <p className="t-hint">
        {text('contact.locked')} <Link to="/Client/profile">{text('menu.profile')}</Link>
      </p>
      <TextArea
        label={text('contact.message')}
        hint={text('contact.messageHint')}
        rows={6}
        maxLength={2000}
        readOnly={form.submitting}
        {...form.field('message')}
      />
      <SubmitButton form={form} icon={Send} className="md:justify-self-start">
        {text(form.submitting ? 'contact.sending' : 'contact.send')}
      </SubmitButton>
    </Form>
  )
}
