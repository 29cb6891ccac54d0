import type { Approval } from '@tuma/contracts/api'
import { api, toast, useSubmission, useText } from '@tuma/kit/runtime'
import * as z from '@tuma/kit/schema'
import { FormDialog, TextField, useForm } from '@tuma/kit/ui'
import { refreshApprovals } from './changes.ts'
import { approvalTexts } from './texts.ts'

const schema = z.object({ reason: z.string().check(z.trim(), z.maxLength(200)) })

/** Declines a request with a reason, which the admin who asked reads. */
export const Decline = ({ request, onClose }: { request: Approval; onClose: () => void }) => {
  const text = useText(approvalTexts)
  const { mutateAsync } = useSubmission(api.approvals.decline, { onError: () => void refreshApprovals() })
  const form = useForm({
    schema,
    defaults: { reason: '' },
    failed: text('approvals.notDeclined'),
    submit: async ({ reason }) => {
      await mutateAsync({ id: request._id, reason })
      toast.success(text('approvals.declined'))
      await refreshApprovals()
      onClose()
    },
  })
  const description = [text(`approvals.kind.${request.kind}`), request.name].filter(Boolean).join(', ')
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={text('approvals.declineOf')}
      description={description}
      action={text('approvals.decline')}
    >
      <TextField
        data-first
        label={text('approvals.reason')}
        hint={text('approvals.reasonHint')}
        autoComplete="off"
        optional
        {...form.field('reason')}
      />
    </FormDialog>
  )
}
