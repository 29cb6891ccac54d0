import { profile } from '@tuma/contracts/api'
import { displayPhone } from '@tuma/contracts/vocabulary'
import { api, kitTexts, signedIn, toast, useMutation, useText, useUser } from '@tuma/kit/runtime'
import { Button, Dialog, Form, PhoneField, SubmitButton, TextField, useForm } from '@tuma/kit/ui'
import { profileTexts } from './texts.ts'

type Ways = {
  shopLocked: boolean
  onClose: () => void
  /** Told a new e-mail, which takes effect only when its link is opened. */
  onEmailWanted: (email: string) => void
}

export const EditProfile = ({ open, ...ways }: Ways & { open: boolean }) => {
  const text = useText(profileTexts)
  return (
    <Dialog open={open} onClose={ways.onClose} title={text('edit')}>
      <EditForm {...ways} />
    </Dialog>
  )
}

const toastMs = 3000

const EditForm = ({ shopLocked, onClose, onEmailWanted }: Ways) => {
  const text = useText(profileTexts)
  const kit = useText(kitTexts)
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
  const form = useForm({
    schema: profile,
    defaults: { name: user.name, phone: displayPhone(user.phone), email: user.email, ...shop },
    failed: text('failed'),
    submit: async ({ email, ...typed }) => {
      // The e-mail as it is would take back a change whose link has not been opened yet.
      await update.mutateAsync(email === user.email ? typed : { ...typed, email })
      onClose()
    },
  })
  return (
    <Form form={form} label={text('edit')}>
      <TextField label={text('name')} autoComplete="name" {...form.field('name')} />
      <PhoneField label={text('phone')} {...form.field('phone')} />
      <TextField
        label={text('email')}
        type="email"
        autoComplete="email"
        hint={text('emailHint')}
        {...form.field('email')}
      />
      {shopLocked ? null : (
        <>
          <TextField label={text('location')} optional autoComplete="address-level2" {...form.field('location')} />
          <TextField label={text('address')} optional autoComplete="street-address" {...form.field('address')} />
        </>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button variant="secondary" onClick={onClose}>
          {kit('cancel')}
        </Button>
        <SubmitButton form={form}>{text('save')}</SubmitButton>
      </div>
    </Form>
  )
}
