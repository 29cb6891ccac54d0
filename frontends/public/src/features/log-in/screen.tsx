import { credentials, type User } from '@tuma/contracts/api'
import { getHome } from '@tuma/contracts/vocabulary'
import {
  ApiError,
  api,
  Link,
  Navigate,
  signedIn,
  useLocation,
  useNavigate,
  useSession,
  useSubmission,
  useText,
} from '@tuma/kit/runtime'
import * as z from '@tuma/kit/schema'
import {
  Card,
  Checkbox,
  CodeField,
  Form,
  Notice,
  PageHeader,
  PasswordField,
  Skeleton,
  SubmitButton,
  TextField,
  useForm,
} from '@tuma/kit/ui'
import { useEffect, useRef, useState } from 'react'
import { type DoneState, type RegisteredState, WhatComesNext } from '../../registered.tsx'
import { texts } from '../../texts.ts'

/** The server says whether a code is needed, after it has checked the password. */
const typedCredentials = z.extend(credentials, { code: z.optional(z.string()) })

/** Logs people in. A user who is logged in already goes on to the page they asked for, or to their own area. */
export const Login = () => <LoginOf key={useLocation().key} />

/** Each way here brings its own email and notice, also while the login is already on the screen. */
function LoginOf() {
  const text = useText(texts)
  const session = useSession()
  const { state } = useLocation()
  const { registered, done, email } = (state ?? {}) as Partial<RegisteredState & DoneState>
  const navigate = useNavigate()
  const password = useFocused(email !== undefined)
  const [asksCode, setAsksCode] = useState(false)
  const login = useSubmission(api.users.login, {
    onError: ({ code, details: { resetToken } }) => {
      if (code !== 'new_password_needed' || typeof resetToken !== 'string') return
      void navigate(`/resetpassword/${encodeURIComponent(resetToken)}`, {
        state: { tooWeak: true, email: form.value('email') },
      })
    },
  })
  const form = useForm({
    schema: typedCredentials,
    defaults: { email: registered?.email ?? email ?? '', password: '', keepSignedIn: false },
    submit: async ({ code, ...typed }) => {
      const answer = await login.mutateAsync(code ? { ...typed, code } : typed).catch((error) => {
        if (asksCode || !(error instanceof ApiError) || error.code !== 'code_needed') throw error
        return null
      })
      // The first time this is no error: the field that appears says what to type.
      if (answer === null) return setAsksCode(true)
      const { token: _, ...user } = answer // the web app uses the cookie instead
      signedIn(user)
    },
    failed: text('login.failed'),
  })
  if (session.status === 'signed-in') {
    return (
      <>
        <Navigate to={toWay(session.user, state?.from)} replace />
        <Skeleton rows={0} wholeScreen />
      </>
    )
  }
  return (
    <div className="site-account">
      <PageHeader title={text('login.title')} intro={text('login.intro')} />
      {done ? <Notice>{text(`login.${done}`)}</Notice> : null}
      {registered && !login.isError && form.value('email').trim() === registered.email ? (
        <Notice>
          <WhatComesNext {...registered} />
        </Notice>
      ) : null}
      {login.error?.code === 'not_verified' && !registered?.adminVerifies ? (
        <Notice>{text('login.anotherLink')}</Notice>
      ) : null}
      <Card>
        <Form form={form} label={text('login.title')} data-sends="/api/users/login">
          <TextField
            label={text('login.email')}
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            {...form.field('email')}
          />
          <div ref={password}>
            <PasswordField label={text('login.password')} {...form.field('password')} />
          </div>
          {asksCode ? <CodeField orRecovery focused {...form.field('code')} /> : null}
          <Checkbox label={text('login.keep')} {...form.field('keepSignedIn')} />
          <SubmitButton form={form} wide>
            {text('login.submit')}
          </SubmitButton>
        </Form>
      </Card>
      <p>
        <Link to="/forgot-password">{text('login.forgot')}</Link>
      </p>
      <p>
        {text('login.noAccount')} <Link to="/register">{text('login.register')}</Link>
      </p>
    </div>
  )
}

/** On the first field inside this element, where that field is all that is left to type. */
function useFocused(isLeft: boolean) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isLeft) place.current?.querySelector('input')?.focus()
  }, [isLeft])
  return place
}

/** Back to the address that asked for a login, if it is in the user's own area. */
function toWay(user: User, from: unknown): string {
  const home = getHome(user.role)
  return typeof from === 'string' && new RegExp(`^${home}([/?]|$)`, 'i').test(from) ? from : home
}
