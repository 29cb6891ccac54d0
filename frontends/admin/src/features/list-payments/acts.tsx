import { type AdminPayment, paymentReason, paymentRebinding, type User } from '@tuma/contracts/api'
import { formatKsh } from '@tuma/contracts/vocabulary'
import { api, useSubmission, useText } from '@tuma/kit/runtime'
import * as z from '@tuma/kit/schema'
import { Dialog, DialogFoot, Form, FormDialog, SubmitButton, TextField, useForm } from '@tuma/kit/ui'
import { useId, useState } from 'react'
import { ChooseUser } from '../../choose-user.tsx'
import { Reason, told, useDone } from '../../deciding.tsx'
import { texts } from '../../texts.ts'
import { useWords } from './words.ts'

export type Act = 'letPass' | 'release' | 'rebind' | 'refund'
type Props = { payment: AdminPayment; onClose: () => void }

export const LetPass = ({ payment, onClose }: Props) => {
  const text = useText(texts)
  const words = useWords()
  const done = useDone(onClose)
  const { mutateAsync } = useSubmission(api.adminPayments.letPass, told)
  const { _id: id, receipt } = payment
  const form = useForm({
    schema: paymentReason,
    defaults: { reason: '' },
    failed: text('payment.notLetPass'),
    submit: async ({ reason }) => {
      await mutateAsync({ id, reason })
      await done(text('payment.passes', { receipt }))
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={text('payment.letPassOf', { receipt })}
      description={`${words.against(payment)} ${text('payment.letPassWhat')}`}
      action={text('payment.letPass')}
    >
      <Reason data-first control={form.field('reason')} />
    </FormDialog>
  )
}

export const Release = ({ payment, onClose }: Props) => {
  const text = useText(texts)
  const done = useDone(onClose)
  const { mutateAsync } = useSubmission(api.adminPayments.release, told)
  const { _id: id, receipt, amount, senderName, givenByAgent = false, paidIn = false } = payment
  const form = useForm({
    schema: paymentReason,
    defaults: { reason: '' },
    failed: text('payment.notReleased'),
    submit: async ({ reason }) => {
      await mutateAsync({ id, reason })
      await done(text('payment.released', { receipt }))
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={text('payment.releaseOf', { receipt })}
      description={
        givenByAgent
          ? text('payment.releaseGivenWhat')
          : text(paidIn ? 'payment.releasePaidInWhat' : 'payment.releaseWhat', {
              ...{ amount: formatKsh(amount), name: senderName ?? '' },
            })
      }
      action={text('payment.release')}
      danger
    >
      <Reason data-first control={form.field('reason')} />
    </FormDialog>
  )
}

const referenceAndReason = z.pick(paymentRebinding, { paymentReference: true, reason: true })

/** The search for the account is above the form, so that Enter in the search submits nothing. */
export const Rebind = ({ payment, onClose }: Props) => {
  const text = useText(texts)
  const sheet = useId()
  const done = useDone(onClose)
  const { mutateAsync } = useSubmission(api.adminPayments.rebind, told)
  const [user, setUser] = useState<User | null>(null)
  const { _id: id, receipt, amount, paymentReference } = payment
  const form = useForm({
    schema: referenceAndReason,
    defaults: { paymentReference: paymentReference ?? '', reason: '' },
    failed: text('payment.notRebound'),
    submit: async (said) => {
      if (!user) return
      const { username, name } = user
      await mutateAsync({ id, username, ...said })
      await done(text('payment.rebound', { receipt, name }))
    },
  })
  const title = text('payment.rebindOf', { receipt })
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={text('payment.rebindWhat', { amount: formatKsh(amount) })}
      footer={
        <DialogFoot onCancel={onClose}>
          <SubmitButton form={form} sheet={sheet} disabled={!user}>
            {text('payment.give')}
          </SubmitButton>
        </DialogFoot>
      }
    >
      <div className="mb-4 grid gap-2">
        <ChooseUser
          label={text('payment.whose')}
          found={text('agents.clients')}
          userId={user?._id ?? ''}
          onChoose={setUser}
        />
      </div>
      <Form form={form} id={sheet} label={title}>
        <TextField
          label={text('payment.reference')}
          hint={text('payment.referenceHint')}
          {...form.field('paymentReference')}
          autoComplete="off"
          autoCapitalize="characters"
        />
        <Reason control={form.field('reason')} />
      </Form>
    </Dialog>
  )
}
