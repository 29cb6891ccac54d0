import { type ErasurePreview, phoneToErase } from '@tuma/contracts/api'
import { calls, useText } from '@tuma/kit/runtime'
import { FormDialog, PhoneField, useForm } from '@tuma/kit/ui'
import { useState } from 'react'
import { texts } from '../../texts.ts'
import { DueErasures } from './due-erasures.tsx'
import { EraseFound } from './erase-found.tsx'

/** Erases the data of a person without an account. Shows what will be erased first. */
export const ErasePhone = ({ onClose }: { onClose: () => void }) => {
  const text = useText(texts)
  const [found, setFound] = useState<{ phone: string; preview: ErasurePreview } | null>(null)
  const form = useForm({
    schema: phoneToErase,
    defaults: { phone: '' },
    failed: text('erase.notFound'),
    submit: async ({ phone }) => setFound({ phone, preview: await calls.erasures.preview({ phone }) }),
  })
  if (found) return <EraseFound {...found} onClose={onClose} />
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={text('erase.title')}
      description={text('erase.what')}
      action={text('erase.look')}
      beneath={<DueErasures />}
    >
      <PhoneField label={text('erase.phone')} {...form.field('phone')} />
    </FormDialog>
  )
}
