import { type OwedSender, payeeNumber } from '@tuma/contracts/api'
import { api, calls, useSubmission, useText } from '@tuma/kit/runtime'
import * as z from '@tuma/kit/schema'
import { FormDialog, PhoneField, useForm } from '@tuma/kit/ui'
import { told, useDone } from '../../deciding.tsx'
import { texts } from '../../texts.ts'
import { AskBelowForm, isDone, needsApproval } from '../approve-acts/ask-below-form.tsx'

const typed = z.object({ phone: payeeNumber.shape.phone })

/** The office changes the payout number of an account whose owner cannot. A second admin must approve first. */
export const ChangePayeeNumber = (props: { owed: OwedSender; accountId: string; onClose: () => void }) => {
  const { owed, accountId: id, onClose } = props
  const text = useText(texts)
  const { mutateAsync, error, variables } = useSubmission(api.books.setPayeeNumber, told)
  const done = useDone(onClose)
  const form = useForm({
    schema: typed,
    defaults: { phone: '' },
    failed: text('books.numberNotChanged'),
    submit: async ({ phone }) => {
      if (!(await isDone(mutateAsync({ id, phone })))) return
      await done(text('books.numberChanged'))
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={text('books.changeNumberOf', { name: owed.name ?? text('books.gone') })}
      description={text('books.changeNumberWhat')}
      action={text('books.changeNumber')}
      beneath={
        needsApproval(error) && variables ? (
          <AskBelowForm
            key={variables.phone}
            ask={() => calls.books.askPayeeNumber(variables)}
            action={text('books.changeNumber')}
          />
        ) : null
      }
    >
      <PhoneField data-first label={text('books.newNumber')} {...form.field('phone')} />
    </FormDialog>
  )
}
