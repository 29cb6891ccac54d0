import { profile, type User } from '@tuma/contracts/api'
import { displayPhone } from '@tuma/contracts/vocabulary'
import { api, signedIn, toast, useMutation, useText } from '@tuma/kit/runtime'
import { Dialog, Form, PhoneField, SubmitButton, TextField, useForm } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'

const shownMs = 3000

export const EditProfile = ({ me, onClose }: { me: User; onClose: () => void }) => {
  const text = useText(texts)
  const update = useMutation(api.users.update.mutationOptions())
  const form = useForm({
    schema: profile,
    defaults: {
      name: me.name,
      phone: displayPhone(me.phone),
      email: me.email,
      location: me.location ?? '',
      address: me.address ?? '',
    },
    failed: text('profile.failed'),
    submit: async (changed) => {
      signedIn(await update.mutateAsync(changed))
      toast.success(text('profile.done'), { autoClose: shownMs })
      onClose()
    },
  })
  return (
    <Dialog open onClose={onClose} title={text('profile.edit')}>
      <Form form={form}>
        <TextField label={text('people.name')} autoComplete="name" {...form.field('name')} />
        <PhoneField label={text('people.phone')} {...form.field('phone')} />
        <TextField
          label={text('people.email')}
          hint={text('profile.emailHint')}
          type="email"
          autoComplete="email"
          {...form.field('email')}
        />
        <TextField label={text('agents.location')} optional {...form.field('location')} />
        <TextField label={text('agents.address')} optional {...form.field('address')} />
        <SubmitButton form={form} wide>
          {text('save')}
        </SubmitButton>
      </Form>
    </Dialog>
  )
}
