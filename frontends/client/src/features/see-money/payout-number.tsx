import { type OwnPayTo, payoutNumber } from '@tuma/contracts/api'
import { displayPhone } from '@tuma/contracts/vocabulary'
import { api, queryClient, toast, useSubmission, useText } from '@tuma/kit/runtime'
import * as z from '@tuma/kit/schema'
import { Button, Card, DateTime, FormDialog, PasswordField, PhoneField, useForm } from '@tuma/kit/ui'
import { useState } from 'react'
import { texts } from '../../texts.ts'

/** The number that we pay to, in full, so that its owner can check each digit. */
export const PayoutNumber = ({ payTo }: { payTo: OwnPayTo }) => {
  const text = useText(texts)
  const [open, setOpen] = useState(false)
  const { name, phone, payableFrom } = payTo
  return (
    <Card className="mb-6 grid gap-2 lg:max-w-2xl">
      {open ? <ChangeNumber onClose={() => setOpen(false)} /> : null}
      <h2 className="text-base">{text('money.paidTo')}</h2>
      <p className="font-semibold">{`${displayPhone(phone)} · ${name}`}</p>
      {payableFrom && Date.parse(payableFrom) > Date.now() ? (
        <p className="t-hint">
          {text('money.newNumber')} <DateTime at={payableFrom} />
        </p>
      ) : null}
      <div>
        <Button variant="secondary" onClick={() => setOpen(true)}>
          {text('money.change')}
        </Button>
      </div>
    </Card>
  )
}

const typed = z.object({ phone: payoutNumber.shape.phone, password: payoutNumber.shape.password })

const ChangeNumber = ({ onClose }: { onClose: () => void }) => {
  const text = useText(texts)
  const { mutateAsync } = useSubmission(api.money.setPayTo)
  const form = useForm({
    schema: typed,
    defaults: { phone: '', password: '' },
    failed: text('money.notChanged'),
    submit: async (values) => {
      await mutateAsync(values)
      await queryClient.invalidateQueries({ queryKey: api.money.key() })
      toast.success(text('money.changed'))
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={text('money.changeTitle')}
      description={text('money.changeWhat')}
      action={text('money.save')}
    >
      <PhoneField data-first label={text('money.phone')} {...form.field('phone')} />
      <PasswordField
        label={text('money.password')}
        hint={text('money.passwordHint')}
        autoComplete="current-password"
        {...form.field('password')}
      />
    </FormDialog>
  )
}
