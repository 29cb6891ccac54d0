import { email } from '@tuma/contracts/api'
import { api, Link, useSentence, useSubmission, useText } from '@tuma/kit/runtime'
import * as z from '@tuma/kit/schema'
import { Card, Form, Notice, PageHeader, SubmitButton, TextField, useForm } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'

const account = z.object({ email })

/** Sends a link to a user who forgot the password. The answer is the same whether that account exists or not. */
export function ForgotPassword() {
  const text = useText(texts)
  const read = useSentence()
  const ask = useSubmission(api.users.forgotPassword)
  const form = useForm({
    schema: account,
    defaults: { email: '' },
    submit: (typed) => ask.mutateAsync(typed),
    failed: text('reset.error'),
  })
  return (
    <div className="site-account">
      <meta name="robots" content="noindex" />
      <PageHeader title={text('forgot.title')} intro={text('forgot.intro')} />
      <Card>
        <div role="status">
          {ask.isSuccess ? (
            <div className="mb-4">
              <Notice>{read(ask.data.message) || text('forgot.sent')}</Notice>
            </div>
          ) : null}
        </div>
        <Form form={form} label={text('forgot.title')}>
          <TextField
            label={text('login.email')}
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            {...form.field('email')}
          />
          <SubmitButton form={form} wide>
            {text('forgot.submit')}
          </SubmitButton>
        </Form>
      </Card>
      <p>
        <Link to="/">{text('forgot.home')}</Link>
      </p>
    </div>
  )
}
