import { type Delivery, pickerForm } from '@tuma/contracts/api'
import { displayPhone } from '@tuma/contracts/vocabulary'
import { UserCheck } from '@tuma/kit/icons'
import { api, toast, useMutation, useText } from '@tuma/kit/runtime'
import { Button, Dialog, DialogFoot, Form, PhoneField, SubmitButton, TextField, useForm } from '@tuma/kit/ui'
import { useRef } from 'react'
import { texts } from '../../texts.ts'
import { Said, useAbout } from './say-moved.tsx'
import { parcelMoved, refreshParcels } from './steps.ts'

export const AssignPicker = ({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) => {
  const text = useText(texts)
  const about = useAbout()
  const sheet = useRef<HTMLDivElement>(null)
  const { _id: id, revision, trackingId, receiver } = delivery
  const assign = useMutation(api.agent.assignPicker.mutationOptions({ onError: refreshParcels }))
  const form = useForm({
    schema: pickerForm,
    defaults: { pickerName: '', pickerPhone: '', pickerNationalId: '' },
    failed: text('picker.failed'),
    submit: async (picker) => {
      const moved = await assign.mutateAsync({ id, revision, ...picker })
      toast.success(<Said trackingId={trackingId}>{text('picker.done')}</Said>)
      onClose()
      await parcelMoved(moved)
    },
  })
  /** The id is what is left to ask: it is on the card in their hand. */
  const inPerson = (): void => {
    form.set('pickerName', receiver.name)
    form.set('pickerPhone', displayPhone(receiver.phone))
    sheet.current?.querySelector<HTMLInputElement>('[name="pickerNationalId"]')?.focus()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={text('picker.title')}
      description={`${about(delivery)} ${text('picker.intro')}`}
    >
      <div ref={sheet}>
        <Form form={form}>
          <Button variant="secondary" wide icon={UserCheck} onClick={inPerson} data-first>
            {text('picker.inPerson', { name: receiver.name })}
          </Button>
          <TextField label={text('picker.name')} autoComplete="off" {...form.field('pickerName')} />
          <PhoneField label={text('picker.phone')} {...form.field('pickerPhone')} autoComplete="off" />
          <TextField
            label={text('picker.nationalId')}
            inputMode="numeric"
            autoComplete="off"
            {...form.field('pickerNationalId')}
          />
          <div className="flex gap-2.5 *:grow">
            <DialogFoot onCancel={onClose}>
              <SubmitButton form={form}>{text('picker.assign')}</SubmitButton>
            </DialogFoot>
          </div>
        </Form>
      </div>
    </Dialog>
  )
}
