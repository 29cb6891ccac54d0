import './journey.css'
import { type ApiOutputs, verification } from '@tuma/contracts/api'
import { mpesaRefusals } from '@tuma/contracts/vocabulary'
import { ClipboardPaste } from '@tuma/kit/icons'
import { type ApiError, api, useErrorText, useSubmission, useText } from '@tuma/kit/runtime'
import * as z from '@tuma/kit/schema'
import { Button, Form, keepDraft, Notice, readDraft, SubmitButton, TextArea, TextField, useForm } from '@tuma/kit/ui'
import { useEffect, useRef, useState } from 'react'
import { ReceiptWay } from './claim-receipt.tsx'
import type { Due } from './due.ts'
import { SampleMessage } from './how-to-pay.tsx'
import { journeyTexts } from './journey-texts.ts'
import { type OtherMessage, OtherMessages } from './other-messages.tsx'
import { draftOfMessage, type Paying, ShortNotice, useKnownPayer } from './paying.tsx'
import { parcelTexts } from './texts.ts'

/** The form has one sentence for whatever went wrong on the way; beside the button it says that it was the network. */
const unlessUnreachable = (error: ApiError): never => {
  throw error.code === 'unreachable' ? new Error(error.message) : error
}

const { senderName, mpesaMessage } = verification.shape
const typedFields = z.object({ senderName, mpesaMessage })
type Pasted = { readonly found: readonly OtherMessage[]; readonly receipt?: string | undefined }
type Draft = { senderName?: string; mpesaMessage?: string }

/** Full name, the pasted message and the reference. */
export function Verification({ due, paying }: { due: Due; paying: Paying }) {
  const text = useText(parcelTexts)
  const { payer, reference, short } = paying
  const { name } = useKnownPayer(due)
  const draft: Draft = readDraft(draftOfMessage(payer))
  const verify = useSubmission(api.payment.verify)
  const [pasted, setPasted] = useState<Pasted>({ found: [] })
  const form = useForm({
    schema: typedFields,
    defaults: { senderName: draft.senderName || name, mpesaMessage: draft.mpesaMessage ?? '' },
    submit: async (typed) => {
      paying.begin()
      const asked = verify.mutateAsync({ ...typed, paymentReferenceId: reference, adds: paying.adds })
      answered(await asked.catch(unlessUnreachable))
    },
    failed: mpesaRefusals.not_mpesa,
  })
  const [typedName, typedMessage] = [form.value('senderName'), form.value('mpesaMessage')]
  useEffect(() => {
    keepDraft(draftOfMessage(payer), { senderName: typedName, mpesaMessage: typedMessage, reference })
  }, [payer, typedName, typedMessage, reference])

  function answered(answer: ApiOutputs['payment']['verify']): void {
    const { success, error, amount = due.amount, found = [], receipt } = answer
    setPasted({ found, receipt })
    if (!success) {
      form.setError('mpesaMessage', error || text('checkout.refused'))
      return
    }
    const covers = amount < due.amount ? undefined : due.what
    if (paying.take({ reference, amount, covers })) return
    form.reset({ ...form.values(), mpesaMessage: '' })
  }

  const complete = typedName.trim() !== '' && typedMessage.trim() !== ''
  return (
    <div className="t-card parcel-verify">
      <Form form={form} label={text('checkout.title')}>
        {short && !short.byPrompt ? <ShortNotice short={short} /> : null}
        <TextField label={text('checkout.name')} autoComplete="name" {...form.field('senderName')} />
        <TextArea
          label={text('checkout.message')}
          hint={text('checkout.messageHint')}
          {...form.field('mpesaMessage')}
        />
        <OtherMessages found={pasted.found} />
        <div className="parcel-paste">
          <PasteButton onText={(message) => form.set('mpesaMessage', message)} />
          <SampleMessage amount={paying.left} onMessage={(message) => form.set('mpesaMessage', message)} />
        </div>
        <TextField label={text('checkout.reference')} readOnly value={reference} />
        {form.failure.said && verify.error?.code === 'unreachable' ? <Unreachable error={verify.error} /> : null}
        <SubmitButton form={form} wide disabled={!complete}>
          {text('checkout.verify')}
        </SubmitButton>
      </Form>
      <ReceiptWay key={pasted.receipt} due={due} paying={paying} name={typedName.trim()} proposed={pasted.receipt} />
    </div>
  )
}

/** Is shown beside the button: a toast at a phone's foot would cover the button, and disappear by itself. */
function Unreachable({ error }: { error: ApiError }) {
  const say = useErrorText()
  const said = useRef<HTMLDivElement>(null)
  useEffect(() => void said.current?.nextElementSibling?.scrollIntoView({ block: 'nearest' }), [])
  return (
    <div ref={said}>
      <Notice tone="danger">{say(error, error.message)}</Notice>
    </div>
  )
}

/** Only where a browser lets a page ask for what was copied. */
function PasteButton({ onText }: { onText: (text: string) => void }) {
  const text = useText(journeyTexts)
  const [failed, setFailed] = useState(false)
  if (typeof navigator.clipboard?.readText !== 'function') return null
  const paste = async (): Promise<void> => {
    setFailed(false)
    try {
      onText(await navigator.clipboard.readText())
    } catch {
      setFailed(true)
    }
  }
  return (
    <>
      <Button variant="secondary" icon={ClipboardPaste} onClick={() => void paste()}>
        {text('paste.button')}
      </Button>
      {failed ? (
        <p className="t-error parcel-paste-failed" role="alert">
          {text('paste.failed')}
        </p>
      ) : null}
    </>
  )
}
