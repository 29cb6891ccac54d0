import { profile } from '@tuma/contracts/api'
import { displayPhone } from '@tuma/contracts/vocabulary'
import { api, confirm, signedIn, toast, useMutation, useText, useUser } from '@tuma/kit/runtime'
import * as z from '@tuma/kit/schema'
import { FormDialog, PasswordField, PhoneField, TextField, useForm } from '@tuma/kit/ui'
import { useState } from 'react'
import { profileTexts } from './texts.ts'

type Ways = {
  shopLocked: boolean
  onClose: () => void
  /** Told a new e-mail, which takes effect only when its link is opened. */
  onEmailWanted: (email: string) => void
}

export const EditProfile = ({ open, ...ways }: Ways & { open: boolean }) => (open ? <EditForm {...ways} /> : null)

const toastMs = 3000
/** The server says below the field whether a password is needed. */
const typedProfile = z.extend(profile, { password: z.string() })

const EditForm = ({ shopLocked, onClose, onEmailWanted }: Ways) => {
  const text = useText(profileTexts)
  const user = useUser()
  const update = useMutation(
    api.users.update.mutationOptions({
      onSuccess: (changed, { email }) => {
        signedIn(changed)
        toast.success(text('updated'), { autoClose: toastMs })
        if (email) onEmailWanted(email)
      },
    }),
  )
  const shop = shopLocked ? {} : { location: user.location ?? '', address: user.address ?? '' }
  const [defaults] = useState({
    ...{ name: user.name, phone: displayPhone(user.phone), email: user.email, password: '' },
    ...shop,
  })
  const form = useForm({
    schema: typedProfile,
    defaults,
    failed: text('failed'),
    submit: async ({ email, password, ...typed }) => {
      // The e-mail as it is would take back a change whose link has not been opened yet.
      const wanted = email === user.email ? {} : { email, ...(password ? { password } : {}) }
      await update.mutateAsync({ ...typed, ...wanted })
      onClose()
    },
  })
  const leave = async (): Promise<void> => {
    const typed: Record<string, unknown> = form.values()
    const isChanged = Object.entries(defaults).some(([name, before]) => typed[name] !== before)
    const question = { title: text('leave'), yes: text('leaveYes'), no: text('leaveNo'), danger: true }
    if (!isChanged || (await confirm(question))) onClose()
  }
  return (
    <FormDialog form={form} onClose={onClose} onLeave={() => void leave()} title={text('edit')} action={text('save')}>
      <TextField label={text('name')} autoComplete="name" {...form.field('name')} />
      <PhoneField label={text('phone')} {...form.field('phone')} />
      <TextField
        label={text('email')}
        type="email"
        autoComplete="email"
        hint={text('emailHint')}
        {...form.field('email')}
      />
      {form.value('email') === user.email ? null : (
        <PasswordField label={text('password')} hint={text('passwordHint')} {...form.field('password')} />
      )}
      {shopLocked ? null : (
        <>
          <TextField label={text('location')} optional autoComplete="address-level2" {...form.field('location')} />
          <TextField label={text('address')} optional autoComplete="street-address" {...form.field('address')} />
        </>
      )}
    </FormDialog>
  )
}
