import { type Delivery, holdForm } from '@tuma/contracts/api'
import { type HoldByHand, holdsByHand } from '@tuma/contracts/vocabulary'
import { holdTexts } from '@tuma/kit/parcels'
import { api, toast, useSubmission, useText } from '@tuma/kit/runtime'
import { FormDialog, Select, TextArea, useForm } from '@tuma/kit/ui'
import { refreshParcels } from '../list-deliveries/changes.ts'
import { actTexts } from './texts.ts'

export const Hold = ({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) => {
  const text = useText(actTexts)
  const holdText = useText(holdTexts)
  const { mutateAsync } = useSubmission(api.trouble.hold)
  const { _id: id, trackingId, held = [] } = delivery
  const form = useForm({
    schema: holdForm,
    defaults: { code: '' as HoldByHand, note: '', toSender: '' },
    failed: text('act.notHeld'),
    submit: async (said) => {
      await mutateAsync({ id, ...said })
      toast.success(text('act.held'))
      await refreshParcels()
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={text('act.holdOf', { trackingId })}
      description={text('act.holdWhat')}
      action={text('act.hold')}
    >
      <Select
        data-first
        label={text('act.holdWhy')}
        {...form.field('code')}
        options={holdsByHand
          .filter((code) => !held.includes(code))
          .map((value) => ({ value, label: holdText(`hold.${value}`) }))}
      />
      <TextArea label={text('act.holdNote')} hint={text('act.holdNoteHint')} optional {...form.field('note')} />
      <TextArea
        label={text('act.holdToSender')}
        hint={text('act.holdToSenderHint')}
        optional
        {...form.field('toSender')}
      />
    </FormDialog>
  )
}
