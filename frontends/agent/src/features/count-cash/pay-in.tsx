import { type CashDrawer, cashToPayIn, type PayIn } from '@tuma/contracts/api'
import {
  displayPhone,
  formatKsh,
  maxOfferShillings,
  type PromptRefusal,
  promptRefusals,
} from '@tuma/contracts/vocabulary'
import { ChevronRight, Smartphone } from '@tuma/kit/icons'
import { FollowPrompt, PromptRefused, promptTexts, useHeld } from '@tuma/kit/parcels'
import { ApiError, api, useErrorText, useMutation, useQuery, useText, useUser } from '@tuma/kit/runtime'
import { Button, Card, Form, MoneyField, Notice, PhoneField, SubmitButton, useForm } from '@tuma/kit/ui'
import { useEffect, useState } from 'react'
import { texts } from '../../texts.ts'
import { lookAgain } from './look-again.ts'
import { ReceiptOfCash } from './receipt-of-cash.tsx'
import '../../counter.css'

type Asked = { readonly promptId: string; readonly phone: string; readonly amount: number; readonly askedAt: number }

/** These are told also where another page has asked. */
const underWay: readonly PayIn['state'][] = ['waiting', 'arrived', 'paid']

/**
 * The way of cash to the till, by M-Pesa on the agent's phone or on one that they type. It is folded, so that the page
 * stays short on a phone.
 */
export const PayInCash = ({ drawer: { cents }, newest }: { drawer: CashDrawer; newest: PayIn | null }) => {
  const text = useText(texts)
  const [asked, setAsked] = useState<Asked | null>(null)
  const [isOpen, setOpen] = useState(false)
  const isOwn = newest !== null && newest._id === asked?.promptId
  const told = newest && (isOwn || underWay.includes(newest.state)) ? newest : null
  const isDone = told?.state === 'paid_in'
  useEffect(() => {
    // The history has it now.
    if (isDone) void lookAgain()
  }, [isDone])
  if (cents <= 0 && told === null) return null
  return (
    <details
      className="counter-group"
      open={isOpen || told !== null}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <ChevronRight size={20} aria-hidden />
        <h2>{text('cash.payIn.title')}</h2>
      </summary>
      <Card className="grid gap-3">
        <div role="status" className="empty:-mb-3">
          {told ? <Said payIn={told} /> : null}
        </div>
        {told?.promptId && told.state === 'waiting' ? (
          <FollowPrompt key={told.promptId} promptId={told.promptId} onChange={lookAgain} />
        ) : (
          <Ways cents={cents} over={told?.state === 'failed' ? { ...told, asked } : null} onAsked={setAsked} />
        )}
      </Card>
    </details>
  )
}

/** A request that came to nothing. */
type Over = PayIn & { readonly asked: Asked | null }
type AskProps = { cents: number; over: Over | null; onAsked: (asked: Asked) => void }

/** Where M-Pesa asks on no phone, cash is paid in by its receipt alone. */
const Ways = (ask: AskProps) => {
  const text = useText(texts)
  const contact = useQuery(api.locations.contact.queryOptions())
  const [byReceipt, setByReceipt] = useState(false)
  if (ask.cents <= 0) return null
  if (contact.data?.prompts === false) return <ReceiptOfCash />
  return (
    <>
      {byReceipt ? <ReceiptOfCash /> : <Ask {...ask} />}
      <Button variant="quiet" onClick={() => setByReceipt(!byReceipt)}>
        {text(byReceipt ? 'cash.payIn.onPhone' : 'cash.payIn.byReceipt')}
      </Button>
    </>
  )
}

/** The same sum on the same phone waits for two minutes: until then the button says for how long. */
const Ask = ({ cents, over, onAsked }: AskProps) => {
  const text = useText(texts)
  const promptText = useText(promptTexts)
  const say = useErrorText()
  const { phone: own } = useUser()
  const [problem, setProblem] = useState('')
  const payIn = useMutation(api.cash.payIn.mutationOptions())
  const all = { amount: Math.min(Math.floor(cents / 100), maxOfferShillings), phone: displayPhone(own) }
  const form = useForm({
    schema: cashToPayIn,
    defaults: all,
    submit: async ({ amount, phone }): Promise<void> => {
      setProblem('')
      if (isHeld) return
      const { promptId } = await payIn.mutateAsync({ amount, phone }).finally(lookAgain)
      if (promptId !== null) onAsked({ promptId, amount, phone, askedAt: Date.now() })
    },
    onFailure: (error) => {
      setProblem(say(error, text('cash.payIn.failed')))
      if (error instanceof ApiError) held.learn(error)
    },
  })
  const { dirty, reset } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another sum in the drawer fills the field again
  useEffect(() => {
    if (!dirty) reset(all)
  }, [cents])
  const held = useHeld(
    'cash',
    { amount: Number(form.value('amount')), phone: form.value('phone') },
    over?.asked ?? null,
  )
  const isHeld = held.seconds > 0
  return (
    <Form form={form} label={text('cash.payIn.title')}>
      {problem ? <Notice tone="danger">{problem}</Notice> : null}
      {over?.code && !problem ? <PromptRefused refused={getReason(over)} isHeld={isHeld} /> : null}
      <MoneyField label={text('cash.payIn.amount')} {...form.field('amount', { number: true })} />
      <PhoneField label={text('money.phone')} {...form.field('phone')} />
      {isHeld ? <p>{promptText('prompt.wait', { count: held.seconds })}</p> : null}
      <SubmitButton form={form} icon={Smartphone} {...(isHeld && { 'aria-disabled': true })}>
        {text('cash.payIn.ask')}
      </SubmitButton>
    </Form>
  )
}

/** One sentence for each state: it is read out when it changes. */
const Said = ({ payIn: { state, cents, paidIn, code } }: { payIn: PayIn }) => {
  const text = useText(texts)
  const amount = formatKsh(cents / 100)
  switch (state) {
    case 'waiting':
      return <p>{text('cash.payIn.waiting', { amount })}</p>
    case 'arrived':
      return <Notice tone="info">{text('cash.payIn.arrived')}</Notice>
    case 'paid':
      return <p>{text('cash.payIn.paid', { amount })}</p>
    case 'paid_in':
      return (
        <Notice tone="info">
          {text('cash.payIn.done', { amount: formatKsh((paidIn ?? 0) / 100) })}
          {(paidIn ?? 0) < cents
            ? ` ${text('cash.payIn.above', { amount: formatKsh((cents - (paidIn ?? 0)) / 100) })}`
            : ''}
        </Notice>
      )
    case 'reversed':
      return <Notice tone="warning">{text('cash.reversed')}</Notice>
    case 'failed':
      return code ? null : <Notice tone="warning">{text('money.lapsed')}</Notice>
  }
}

/** A newer server may know more of them. */
const getReason = ({ code = '' }: PayIn): PromptRefusal =>
  Object.hasOwn(promptRefusals, code) ? (code as PromptRefusal) : 'other'
