import { type ErasurePreview, phoneErasure } from '@tuma/contracts/api'
import { displayPhone, formatKsh } from '@tuma/contracts/vocabulary'
import { api, calls, queryClient, toast, useSubmission, useText } from '@tuma/kit/runtime'
import * as z from '@tuma/kit/schema'
import { FormDialog, formatDay, Notice, PhoneField, useForm } from '@tuma/kit/ui'
import { ParcelStatus } from '../../status-word.tsx'
import { texts } from '../../texts.ts'
import { AskBelowForm } from '../approve-acts/ask-below-form.tsx'

const typedAgain = z.pick(phoneErasure, { again: true })

/** Shows what will be erased, and asks for the number again, because a wrong digit erases another person. */
export const EraseFound = (props: { phone: string; preview: ErasurePreview; onClose: () => void }) => {
  const { phone, preview, onClose } = props
  const text = useText(texts)
  const { mutateAsync, error, variables } = useSubmission(api.erasures.erase, {})
  const seen = preview.accounts.map(({ id }) => id)
  const action = text(waits(preview) ? 'erase.later' : 'erase.yes')
  const form = useForm({
    schema: typedAgain,
    defaults: { again: '' },
    failed: text('erase.failed'),
    submit: async ({ again }) => {
      const { until, parcels: n } = await mutateAsync({ phone, again, ...(seen.length > 0 && { seen }) })
      toast.success(until === null ? text('erase.done', { n }) : text('erase.due', { day: formatDay(until) }))
      onClose()
      await queryClient.invalidateQueries()
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={text('erase.found', { phone: displayPhone(phone) })}
      action={action}
      danger
      beneath={
        error?.code === 'approval_needed' && variables ? (
          <AskBelowForm key={variables.again} ask={() => calls.erasures.ask(variables)} action={action} />
        ) : null
      }
    >
      <WhatIsErased preview={preview} />
      <PhoneField data-first label={text('erase.again')} {...form.field('again')} />
    </FormDialog>
  )
}

const waits = ({ underWay, owed, coming }: ErasurePreview): boolean => underWay > 0 || owed > 0 || coming > 0

const WhatIsErased = ({ preview }: { preview: ErasurePreview }) => {
  const text = useText(texts)
  const { names, parcels, total, underWay, accounts, due } = preview
  return (
    <div className="flex flex-col gap-3">
      {names.length > 0 ? <p>{text('erase.names', { names: names.join(', ') })}</p> : null}
      <p>{total === 0 ? text('erase.none') : text('erase.parcels', { n: total, underWay })}</p>
      {parcels.length > 0 ? <Parcels preview={preview} /> : null}
      {accounts.length > 0 ? (
        <Notice tone="warning">{text('erase.whose', { names: accounts.map(nameOf).join(', ') })}</Notice>
      ) : null}
      <Money preview={preview} />
      {waits(preview) && !due ? <Notice>{text('erase.waits')}</Notice> : null}
      {due ? <Notice>{text('erase.isDue', { day: formatDay(due.dueBy) })}</Notice> : null}
    </div>
  )
}

const nameOf = ({ id, name, parcels }: ErasurePreview['accounts'][number]): string => `${name ?? id} (${parcels})`

const Money = ({ preview: { owed, coming } }: { preview: ErasurePreview }) => {
  const text = useText(texts)
  if (owed === 0 && coming === 0) return null
  return (
    <Notice tone="warning">
      {owed > 0 ? <p>{text('erase.owed', { amount: formatKsh(owed) })}</p> : null}
      {coming > 0 ? <p>{text('erase.coming', { amount: formatKsh(coming) })}</p> : null}
      <p>{text('erase.unpaid')}</p>
    </Notice>
  )
}

const Parcels = ({ preview: { parcels, total } }: { preview: ErasurePreview }) => {
  const text = useText(texts)
  return (
    <ul className="flex max-h-64 flex-col gap-2 overflow-y-auto">
      {parcels.map(({ _id, trackingId, status, roles, from, to }) => (
        <li key={_id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-mono">{trackingId}</span>
          <ParcelStatus status={status} />
          <span className="t-hint">{roles.map((role) => text(`erase.role.${role}`)).join(', ')}</span>
          <span className="t-hint basis-full">{`${toPlace(from)} → ${toPlace(to)}`}</span>
        </li>
      ))}
      {total > parcels.length ? <li>{text('erase.more', { n: total - parcels.length })}</li> : null}
    </ul>
  )
}

const toPlace = ({ location, address }: { location: string; address: string | null }): string =>
  address === null ? location : `${address}, ${location}`
