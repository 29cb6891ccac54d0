import { newRider, type Rider } from '@tuma/contracts/api'
import { displayPhone } from '@tuma/contracts/vocabulary'
import { api, queryClient, toast, useSubmission, useText } from '@tuma/kit/runtime'
import { FormDialog, PhoneField, TextField, useForm } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'
import { useMayHavePhone } from './may-have-phone.ts'

type Props = { rider: Rider; riders: readonly Rider[]; onClose: () => void }

/** Corrects a mistyped name or phone; the rider keeps the parcels. */
export const CorrectRider = ({ rider: { _id: id, name, phone }, riders, onClose }: Props) => {
  const text = useText(texts)
  const mayHavePhone = useMayHavePhone(riders.filter((other) => other._id !== id))
  const { mutateAsync } = useSubmission(api.network.correctRider)
  const form = useForm({
    schema: newRider,
    defaults: { name, phone: displayPhone(phone) },
    failed: text('riders.notSaved'),
    submit: async (said) => {
      if (!(await mayHavePhone(said.phone, { title: text('riders.same'), yes: text('save') }))) return
      await mutateAsync({ id, ...said })
      toast.success(text('riders.saved', { name: said.name }))
      onClose()
      // Every view of a parcel shows its rider, so all queries are fetched again.
      await queryClient.invalidateQueries()
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={text('riders.correct')}
      description={text('riders.correctWhat')}
      action={text('save')}
    >
      <TextField data-first label={text('people.name')} {...form.field('name')} autoComplete="off" />
      <PhoneField label={text('people.phone')} {...form.field('phone')} autoComplete="off" />
    </FormDialog>
  )
}
