import { type CashOffer, type CashOffers, cashToGive } from '@tuma/contracts/api'
import { formatKsh, maxOfferShillings } from '@tuma/contracts/vocabulary'
import { api, toast, useErrorText, useMutation, useSubmission, useText } from '@tuma/kit/runtime'
import {
  Button,
  Card,
  Form,
  type FormControl,
  MoneyField,
  Notice,
  RadioCards,
  Select,
  SubmitButton,
  useForm,
} from '@tuma/kit/ui'
import { useEffect } from 'react'
import { texts } from '../../texts.ts'
import { lookAgain } from './look-again.ts'

/** A tap on one of a few; more of them would push the button off the screen. */
const maxCards = 4

/** The way of cash to a colleague: who, how much, and what must happen until it is theirs. */
export const GiveCash = ({
  offers: { yours, declined, colleagues },
  inDrawer,
}: {
  offers: Pick<CashOffers, 'yours' | 'declined' | 'colleagues'>
  inDrawer: number
}) => {
  const text = useText(texts)
  const [only] = colleagues.length === 1 ? colleagues : []
  if (yours === null && colleagues.length === 0) return null
  return (
    <Card className="grid gap-3">
      <h2 className="text-base">
        {only && yours === null ? text('cash.give.only', { name: only.name }) : text('cash.give.title')}
      </h2>
      {declined ? <Declined offer={declined} /> : null}
      {yours ? <Waiting offer={yours} /> : <Give colleagues={colleagues} inDrawer={inDrawer} />}
    </Card>
  )
}

const Give = ({ colleagues, inDrawer }: { colleagues: CashOffers['colleagues']; inDrawer: number }) => {
  const text = useText(texts)
  const { mutateAsync } = useSubmission(api.cash.offer)
  const [only] = colleagues.length === 1 ? colleagues : []
  const all = { to: only?._id ?? '', amount: Math.min(Math.floor(inDrawer / 100), maxOfferShillings) }
  const form = useForm({
    schema: cashToGive,
    defaults: all,
    failed: text('cash.give.failed'),
    submit: async (gift): Promise<void> => {
      await mutateAsync(gift).finally(lookAgain)
      form.reset(all)
    },
  })
  const { dirty, reset } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another sum in the drawer fills the field again
  useEffect(() => {
    if (!dirty) reset(all)
  }, [inDrawer])
  return (
    <Form form={form} label={text('cash.give.title')}>
      {only ? null : <Colleagues colleagues={colleagues} {...form.field('to')} />}
      <MoneyField label={text('cash.give.amount')} {...form.field('amount', { number: true })} />
      <SubmitButton form={form}>{text('cash.give.give')}</SubmitButton>
    </Form>
  )
}

const Colleagues = ({ colleagues, ...control }: Pick<CashOffers, 'colleagues'> & FormControl) => {
  const label = useText(texts)('cash.give.to')
  const options = colleagues.map(({ _id: value, name }) => ({ value, label: name }))
  const Choice = options.length > maxCards ? Select : RadioCards
  return <Choice label={label} options={options} {...control} />
}

/** Until the next offer, for a day. */
const Declined = ({ offer: { name, cents } }: { offer: CashOffer }) => {
  const text = useText(texts)
  const declined = { name: name ?? text('cash.aColleague'), amount: formatKsh(cents / 100) }
  return <Notice tone="warning">{text('cash.give.declined', declined)}</Notice>
}

const Waiting = ({ offer: { _id: id, name, cents } }: { offer: CashOffer }) => {
  const text = useText(texts)
  const say = useErrorText()
  const takeBack = useMutation(
    api.cash.endOffer.mutationOptions({
      onSettled: lookAgain,
      onError: (error) => toast.error(say(error, text('cash.give.notTakenBack'))),
    }),
  )
  const waits = { name: name ?? text('cash.aColleague'), amount: formatKsh(cents / 100) }
  return (
    <>
      <p role="status">{text('cash.give.waits', waits)}</p>
      <Button variant="secondary" loading={takeBack.isPending} onClick={() => takeBack.mutate({ id })}>
        {text('cash.give.takeBack')}
      </Button>
    </>
  )
}
