import { passwordAndCode } from '@tuma/contracts/api'
import { api, signedIn, toast, useMutation, useText, useUser } from '@tuma/kit/runtime'
import { Button, Card, Dialog, Form, PasswordField, SubmitButton, TextField, useForm } from '@tuma/kit/ui'
import { useState } from 'react'
import { secondFactorTexts } from './second-factor-texts.ts'
import { SetUpSecondFactor } from './set-up-second-factor.tsx'

/** Of agents and admins, on their profile: whether logging in asks for a code, and the ways to change that. */
export const SecondFactor = () => {
  const text = useText(secondFactorTexts)
  const { secondFactor = false } = useUser()
  const [dialog, setDialog] = useState<'setUp' | 'remove' | null>(null)
  const close = () => setDialog(null)
  return (
    <Card>
      <h2>{text('title')}</h2>
      <p className="my-3">{text(secondFactor ? 'on' : 'off')}</p>
      {secondFactor ? (
        <Button variant="secondary" onClick={() => setDialog('remove')}>
          {text('remove')}
        </Button>
      ) : (
        <Button onClick={() => setDialog('setUp')}>{text('setUp')}</Button>
      )}
      {/* It stays until it is closed: it goes on with the recovery codes when there is one already. */}
      <Dialog open={dialog === 'setUp'} onClose={close} title={text('title')}>
        <SetUpSecondFactor onDone={close} />
      </Dialog>
      <Dialog open={dialog === 'remove'} onClose={close} title={text('remove')}>
        <Remove onDone={close} />
      </Dialog>
    </Card>
  )
}

const Remove = ({ onDone }: { onDone: () => void }) => {
  const text = useText(secondFactorTexts)
  const remove = useMutation(api.users.removeSecondFactor.mutationOptions())
  const form = useForm({
    schema: passwordAndCode,
    defaults: { password: '', code: '' },
    failed: text('failed'),
    submit: async (typed) => {
      signedIn(await remove.mutateAsync(typed))
      toast.success(text('removed'))
      onDone()
    },
  })
  return (
    <Form form={form} label={text('remove')}>
      <PasswordField label={text('password')} hint={text('passwordHint')} {...form.field('password')} />
      <TextField
        label={text('code')}
        hint={text('removeHint')}
        autoComplete="one-time-code"
        autoCapitalize="none"
        {...form.field('code')}
      />
      <SubmitButton form={form} variant="danger">
        {text('remove')}
      </SubmitButton>
    </Form>
  )
}
