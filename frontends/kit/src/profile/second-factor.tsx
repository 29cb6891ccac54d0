import { passwordAndCode } from '@tuma/contracts/api'
import {
  api,
  confirm,
  signedIn,
  toast,
  useLocation,
  useMutation,
  useNavigate,
  useText,
  useUser,
} from '@tuma/kit/runtime'
import { Button, Card, CodeField, Dialog, FormDialog, Notice, PasswordField, useForm } from '@tuma/kit/ui'
import { useState } from 'react'
import { secondFactorTexts } from './second-factor-texts.ts'
import { SetUpSecondFactor } from './set-up-second-factor.tsx'

/** Of agents and admins, on their profile: whether logging in asks for a code, and the ways to change that. */
export const SecondFactor = () => {
  const text = useText(secondFactorTexts)
  const { secondFactor = false, secondFactorNeeded = false, secondFactorOff = false } = useUser()
  const [dialog, setDialog] = useState<'setUp' | 'remove' | null>(null)
  const close = () => setDialog(null)
  if (secondFactorOff) return null
  return (
    <Card>
      <h2>{text('title')}</h2>
      <div className="my-3">
        {secondFactorNeeded ? (
          <Notice tone="warning">{text('needed')}</Notice>
        ) : (
          <p>{text(secondFactor ? 'on' : 'off')}</p>
        )}
      </div>
      {secondFactor ? (
        <Button variant="secondary" onClick={() => setDialog('remove')}>
          {text('remove')}
        </Button>
      ) : (
        <Button onClick={() => setDialog('setUp')}>{text('setUp')}</Button>
      )}
      {/* It stays until it is closed: it goes on with the recovery codes when there is one already. */}
      <SettingUp open={dialog === 'setUp'} onClose={close} />
      {dialog === 'remove' ? <Remove onDone={close} /> : null}
    </Card>
  )
}

/** Whom a guard has led here because they need it (`state.from`) goes on to where they wanted when they have it. */
const SettingUp = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const text = useText(secondFactorTexts)
  const navigate = useNavigate()
  const { state } = useLocation()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const finish = () => {
    onClose()
    if (codes && typeof state?.from === 'string') void navigate(state.from, { replace: true })
    setCodes(null)
  }
  /** The codes are shown once, so a touch beside the dialog does not close it. */
  const leave = async () => {
    const [title, why, yes, no] = [text('kept'), text('notKept'), text('done'), text('notYet')]
    if (!codes || (await confirm({ title, text: why, yes, no }))) finish()
  }
  return (
    <Dialog open={open} onClose={() => void leave()} title={text('title')}>
      <SetUpSecondFactor codes={codes} onConfirmed={setCodes} onDone={finish} />
    </Dialog>
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
    <FormDialog form={form} onClose={onDone} title={text('removeTitle')} action={text('remove')} danger>
      <PasswordField data-first label={text('password')} hint={text('passwordHint')} {...form.field('password')} />
      <CodeField orRecovery {...form.field('code')} />
    </FormDialog>
  )
}
