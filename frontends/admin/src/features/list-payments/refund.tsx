import { type AdminPayment, paymentRefund } from '@tuma/contracts/api'
import { displayPhone } from '@tuma/contracts/vocabulary'
import { api, calls, useQuery, useSubmission, useText } from '@tuma/kit/runtime'
import * as z from '@tuma/kit/schema'
import { Checkbox, FormDialog, Notice, TextField, useForm } from '@tuma/kit/ui'
import { Reason, told, useDone } from '../../deciding.tsx'
import { texts } from '../../texts.ts'
import { AskBelowForm } from '../approve-acts/ask-below-form.tsx'
import { inShillings } from './words.ts'

/** Records a refund that an admin has paid with M-Pesa. Sends no money itself. */
export const Refund = ({ payment, onClose }: { payment: AdminPayment; onClose: () => void }) => {
  const text = useText(texts)
  const done = useDone(onClose)
  const { mutateAsync, error, variables } = useSubmission(api.adminPayments.refund, told)
  const { _id: id, receipt, refundable = 0, owed = 0, state } = payment
  const { data: { phones } = { phones: [] } } = useQuery(api.adminPayments.paidFrom.queryOptions({ input: { id } }))
  const form = useForm({
    schema: z.extend(paymentRefund, { sent: z.boolean() }),
    defaults: { amount: owed > 0 ? plainShillings(owed) : '', receipt: '', reason: '', sent: false },
    failed: text('payment.notRefunded'),
    submit: async ({ sent, ...said }) => {
      await mutateAsync({ id, ...said, ...(sent ? { sent } : {}) })
      await done(text('payment.refunded', { receipt }))
    },
  })
  const needsApproval = error?.code === 'approval_needed'
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={text('payment.refundOf', { receipt })}
      description={text('payment.refundWhat', { most: inShillings(plainShillings(refundable)) })}
      action={text('payment.refund')}
      beneath={
        needsApproval && variables ? (
          <AskBelowForm
            key={variables.amount}
            ask={() => calls.adminPayments.askRefund({ id, amount: variables.amount })}
            action={text('payment.refund')}
          />
        ) : null
      }
    >
      {phones.length > 0 ? (
        <Notice tone="warning">{text('payment.refundPhone', { phones: phones.map(displayPhone).join(', ') })}</Notice>
      ) : null}
      {state === 'confirmed' ? null : <Notice tone="warning">{text('payment.refundUnproved')}</Notice>}
      <TextField
        data-first
        label={text('payment.refundAmount')}
        inputMode="decimal"
        autoComplete="off"
        {...form.field('amount')}
      />
      <TextField
        label={text('payment.refundReceipt')}
        autoComplete="off"
        autoCapitalize="characters"
        {...form.field('receipt')}
      />
      <Reason control={form.field('reason')} />
      {needsApproval ? <Checkbox label={text('books.leftAlready')} {...form.field('sent')} /> : null}
    </FormDialog>
  )
}

/** Cents as typed shillings: 150, 150.50. */
export const plainShillings = (cents: number): string =>
  cents % 100 === 0 ? `${cents / 100}` : (cents / 100).toFixed(2)
