import { type Delivery, deletionFields } from '@tuma/contracts/api'
import { deletionReasons, maxDeletionNote } from '@tuma/contracts/vocabulary'
import { api, toast, useSubmission, useText } from '@tuma/kit/runtime'
import { FormDialog, Notice, Select, TextArea, useForm } from '@tuma/kit/ui'
import { useSayRefused } from '../../say-refused.ts'
import { texts } from '../../texts.ts'
import { refreshParcels } from '../list-deliveries/changes.ts'
import { deleteTexts } from './texts.ts'
import { useUnderWay } from './where-it-is.ts'

/**
 * Asks before a parcel is deleted: says what is under way, and offers a reason. Calls `onGone` after the deletion: the
 * parcel's own screen must close before a query asks for the parcel again.
 */
export const DeleteParcel = (props: { delivery: Delivery; onClose: () => void; onGone?: (() => void) | undefined }) => {
  const { delivery, onClose, onGone } = props
  const text = useText(deleteTexts)
  const word = useText(texts)
  const sayRefused = useSayRefused()
  const underWay = useUnderWay(delivery)
  const { mutateAsync } = useSubmission(api.adminDeliveries.remove)
  const form = useForm({
    schema: deletionFields,
    defaults: { reason: '', note: '' },
    onFailure: (error) => sayRefused(text('delete.failed'), error),
    submit: async ({ reason, note }) => {
      await mutateAsync({ id: delivery._id, reason: reason || undefined, note })
      toast.success(text('delete.done'))
      onClose()
      onGone?.()
      await refreshParcels()
    },
  })
  return (
    <FormDialog
      danger
      form={form}
      onClose={onClose}
      title={text('delete.sure', { trackingId: delivery.trackingId })}
      description={text('delete.what')}
      action={word('delete')}
    >
      {underWay.length > 0 ? (
        <Notice tone="warning">
          <strong>{text('delete.underWay')}</strong>
          <ul>
            {underWay.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Notice>
      ) : null}
      <Select
        data-first
        optional
        label={text('delete.reason')}
        placeholder={text('delete.noReason')}
        {...form.field('reason')}
        options={deletionReasons.map((value) => ({ value, label: text(`delete.reason.${value}`) }))}
      />
      <TextArea
        optional
        rows={2}
        label={text('delete.note')}
        hint={text('delete.noteHint')}
        maxLength={maxDeletionNote}
        {...form.field('note')}
      />
    </FormDialog>
  )
}
