import { registration } from '@tuma/contracts/api'
import { api, Link, toast, useNavigate, useSubmission, useText } from '@tuma/kit/runtime'
import * as z from '@tuma/kit/schema'
import {
  ButtonLink,
  Card,
  Form,
  PageHeader,
  PasswordField,
  PhoneField,
  SubmitButton,
  TextField,
  useFailureText,
  useForm,
} from '@tuma/kit/ui'
import { useEffect, useMemo } from 'react'
import { type RegisteredState, WhatComesNext } from '../../registered.tsx'
import { texts } from '../../texts.ts'

const toLoginMs = 3000

const account = (mismatch: string) =>
  z
    .extend(registration, { again: z.string() })
    .check(z.refine(({ password, again }) => password === again, { path: ['again'], error: mismatch }))

/** Registers a client, who must then open the link in their email, or wait for an admin where no email is sent. */
export function Register() {
  const text = useText(texts)
  const tell = useFailureText()
  const navigate = useNavigate()
  const register = useSubmission(api.users.register, {
    onSuccess: () => toast.success(text('register.done'), { autoClose: toLoginMs }),
    onError: (error) => toast.error(tell(error, text('register.failed')).said, { autoClose: toLoginMs }),
  })
  const form = useForm({
    schema: account(text('register.mismatch')),
    defaults: { name: '', username: '', email: '', phone: '', password: '', again: '' },
    submit: ({ again: _, ...person }) => register.mutateAsync(person),
    failed: text('register.failed'),
  })
  const { isSuccess, data, variables } = register
  const [email, adminVerifies] = [variables?.email, data?.adminVerifies === true]
  const state = useMemo(
    (): RegisteredState | null => (isSuccess && email ? { registered: { email, adminVerifies } } : null),
    [isSuccess, email, adminVerifies],
  )
  useEffect(() => {
    if (!state) return
    window.scrollTo({ top: 0 }) // the new content is shorter than the form was
    const timer = setTimeout(() => void navigate('/login', { state }), toLoginMs)
    return () => clearTimeout(timer)
  }, [state, navigate])

  if (state) {
    return (
      <div className="site-account">
        <PageHeader
          title={text(state.registered.adminVerifies ? 'register.waitTitle' : 'register.checkTitle')}
          intro={<WhatComesNext {...state.registered} />}
        />
        <ButtonLink to="/login" state={state}>
          {text('register.toLogin')}
        </ButtonLink>
      </div>
    )
  }
  return (
    <div className="site-account">
      <PageHeader title={text('register.title')} intro={text('register.intro')} />
      <Card>
        <Form form={form} label={text('register.title')}>
          <TextField
            label={text('register.name')}
            hint={text('register.nameHint')}
            autoComplete="name"
            {...form.field('name')}
          />
          <TextField
            label={text('register.username')}
            autoComplete="username"
            autoCapitalize="none"
            {...form.field('username')}
          />
          <TextField
            label={text('register.email')}
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            {...form.field('email')}
          />
          <PhoneField label={text('register.phone')} {...form.field('phone')} />
          <PasswordField
            label={text('register.password')}
            hint={text('register.passwordHint')}
            autoComplete="new-password"
            {...form.field('password')}
          />
          <PasswordField label={text('register.again')} autoComplete="new-password" {...form.field('again')} />
          <SubmitButton form={form} wide>
            {text('register.submit')}
          </SubmitButton>
        </Form>
      </Card>
      <p>
        {text('register.haveAccount')} <Link to="/login">{text('site.login')}</Link>
      </p>
      <p>
        <Link to="/forgot-password">{text('login.forgot')}</Link>
      </p>
    </div>
  )
}
