import { type Delivery, pickerForm } from '@tuma/contracts/api'
import { api, toast, useMutation, useText } from '@tuma/kit/runtime'
import { Dialog, Form, PhoneField, SubmitButton, TextField, useForm } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'
import { parcelMoved, refreshParcels } from './steps.ts'

export const AssignPicker = ({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) => {
  const text = useText(texts)
  const { _id: id, revision } = delivery
  const assign = useMutation(api.agent.assignPicker.mutationOptions({ onError: refreshParcels }))
  const form = useForm({
    schema: pickerForm,
    defaults: { pickerName: '', pickerPhone: '', pickerNationalId: '' },
    failed: text('picker.failed'),
    submit: async (picker) => {
      const moved = await assign.mutateAsync({ id, revision, ...picker })
      toast.success(text('picker.done'))
      onClose()
      await parcelMoved(moved)
    },
  })
  return (
    <Dialog open onClose={onClose} title={text('picker.title')} description={text('picker.intro')}>
      <Form form={form}>
        <TextField label={text('picker.name')} autoComplete="off" {...form.field('pickerName')} />
        <PhoneField label={text('picker.phone')} {...form.field('pickerPhone')} autoComplete="off" />
        <TextField
          label={text('picker.nationalId')}
          inputMode="numeric"
          autoComplete="off"
          {...form.field('pickerNationalId')}
        />
        <SubmitButton form={form} wide>
          {text('picker.assign')}
        </SubmitButton>
      </Form>
    </Dialog>
  )
}
