import { type Delivery, receiverPhoneForm } from '@tuma/contracts/api'
import { displayPhone, isUnderWay, normalisePhone } from '@tuma/contracts/vocabulary'
import { Phone } from '@tuma/kit/icons'
import { api, calls, queryClient, toast, useText } from '@tuma/kit/runtime'
import { Button, FormDialog, TextField, useForm } from '@tuma/kit/ui'
import { useState } from 'react'
import { texts } from '../../texts.ts'

/** The sender can correct the receiver's phone while the parcel is on its way and its receiver is not erased. */
export const ChangePhone = ({ delivery }: { delivery: Delivery }) => {
  const text = useText(texts)
  const [open, setOpen] = useState(false)
  const isKnown = normalisePhone(delivery.receiver.phone) !== null
  if (!isKnown || delivery.leg === 'back' || !isUnderWay(delivery)) return null
  return (
    <>
      <Button variant="quiet" icon={Phone} onClick={() => setOpen(true)}>
        {text('phone.change')}
      </Button>
      {open ? <NewPhone delivery={delivery} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

const NewPhone = ({ delivery, onClose }: { delivery: Delivery; onClose: () => void }) => {
  const text = useText(texts)
  const { _id: id, receiver } = delivery
  const form = useForm({
    schema: receiverPhoneForm,
    defaults: { phone: displayPhone(receiver.phone) },
    failed: text('phone.failed'),
    submit: async ({ phone }) => {
      await calls.trouble.changePhone({ id, phone })
      toast.success(text('phone.done'))
      onClose()
      await queryClient.invalidateQueries({ queryKey: api.deliveries.key() })
    },
  })
  return (
    <FormDialog
      form={form}
      title={text('phone.title', { name: receiver.name })}
      description={text('phone.what')}
      action={text('phone.save')}
      onClose={onClose}
    >
      <TextField label={text('phone.label')} type="tel" autoComplete="off" data-first {...form.field('phone')} />
    </FormDialog>
  )
}
