import { BellRing } from '@tuma/kit/icons'
import { api, toast, useQuery, useSubmission, useText } from '@tuma/kit/runtime'
import * as z from '@tuma/kit/schema'
import { Button, FormDialog, useForm } from '@tuma/kit/ui'
import { useState } from 'react'
import { texts } from '../../texts.ts'

/** Shown only if we can register our address with M-Pesa; in production that works once. */
export const Registering = () => {
  const text = useText(texts)
  const [isOpen, setOpen] = useState(false)
  const { data } = useQuery(api.adminPayments.ways.queryOptions())
  if (!data?.registers) return null
  return (
    <>
      <Button variant="secondary" icon={BellRing} onClick={() => setOpen(true)}>
        {text('payment.register')}
      </Button>
      {isOpen ? <Register onClose={() => setOpen(false)} /> : null}
    </>
  )
}

const nothing = z.object({})

const Register = ({ onClose }: { onClose: () => void }) => {
  const text = useText(texts)
  const { mutateAsync } = useSubmission(api.adminPayments.register)
  const form = useForm({
    schema: nothing,
    defaults: {},
    failed: text('payment.notRegistered'),
    submit: async () => {
      await mutateAsync(undefined)
      toast.success(text('payment.isRegistered'))
      onClose()
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={text('payment.register')}
      description={text('payment.registerWhat')}
      action={text('payment.registerDo')}
    >
      {null}
    </FormDialog>
  )
}
