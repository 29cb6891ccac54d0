import { type ApiOutputs, codeOnly, ownPasswordOnly } from '@tuma/contracts/api'
import { Download } from '@tuma/kit/icons'
import { api, signedIn, useMutation, useText } from '@tuma/kit/runtime'
import { Button, CodeField, CopyButton, Form, PasswordField, SubmitButton, useForm } from '@tuma/kit/ui'
import { useState } from 'react'
import { secondFactorTexts } from './second-factor-texts.ts'

type Key = ApiOutputs['users']['setUpSecondFactor']

type Props = {
  /** The recovery codes, once there are some. */
  codes: readonly string[] | null
  onConfirmed: (codes: readonly string[]) => void
  onDone: () => void
}

/** Password, then the key for the app and a code that confirms it, then the recovery codes, once. */
export const SetUpSecondFactor = ({ codes, onConfirmed, onDone }: Props) => {
  const [key, setKey] = useState<Key | null>(null)
  if (codes) return <RecoveryCodes codes={codes} onDone={onDone} />
  return key ? <Confirm of={key} onConfirmed={onConfirmed} /> : <ShowPassword onKey={setKey} />
}

const ShowPassword = ({ onKey }: { onKey: (key: Key) => void }) => {
  const text = useText(secondFactorTexts)
  const setUp = useMutation(api.users.setUpSecondFactor.mutationOptions())
  const form = useForm({
    schema: ownPasswordOnly,
    defaults: { password: '' },
    failed: text('failed'),
    submit: async (typed) => onKey(await setUp.mutateAsync(typed)),
  })
  return (
    <Form form={form} label={text('passwordTitle')}>
      <PasswordField data-first label={text('password')} hint={text('passwordHint')} {...form.field('password')} />
      <SubmitButton form={form}>{text('next')}</SubmitButton>
    </Form>
  )
}

const Confirm = ({ of: key, onConfirmed }: { of: Key; onConfirmed: (codes: readonly string[]) => void }) => {
  const text = useText(secondFactorTexts)
  const confirm = useMutation(api.users.confirmSecondFactor.mutationOptions())
  const form = useForm({
    schema: codeOnly,
    defaults: { code: '' },
    failed: text('failed'),
    submit: async (typed) => {
      const { recoveryCodes, token: _, ...user } = await confirm.mutateAsync(typed) // the cookie does for the web app
      onConfirmed(recoveryCodes)
      signedIn(user)
    },
  })
  return (
    <Form form={form} label={text('title')}>
      <p>{text('scan')}</p>
      {/* On white, whatever the theme: scanners want dark on light. */}
      <img src={key.qr} alt={text('qr')} width={200} height={200} className="mx-auto bg-white" />
      <p className="text-center md:hidden">
        <a href={key.uri}>{text('open')}</a>
      </p>
      <p className="t-hint">{text('key')}</p>
      <p className="flex items-center gap-2">
        <code className="break-all">{key.secret}</code>
        <CopyButton value={key.secret} label={text('copyKey')} />
      </p>
      <CodeField focused {...form.field('code')} />
      <SubmitButton form={form}>{text('confirm')}</SubmitButton>
    </Form>
  )
}

const RecoveryCodes = ({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) => {
  const text = useText(secondFactorTexts)
  const all = `${codes.join('\n')}\n`
  return (
    <div className="grid gap-4">
      <h3>{text('codesTitle')}</h3>
      <p>{text('codes')}</p>
      <ul className="grid grid-cols-2 gap-2">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="grid grid-cols-[auto_auto] gap-3">
        <CopyButton worded value={all} />
        <Button variant="secondary" icon={Download} onClick={() => save(all)}>
          {text('download')}
        </Button>
        <Button className="col-span-2" onClick={onDone}>
          {text('done')}
        </Button>
      </div>
    </div>
  )
}

const save = (content: string): void => {
  const address = URL.createObjectURL(new Blob([content], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = 'tuma_recovery_codes.txt'
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
