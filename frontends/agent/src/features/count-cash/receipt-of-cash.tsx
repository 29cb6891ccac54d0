import { tillReceipt } from '@tuma/contracts/api'
import { api, toast, useSubmission, useText } from '@tuma/kit/runtime'
import { Form, SubmitButton, useForm } from '@tuma/kit/ui'
import { ReceiptFields } from '../../receipt-fields.tsx'
import { texts } from '../../texts.ts'
import { lookAgain } from './look-again.ts'

/** Cash that the agent paid to the till by hand. */
export const ReceiptOfCash = () => {
  const text = useText(texts)
  const { mutateAsync } = useSubmission(api.cash.payIn)
  const empty = { receipt: '', payer: '' }
  const form = useForm({
    schema: tillReceipt,
    defaults: empty,
    failed: text('cash.payIn.failed'),
    submit: async (typed): Promise<void> => {
      await mutateAsync(typed).finally(lookAgain)
      form.reset(empty)
      toast.success(text('cash.payIn.claimed'))
    },
  })
  return (
    <Form form={form} label={text('cash.payIn.byReceipt')}>
      <ReceiptFields form={form} />
      <SubmitButton form={form}>{text('cash.payIn.claim')}</SubmitButton>
    </Form>
  )
}
