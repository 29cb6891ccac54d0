import { type Delivery, holdForm } from '@tuma/contracts/api'
import { holdsByHand } from '@tuma/contracts/vocabulary'
import { ChoosePhotos, holdTexts, useChosenPhotos } from '@tuma/kit/parcels'
import { api, toast, useMutation, useText } from '@tuma/kit/runtime'
import { FormDialog, Notice, Select, TextArea, useForm } from '@tuma/kit/ui'
import { useState } from 'react'
import { troubleTexts } from '../../trouble-texts.ts'
import { Said, useAbout } from '../move-parcel/say-moved.tsx'
import { parcelMoved, refreshParcels } from '../move-parcel/steps.ts'

/** Says what is wrong with a parcel, and shows it. First the hold, then its photos: without them it is held all the same. */
export const Hold = ({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) => {
  const text = useText(troubleTexts)
  const word = useText(holdTexts)
  const about = useAbout()
  const photos = useChosenPhotos(delivery)
  const [isHeld, setHeld] = useState(false)
  const hold = useMutation(api.trouble.hold.mutationOptions({ onError: refreshParcels }))
  const { _id: id, held = [] } = delivery
  const form = useForm({
    schema: holdForm,
    defaults: { code: '' as 'other', note: '', toSender: '' },
    failed: text('hold.failed'),
    submit: async ({ code, note = '', toSender = '' }) => {
      if (!isHeld) {
        await parcelMoved(await hold.mutateAsync({ id, code, note, toSender }))
        setHeld(true)
        toast.success(<Said trackingId={delivery.trackingId}>{text('hold.done', { why: word(`hold.${code}`) })}</Said>)
      }
      const { row, failed } = await photos.send()
      if (row) await parcelMoved(row)
      if (!failed) onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={text('hold.title')}
      description={`${about(delivery)} ${text('hold.intro')}`}
      action={text(isHeld ? 'hold.sendPhotos' : 'hold.go')}
    >
      {isHeld ? (
        <Notice tone="warning">{text(form.submitting ? 'hold.sending' : 'hold.photosLeft')}</Notice>
      ) : (
        <>
          <Select
            label={text('hold.why')}
            data-first
            options={holdsByHand
              .filter((code) => !held.includes(code))
              .map((code) => ({ value: code, label: word(`hold.${code}`) }))}
            {...form.field('code')}
          />
          <TextArea
            label={text('hold.note')}
            hint={text('hold.noteHint')}
            optional
            rows={2}
            maxLength={300}
            {...form.field('note')}
          />
          <TextArea
            label={text('hold.toSender')}
            hint={text('hold.toSenderHint')}
            optional
            rows={2}
            maxLength={300}
            {...form.field('toSender')}
          />
        </>
      )}
      <ChoosePhotos photos={photos} sending={form.submitting} />
    </FormDialog>
  )
}
