import { tillReceipt } from '@tuma/contracts/api'
import { api, toast, useQuery, useSubmission, useText } from '@tuma/kit/runtime'
import { Form, SubmitButton, TextField, useForm } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'
import { lookAgain } from './look-again.ts'

/** Cash that the agent paid to the till by hand. */
export const ReceiptOfCash = () => {
  const text = useText(texts)
  const number = useQuery(api.locations.contact.queryOptions()).data?.till?.number
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
      {number ? <p>{text('money.till', { number })}</p> : null}
      <TextField
        label={text('money.receipt')}
        autoComplete="off"
        autoCapitalize="characters"
        {...form.field('receipt')}
      />
      <TextField
        label={text('money.payer')}
        hint={text('money.payerHint')}
        autoComplete="off"
        {...form.field('payer')}
      />
      <SubmitButton form={form}>{text('cash.payIn.claim')}</SubmitButton>
    </Form>
  )
}
