import { type AgentDrawer, cashTakenIn } from '@tuma/contracts/api'
import { formatKsh, type RestOfDrawer, restsOfDrawer } from '@tuma/contracts/vocabulary'
import { api, calls, useSubmission, useText } from '@tuma/kit/runtime'
import * as z from '@tuma/kit/schema'
import { FormDialog, MoneyField, Notice, RadioCards, useForm } from '@tuma/kit/ui'
import { Reason, told, useDone } from '../../deciding.tsx'
import { texts } from '../../texts.ts'
import { AskBelowForm, isDone, needsApproval } from '../approve-acts/ask-below-form.tsx'

const typed = z.object({
  amount: z.optional(cashTakenIn.shape.amount),
  rest: cashTakenIn.shape.rest,
  reason: cashTakenIn.shape.reason,
})

/** The office counts the cash of an agent who cannot hand it over, because they are ill or have left. */
export const TakeIn = ({ drawer, onClose }: { drawer: AgentDrawer; onClose: () => void }) => {
  const text = useText(texts)
  const { mutateAsync, error, variables } = useSubmission(api.books.takeIn, told)
  const done = useDone(onClose)
  const { _id: id, cents: inDrawer } = drawer
  const name = drawer.name ?? text('books.gone')
  const form = useForm({
    schema: typed,
    defaults: { amount: undefined, rest: 'stays' as const, reason: '' },
    failed: text('books.notTakenIn'),
    submit: async ({ amount, rest, reason }): Promise<void> => {
      if (amount === undefined) return form.setError('amount', text('books.countIt'))
      if (!(await isDone(mutateAsync({ id, amount, rest, inDrawer, reason })))) return
      await done(text('books.takenIn', { amount: formatKsh(amount), name }))
    },
  })
  return (
    <FormDialog
      form={form}
      onClose={onClose}
      title={text('books.takeInOf', { name })}
      description={text('books.takeInWhat', { amount: formatKsh(inDrawer / 100) })}
      action={text('books.takeIn')}
      beneath={
        needsApproval(error) && variables ? (
          <AskBelowForm
            key={JSON.stringify(variables)}
            ask={() => calls.books.askTakeIn(variables)}
            action={text('books.takeIn')}
          />
        ) : null
      }
    >
      <MoneyField data-first label={text('books.countedKsh')} {...form.field('amount', { number: true })} />
      <RadioCards
        label={text('books.rest')}
        options={restsOfDrawer.map((value) => ({ value, label: text(`books.rest.${value}`) }))}
        {...form.field('rest')}
      />
      <Rest counted={form.value('amount')} rest={form.value('rest')} inDrawer={inDrawer} />
      <Reason control={form.field('reason')} />
    </FormDialog>
  )
}

type Counting = { counted: number | undefined; rest: RestOfDrawer; inDrawer: number }

/** Says what happens with the difference before it is booked, so that the admin notices a mistyped amount. */
const Rest = ({ counted, rest, inDrawer }: Counting) => {
  const text = useText(texts)
  const less = counted === undefined || Number.isNaN(counted) ? 0 : inDrawer - 100 * counted
  if (less <= 0) return null
  return (
    <Notice tone={rest === 'missing' ? 'warning' : 'info'}>
      {text(`books.restWill.${rest}`, { amount: formatKsh(less / 100) })}
    </Notice>
  )
}
