import { api, useQuery, useText } from '@tuma/kit/runtime'
import { TextField, type useForm } from '@tuma/kit/ui'
import { texts } from './texts.ts'

type Receipt = { receipt: string; payer: string }
type ReceiptForm = Pick<ReturnType<typeof useForm<Receipt, unknown>>, 'field'>

/** What was paid to the till by hand: the receipt, and a fact that only its payer knows. */
export const ReceiptFields = ({ form }: { form: ReceiptForm }) => {
  const text = useText(texts)
  const { data, isPending } = useQuery(api.locations.contact.queryOptions())
  const number = data?.till?.number
  return (
    <>
      {isPending || number ? <p className="min-h-[1lh]">{number ? text('money.till', { number }) : null}</p> : null}
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
    </>
  )
}
