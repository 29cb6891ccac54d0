import { useText } from '@tuma/kit/runtime'
import { Button, Dialog, DialogFoot, Notice, Select } from '@tuma/kit/ui'
import { type FormEvent, type ReactNode, useId, useState } from 'react'
import { texts } from './texts.ts'

/**
 * Changes one value to another of a few. Update is disabled without a change and during a request. Until the user chooses,
 * the field shows `current`, also if a colleague changes that value in the meantime.
 */
export function ChangeOne<T extends string>(props: {
  title: string
  description: string
  label: string
  hint?: string | undefined
  current: string
  options: readonly { value: T; label: string }[]
  /** The consequence of the change, and a warning against it; called only if the value is changed. */
  follows?: (to: T) => { says?: string | undefined; warns?: string | undefined }
  pending: boolean
  onChange: (to: T) => void
  onClose: () => void
  /** Other actions in the dialog. */
  children?: ReactNode
}) {
  const text = useText(texts)
  const form = useId()
  const [touched, setTouched] = useState<string | null>(null)
  const chosen = touched ?? props.current
  const option = props.options.find(({ value }) => value === chosen)
  const isChanged = option !== undefined && chosen !== props.current
  const { says, warns } = (isChanged && props.follows?.(option.value)) || {}
  const disabled = !isChanged || props.pending
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (option && !disabled) props.onChange(option.value)
  }
  return (
    <Dialog
      open
      onClose={props.onClose}
      title={props.title}
      description={props.description}
      footer={
        <DialogFoot onCancel={props.onClose}>
          <Button type="submit" form={form} disabled={disabled} aria-busy={props.pending || undefined}>
            {text(props.pending ? 'updating' : 'update')}
          </Button>
        </DialogFoot>
      }
    >
      <form id={form} onSubmit={submit} className="grid gap-3">
        <Select
          data-first
          label={props.label}
          hint={props.hint}
          value={option ? chosen : ''}
          placeholder={props.options.some(({ value }) => value === props.current) ? null : undefined}
          onChange={(event) => setTouched(event.target.value)}
          options={props.options}
        />
        <div role="status" className="grid gap-3 empty:hidden">
          {warns ? <Notice tone="warning">{warns}</Notice> : null}
          {says ? <p className="t-hint">{says}</p> : null}
        </div>
      </form>
      {props.children}
    </Dialog>
  )
}
