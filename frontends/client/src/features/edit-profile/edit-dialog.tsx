import { profile } from '@tuma/contracts/api'
import { displayPhone } from '@tuma/contracts/vocabulary'
import { api, kitTexts, signedIn, toast, useMutation, useText, useUser } from '@tuma/kit/runtime'
import { Button, Dialog, Form, PhoneField, SubmitButton, TextField, useForm } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'

type Ways = {
  onClose: () => void
  /** Told a new e-mail, which takes effect only when its link is opened. */
  onEmailWanted: (email: string) => void
}

export const EditDialog = ({ open, ...ways }: Ways & { open: boolean }) => {
  const text = useText(texts)
  return (
    <Dialog open={open} onClose={ways.onClose} title={text('profile.edit')}>
      <EditForm {...ways} />
    </Dialog>
  )
}

const toastMs = 3000

const EditForm = ({ onClose, onEmailWanted }: Ways) => {
  const text = useText(texts)
  const kit = useText(kitTexts)
  const user = useUser()
  const update = useMutation(
    api.users.update.mutationOptions({
      onSuccess: (changed, { email }) => {
        signedIn(changed)
        toast.success(text('profile.updated'), { autoClose: toastMs })
        if (email) onEmailWanted(email)
      },
    }),
  )
  const form = useForm({
    schema: profile,
    defaults: {
      name: user.name,
      phone: displayPhone(user.phone),
      email: user.email,
      location: user.location ?? '',
      address: user.address ?? '',
    },
    failed: text('profile.failed'),
    submit: async ({ email, ...typed }) => {
      // The e-mail as it is would take back a change whose link has not been opened yet.
      await update.mutateAsync(email === user.email ? typed : { ...typed, email })
      onClose()
    },
  })
  return (
    <Form form={form} label={text('profile.edit')}>
      <TextField label={text('profile.name')} autoComplete="name" {...form.field('name')} />
      <PhoneField label={text('profile.phone')} {...form.field('phone')} />
      <TextField
        label={text('profile.email')}
        type="email"
        autoComplete="email"
        hint={text('profile.emailHint')}
        {...form.field('email')}
      />
      <TextField label={text('profile.location')} optional autoComplete="address-level2" {...form.field('location')} />
      <TextField label={text('profile.address')} optional autoComplete="street-address" {...form.field('address')} />
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          {kit('cancel')}
        </Button>
        <SubmitButton form={form}>{text('profile.save')}</SubmitButton>
      </div>
    </Form>
  )
}
