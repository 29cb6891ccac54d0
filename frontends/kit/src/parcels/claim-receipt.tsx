import './prompt.css'
import { type ApiOutputs, receiptAndPayer } from '@tuma/contracts/api'
import { Receipt } from '@tuma/kit/icons'
import { api, useSubmission, useText } from '@tuma/kit/runtime'
import * as z from '@tuma/kit/schema'
import { Button, Form, SubmitButton, TextField, useForm } from '@tuma/kit/ui'
import { useState } from 'react'
import type { Due } from './due.ts'
import type { KeptPrompt } from './kept-prompt.ts'
import { type Paying, useKnownPayer } from './paying.tsx'
import { promptTexts } from './prompt-texts.ts'
import { parcelTexts } from './texts.ts'

const codeAlone = z.pick(receiptAndPayer, { receipt: true })

/** `proposed`: the code inside a message that can't be taken, from a bank for one. */
type Props = { due: Due; paying: Paying; name: string; proposed?: string | undefined }

/** For a payer who has no M-Pesa message, but knows the receipt number and who paid. */
export function ReceiptWay(props: Props) {
  const text = useText(promptTexts)
  const [isOpen, setOpen] = useState(props.proposed !== undefined)
  return (
    <div className="parcel-receipt">
      <Button variant="quiet" icon={Receipt} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {text('receipt.only')}
      </Button>
      {isOpen ? <ClaimReceipt {...props} /> : null}
    </div>
  )
}

function ClaimReceipt({ due, paying, name, proposed = '' }: Props) {
  const text = useText(promptTexts)
  const [whose] = useState(name)
  const refused = useRefused()
  const { mutateAsync } = useSubmission(api.payment.claimReceipt)
  const { reference } = paying
  const form = useForm({
    schema: receiptAndPayer,
    defaults: { senderName: whose, receipt: proposed, nameOrPhone: '' },
    failed: text('receipt.failed'),
    submit: async (typed): Promise<void> => {
      paying.begin()
      const answer = await mutateAsync({ ...typed, paymentReferenceId: reference, adds: paying.adds })
      if (!answer.success) return form.setError('receipt', refused(answer))
      const { amount = due.amount } = answer
      if (paying.take({ reference, amount, covers: amount < due.amount ? undefined : due.what })) return
      form.reset({ ...form.values(), receipt: '' })
    },
  })
  return (
    <Form form={form} label={text('receipt.only')}>
      <p className="t-hint">{text('receipt.what')}</p>
      {whose ? null : <TextField label={text('prompt.name')} autoComplete="name" {...form.field('senderName')} />}
      <Code {...form.field('receipt')} />
      <TextField label={text('receipt.payer')} hint={text('receipt.payerHint')} {...form.field('nameOrPhone')} />
      <SubmitButton form={form} variant="secondary" wide>
        {text('receipt.claim')}
      </SubmitButton>
    </Form>
  )
}

/** The prompt's own phone says who paid: once it is paid, the checkout goes on by what becomes of the prompt. */
export function ReceiptOfPrompt({ due, asked, look }: { due: Due; asked: KeptPrompt; look: () => Promise<unknown> }) {
  const text = useText(promptTexts)
  const refused = useRefused()
  const { name } = useKnownPayer(due)
  const { mutateAsync } = useSubmission(api.payment.claimReceipt)
  const { promptId, reference: paymentReferenceId } = asked
  const form = useForm({
    schema: codeAlone,
    defaults: { receipt: '' },
    failed: text('receipt.failed'),
    submit: async (typed) => {
      const senderName = asked.senderName ?? name
      const answer = await mutateAsync({ ...typed, paymentReferenceId, senderName, promptId })
      if (answer.success) await look()
      else form.setError('receipt', refused(answer))
    },
  })
  return (
    <Form form={form} label={text('receipt.goOn')}>
      <Code {...form.field('receipt')} />
      <SubmitButton form={form} variant="ochre" wide>
        {text('receipt.goOn')}
      </SubmitButton>
    </Form>
  )
}

const useRefused = () => {
  const text = useText(parcelTexts)
  return ({ error }: ApiOutputs['payment']['claimReceipt']): string => error || text('checkout.refused')
}

type Control = ReturnType<ReturnType<typeof useForm<{ receipt: string }, unknown>>['field']>

function Code(control: Control) {
  const text = useText(promptTexts)
  return (
    <TextField
      label={text('receipt.code')}
      hint={text('receipt.codeHint')}
      {...control}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
    />
  )
}
