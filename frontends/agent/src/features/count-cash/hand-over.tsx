import { type CashDrawer, cashCount } from '@tuma/contracts/api'
import { formatKsh, restsOfDrawer } from '@tuma/contracts/vocabulary'
import { api, confirm, toast, useSubmission, useText } from '@tuma/kit/runtime'
import * as z from '@tuma/kit/schema'
import { Card, Form, Money, MoneyField, Notice, RadioCards, SubmitButton, useForm } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'
import { lookAgain } from './look-again.ts'

const counting = z.object({ amount: z.optional(cashCount.shape.amount), rest: z.enum(restsOfDrawer) })

/** The sum with the agent, and its way to the office. */
export const HandOver = ({ drawer: { cents, awaiting, tooFull } }: { drawer: CashDrawer }) => {
  const text = useText(texts)
  return (
    <Card className="grid grid-cols-1 gap-3">
      <h2 className="text-base">{text('cash.inDrawer')}</h2>
      <p className="font-display text-3xl font-extrabold [&>span]:whitespace-normal">
        <Money amount={Math.max(0, cents) / 100} />
      </p>
      {cents < 0 ? <p className="t-hint">{text('cash.ownMoney', { amount: formatKsh(-cents / 100) })}</p> : null}
      {awaiting > 0 ? <p className="t-hint">{text('cash.awaiting', { amount: formatKsh(awaiting / 100) })}</p> : null}
      {tooFull ? <Notice tone="warning">{text('cash.tooFull')}</Notice> : null}
      {cents > 0 ? <Count cents={cents} /> : null}
    </Card>
  )
}

const Count = ({ cents }: { cents: number }) => {
  const text = useText(texts)
  const { mutateAsync } = useSubmission(api.cash.handOver)
  const whatOfRest = useWhatOfRest(cents / 100)
  const form = useForm({
    schema: counting,
    defaults: { amount: undefined, rest: 'stays' as const },
    failed: text('cash.notHandedOver'),
    submit: async ({ amount, rest }): Promise<void> => {
      if (amount === undefined) return form.setError('amount', text('cash.countIt'))
      const title = text('cash.sure', { amount: formatKsh(amount) })
      if (!(await confirm({ title, text: whatOfRest(amount, rest), yes: text('cash.handOver') }))) return
      await mutateAsync({ amount, rest, inDrawer: cents }).finally(lookAgain)
      form.reset()
      scrollTo({ top: 0 }) // the form disappears and the page moves up: the remaining sum must be visible
      toast.success(text('cash.handedOver', { amount: formatKsh(amount) }))
    },
  })
  const isLess = Number(form.value('amount') ?? cents) < cents / 100
  return (
    <Form form={form} label={text('cash.handOver')}>
      <MoneyField
        label={text('cash.counted')}
        hint={text('cash.countedHint')}
        {...form.field('amount', { number: true })}
      />
      {isLess ? (
        <RadioCards
          label={text('cash.rest')}
          options={restsOfDrawer.map((value) => ({ value, label: text(`cash.rest.${value}`) }))}
          {...form.field('rest')}
        />
      ) : null}
      <SubmitButton form={form}>{text('cash.handOver')}</SubmitButton>
    </Form>
  )
}

/** Tells the agent before the press what happens to the difference between the expected and the counted sum. */
const useWhatOfRest = (inside: number) => {
  const text = useText(texts)
  return (amount: number, rest: (typeof restsOfDrawer)[number]): string => {
    if (amount === inside) return text('cash.sure.all')
    const difference = { amount: formatKsh(Math.abs(inside - amount)) }
    return text(amount > inside ? 'cash.sure.more' : `cash.sure.${rest}`, difference)
  }
}
