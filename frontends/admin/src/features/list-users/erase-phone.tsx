import { phoneErasure } from '@tuma/contracts/api'
import { ApiError, calls, confirm, queryClient, toast, useText } from '@tuma/kit/runtime'
import * as z from '@tuma/kit/schema'
import { FormDialog, PhoneField, useForm } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'

const typed = z.pick(phoneErasure, { phone: true })

/** For who has no account and wants to be forgotten. Where accounts have sent with the phone, their owners are named first. */
export const ErasePhone = ({ onClose }: { onClose: () => void }) => {
  const text = useText(texts)
  const erase = async (phone: string): Promise<number | null> => {
    try {
      return (await calls.erasures.erase({ phone })).parcels
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'phone_of_account') throw error
      const { accountIds, names } = error.details
      const question = { title: text('erase.accounts'), text: text('erase.whose', { names: String(names) }) }
      if (!(await confirm({ ...question, yes: text('erase.others'), danger: true }))) return null
      return (await calls.erasures.erase({ phone, seen: String(accountIds).split(',') })).parcels
    }
  }
  const form = useForm({
    schema: typed,
    defaults: { phone: '' },
    failed: text('erase.failed'),
    submit: async ({ phone }) => {
      const parcels = await erase(phone)
      if (parcels === null) return
      toast.success(text('erase.done', { n: parcels }))
      onClose()
      await queryClient.invalidateQueries()
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={text('erase.title')}
      description={text('erase.what')}
      action={text('erase.yes')}
      danger
    >
      <PhoneField label={text('erase.phone')} {...form.field('phone')} />
    </FormDialog>
  )
}
