import { type CashOffer, cashCountedOver } from '@tuma/contracts/api'
import { formatKsh } from '@tuma/contracts/vocabulary'
import { api, confirm, toast, useErrorText, useMutation, useText } from '@tuma/kit/runtime'
import * as z from '@tuma/kit/schema'
import { Button, Card, Form, MoneyField, SubmitButton, useForm } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'
import { lookAgain } from './look-again.ts'

const counting = z.object({ counted: z.optional(cashCountedOver.shape.counted) })

/** What colleagues give to the agent, each with the sum that the agent counts. */
export const OffersToYou = ({ offers }: { offers: readonly CashOffer[] }) =>
  offers.map((offer) => <Offer key={offer._id} offer={offer} />)

const Offer = ({ offer }: { offer: CashOffer }) => {
  const text = useText(texts)
  const say = useErrorText()
  const name = offer.name ?? text('cash.aColleague')
  const offered = offer.cents / 100
  const accept = useMutation(api.cash.passOn.mutationOptions({ onSettled: lookAgain }))
  const form = useForm({
    schema: counting,
    defaults: { counted: offered },
    // The card may be gone by then, so the reason is not shown in it.
    onFailure: (error) => toast.error(say(error, text('cash.offer.notAccepted'))),
    submit: async ({ counted }): Promise<void> => {
      if (counted === undefined) return form.setError('counted', text('cash.countIt'))
      const amount = formatKsh(counted)
      if (counted > offered)
        return form.setError('counted', text('cash.offer.tooMuch', { name, amount: formatKsh(offered) }))
      const rest = { name, amount: formatKsh(offered - counted) }
      const what = counted < offered ? text('cash.offer.rest', rest) : text('cash.offer.all')
      if (!(await confirm({ title: text('cash.offer.sure', { amount }), text: what, yes: text('cash.offer.accept') })))
        return
      await accept.mutateAsync({ id: offer._id, counted })
      toast.success(text('cash.offer.accepted', { amount }))
    },
  })
  return (
    <Card className="grid gap-3">
      <h2 className="text-base">{text('cash.offer.toYou', { name, amount: formatKsh(offered) })}</h2>
      <Form form={form} label={text('cash.offer.from', { name })}>
        <MoneyField label={text('cash.offer.counted')} {...form.field('counted', { number: true })} />
        <div className="flex flex-wrap gap-2">
          <SubmitButton form={form}>{text('cash.offer.accept')}</SubmitButton>
          <Refuse offer={offer} />
        </div>
      </Form>
    </Card>
  )
}

const Refuse = ({ offer: { _id: id } }: { offer: CashOffer }) => {
  const text = useText(texts)
  const say = useErrorText()
  const refuse = useMutation(
    api.cash.endOffer.mutationOptions({
      onSettled: lookAgain,
      onSuccess: () => toast.success(text('cash.offer.refused')),
      onError: (error) => toast.error(say(error, text('cash.offer.notRefused'))),
    }),
  )
  return (
    <Button variant="secondary" loading={refuse.isPending} onClick={() => refuse.mutate({ id })}>
      {text('cash.offer.refuse')}
    </Button>
  )
}
