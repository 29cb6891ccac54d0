import { type ComponentProps, type ReactNode, useId } from 'react'
import { Dialog, DialogFoot } from './dialog.tsx'
import { Form, SubmitButton } from './form.tsx'

/** A dialog that is one form: its foot is Cancel and `action`, which sends it. It is there as long as it is open. */
export function FormDialog(props: {
  form: ComponentProps<typeof Form>['form'] & ComponentProps<typeof SubmitButton>['form']
  title: string
  description?: string
  /** What its button says. */
  action: string
  danger?: boolean
  onClose: () => void
  /** What Escape, the veil and the cross do, where that is not the same: none of them says that what was typed may go. */
  onLeave?: () => void
  /** Below the form, and not part of it. */
  beneath?: ReactNode
  children: ReactNode
}) {
  const { form, action, danger = false, beneath, children, onLeave = props.onClose, ...dialog } = props
  const sheet = useId()
  return (
    <Dialog
      open
      {...dialog}
      onClose={onLeave}
      footer={
        <DialogFoot onCancel={dialog.onClose}>
          <SubmitButton form={form} sheet={sheet} variant={danger ? 'danger' : 'primary'}>
            {action}
          </SubmitButton>
        </DialogFoot>
      }
    >
      <Form form={form} id={sheet} label={dialog.title}>
        {children}
      </Form>
      {beneath}
    </Dialog>
  )
}
