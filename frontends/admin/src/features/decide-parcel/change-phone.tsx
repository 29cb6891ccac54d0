import { type Delivery, receiverPhoneByAdmin } from '@tuma/contracts/api'
import { displayPhone } from '@tuma/contracts/vocabulary'
import { api, toast, useSubmission, useText } from '@tuma/kit/runtime'
import { FormDialog, PhoneField, TextField, useForm } from '@tuma/kit/ui'
import { refreshParcels } from '../list-deliveries/changes.ts'
import { actTexts } from './texts.ts'

export const ChangePhone = ({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) => {
  const text = useText(actTexts)
  const { mutateAsync } = useSubmission(api.trouble.correctPhone)
  const { _id: id, trackingId, receiver } = delivery
  const form = useForm({
    schema: receiverPhoneByAdmin,
    defaults: { phone: '', reason: '' },
    failed: text('act.phoneNotChanged'),
    submit: async (said) => {
      await mutateAsync({ id, ...said })
      toast.success(text('act.phoneChanged'))
      await refreshParcels()
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={text('act.phoneOf', { trackingId })}
      description={text('act.phoneWhat', { phone: displayPhone(receiver.phone) })}
      action={text('act.phone')}
    >
      <PhoneField data-first label={text('act.phoneNew')} {...form.field('phone')} />
      <TextField
        label={text('act.phoneWhy')}
        hint={text('act.phoneWhyHint')}
        {...form.field('reason')}
        autoComplete="off"
      />
    </FormDialog>
  )
}
