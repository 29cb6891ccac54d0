import { tillReceipt } from '@tuma/contracts/api'
import { ReceiptText, Smartphone } from '@tuma/kit/icons'
import { api, useQuery, useText } from '@tuma/kit/runtime'
import { Button, Form, Notice, SubmitButton, useForm } from '@tuma/kit/ui'
import { useState } from 'react'
import { newParcelTexts } from '../../new-parcel-texts.ts'
import { ReceiptFields } from '../../receipt-fields.tsx'
import type { NewParcelState } from './use-new-parcel.ts'

/** M-Pesa asks the customer's phone. Where it can't, this says so, and cash and the till stay. */
export function ByPrompt({ state: { form, book, paying } }: { state: NewParcelState }) {
  const text = useText(newParcelTexts)
  const contact = useQuery(api.locations.contact.queryOptions())
  if (contact.data?.prompts === false) return <Notice tone="warning">{text('pay.promptsOff')}</Notice>
  return (
    <Button
      wide
      variant="secondary"
      icon={Smartphone}
      loading={paying === 'prompt'}
      onClick={() => book({ how: 'prompt' })}
    >
      {text('pay.prompt', { phone: form.value('sender.phone') })}
    </Button>
  )
}

type Receipt = { receipt: string; payer: string }

/** The customer has paid to the till and shows the receipt. */
export function ToTill({
  payer,
  pending,
  onPay,
}: {
  payer: string
  pending: boolean
  onPay: (typed: Receipt) => unknown
}) {
  const text = useText(newParcelTexts)
  const [isOpen, setOpen] = useState(false)
  if (!isOpen)
    return (
      <Button wide variant="secondary" icon={ReceiptText} onClick={() => setOpen(true)}>
        {text('pay.till')}
      </Button>
    )
  return <ReceiptForm {...{ payer, pending, onPay }} />
}

const ReceiptForm = ({ payer, pending, onPay }: Parameters<typeof ToTill>[0]) => {
  const text = useText(newParcelTexts)
  const form = useForm({ schema: tillReceipt, defaults: { receipt: '', payer }, submit: (typed) => void onPay(typed) })
  return (
    <Form form={form} label={text('pay.till')}>
      <ReceiptFields form={form} />
      <SubmitButton form={form} wide loading={pending}>
        {text('pay.tillGo')}
      </SubmitButton>
    </Form>
  )
}
