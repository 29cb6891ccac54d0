import { password } from '@tuma/contracts/api'
import { refusals } from '@tuma/contracts/vocabulary'
import {
  ApiError,
  api,
  Link,
  useErrorText,
  useLocation,
  useMutation,
  useNavigate,
  useParams,
  useText,
} from '@tuma/kit/runtime'
import * as z from '@tuma/kit/schema'
import { ButtonLink, Card, Form, Notice, PageHeader, PasswordField, SubmitButton, useForm } from '@tuma/kit/ui'
import { useEffect, useMemo } from 'react'
import type { DoneState } from '../../registered.tsx'
import { texts } from '../../texts.ts'

const toLoginMs = 3000
const { status, message } = refusals.link_invalid
const invalid = new ApiError({ status, code: 'link_invalid', message })

/** The form of the tokens that identity writes. Finds a link that a mail program has cut off before the user types. */
const isWhole = (resetToken: string): boolean => /^[^.]+\.[^.]+\.[\w-]{43}$/.test(resetToken)

const chosen = (mismatch: string) =>
  z
    .object({ password, again: z.string() })
    .check(z.refine((typed) => typed.password === typed.again, { path: ['again'], error: mismatch }))

/** The page behind the link of a reset email: a new password, then the login. */
export function ResetPassword() {
  const { resetToken = '' } = useParams()
  return isWhole(resetToken) ? <ChoosePassword resetToken={resetToken} /> : <NoSuchLink />
}

function NoSuchLink() {
  const text = useText(texts)
  const say = useErrorText()
  return (
    <div className="site-account">
      <meta name="robots" content="noindex" />
      <PageHeader title={text('reset.title')} />
      <Notice tone="danger">{say(invalid, invalid.message)}</Notice>
      <ButtonLink to="/forgot-password">{text('reset.newLink')}</ButtonLink>
    </div>
  )
}

function ChoosePassword({ resetToken }: { resetToken: string }) {
  const text = useText(texts)
  const navigate = useNavigate()
  const { state } = useLocation()
  const email: string | undefined = state?.email // only when the login sent the user here
  const done = useMemo((): DoneState => ({ done: 'reset', email }), [email])
  const reset = useMutation(api.users.resetPassword.mutationOptions())
  const form = useForm({
    schema: chosen(text('register.mismatch')),
    defaults: { password: '', again: '' },
    submit: (typed) => reset.mutateAsync({ resetToken, password: typed.password }),
    failed: text('reset.error'),
  })
  useEffect(() => {
    if (!reset.isSuccess) return
    const timer = setTimeout(() => void navigate('/login', { replace: true, state: done }), toLoginMs)
    return () => clearTimeout(timer)
  }, [reset.isSuccess, navigate, done])

  if (reset.isSuccess) {
    return (
      <div className="site-account" role="status">
        <meta name="robots" content="noindex" />
        <PageHeader title={text('reset.doneTitle')} intro={text('reset.done')} />
        <ButtonLink to="/login" state={done}>
          {text('verify.toLogin')}
        </ButtonLink>
      </div>
    )
  }
  return (
    <div className="site-account">
      <meta name="robots" content="noindex" />
      <PageHeader title={text('reset.title')} intro={text('reset.intro')} />
      {state?.tooWeak ? <Notice>{text('reset.tooWeak')}</Notice> : null}
      <Card>
        <Form form={form} label={text('reset.title')}>
          <PasswordField
            label={text('reset.password')}
            hint={text('register.passwordHint')}
            autoComplete="new-password"
            {...form.field('password')}
          />
          <PasswordField label={text('register.again')} autoComplete="new-password" {...form.field('again')} />
          <SubmitButton form={form} wide>
            {text('reset.submit')}
          </SubmitButton>
        </Form>
      </Card>
      <p>
        <Link to="/forgot-password">{text('reset.newLink')}</Link>
      </p>
    </div>
  )
}
