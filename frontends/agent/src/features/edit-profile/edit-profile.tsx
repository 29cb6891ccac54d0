import { email, fullName, phone, type User } from '@tuma/contracts/api'
import { displayPhone } from '@tuma/contracts/vocabulary'
import { calls, signedIn, toast, useText } from '@tuma/kit/runtime'
import * as z from '@tuma/kit/schema'
import { Dialog, Form, PhoneField, SubmitButton, TextField, useForm } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'

const ownDetails = z.object({ name: fullName, phone: phone('Phone'), email })

/** The shop is an admin's to set: it is not among what an agent changes. */
export const EditProfile = ({ user, onClose }: { user: User; onClose: () => void }) => {
  const text = useText(texts)
  const form = useForm({
    schema: ownDetails,
    defaults: { name: user.name, phone: displayPhone(user.phone), email: user.email },
    failed: text('profile.failed'),
    submit: async (details) => {
      const changed = await calls.users.update(details)
      signedIn(changed)
      toast.success(text('profile.done'), { autoClose: 3000 })
      if (changed.email.toLowerCase() !== details.email.toLowerCase()) {
        toast.info(text('profile.emailLink', { email: details.email }))
      }
      onClose()
    },
  })
  return (
    <Dialog open onClose={onClose} title={text('profile.edit')}>
      <Form form={form}>
        <TextField label={text('profile.name')} autoComplete="name" {...form.field('name')} />
        <PhoneField label={text('profile.phone')} {...form.field('phone')} />
        <TextField label={text('profile.email')} type="email" autoComplete="email" {...form.field('email')} />
        <SubmitButton form={form} wide>
          {text('profile.save')}
        </SubmitButton>
      </Form>
    </Dialog>
  )
}
