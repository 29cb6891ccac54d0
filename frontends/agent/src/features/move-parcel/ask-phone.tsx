import { type Delivery, type Prompt, phoneToAsk } from '@tuma/contracts/api'
import { displayPhone, formatKsh, type PromptRefusal, promptRefusals } from '@tuma/contracts/vocabulary'
import { Smartphone } from '@tuma/kit/icons'
import { FollowPrompt, PromptRefused, promptTexts, useHeld } from '@tuma/kit/parcels'
import { ApiError, api, useErrorText, useMutation, useText } from '@tuma/kit/runtime'
import { Button, Form, Notice, PhoneField, SubmitButton, useForm } from '@tuma/kit/ui'
import { useState } from 'react'
import { texts } from '../../texts.ts'
import { type AskedPrompt, keepAsked } from './asked-prompt.ts'
import { getDue } from './due.ts'

type Props = {
  delivery: Delivery
  request: AskedPrompt
  underWay: boolean
  onPaid: (promptId: string) => void
  /** M-Pesa has taken it, and its receipt is not known yet. */
  onReceipt: () => void
}

/** M-Pesa asks on the payer's phone for exactly the sum that is due. */
export const AskPhone = ({ delivery, request, underWay, onPaid, onReceipt }: Props) => {
  const text = useText(texts)
  const { asked, prompt, refetch } = request
  const sum = formatKsh(getDue(delivery))
  const isOver = prompt?.state === 'failed' || prompt?.state === 'lapsed'
  return (
    <>
      {asked ? <FollowPrompt key={asked.promptId} promptId={asked.promptId} onChange={refetch} /> : null}
      <div role="status">{asked && prompt ? <Said prompt={prompt} phone={asked.phone} sum={sum} /> : null}</div>
      {asked && prompt?.state === 'paid' ? (
        <Button wide data-first loading={underWay} onClick={() => onPaid(asked.promptId)}>
          {text('money.paidByPrompt')}
        </Button>
      ) : null}
      {prompt?.state === 'arrived' || prompt?.state === 'lapsed' ? (
        <Button wide variant="secondary" onClick={onReceipt}>
          {text('money.typeReceipt')}
        </Button>
      ) : null}
      {asked && !isOver ? null : (
        <Ask
          {...{ delivery, sum }}
          over={isOver ? asked : null}
          refused={prompt?.state === 'failed' ? getReason(prompt) : null}
        />
      )}
    </>
  )
}

type AskProps = { delivery: Delivery; sum: string; over: AskedPrompt['asked']; refused: PromptRefusal | null }

/** M-Pesa takes the same from the same phone again after a while only: until then the press waits, and says for how long. */
const Ask = ({ delivery, sum, over, refused }: AskProps) => {
  const text = useText(texts)
  const promptText = useText(promptTexts)
  const say = useErrorText()
  const [problem, setProblem] = useState('')
  const { _id: id } = delivery
  const ask = useMutation(api.agent.askForDue.mutationOptions())
  const form = useForm({
    schema: phoneToAsk,
    defaults: { phone: over?.phone ?? displayPhone(delivery.receiver.phone) },
    submit: async ({ phone }) => {
      setProblem('')
      if (isHeld) return
      const { promptId } = await ask.mutateAsync({ id, phone })
      keepAsked(id, { promptId, phone, askedAt: Date.now() })
    },
    onFailure: (error) => {
      setProblem(say(error, text('step.failed')))
      if (error instanceof ApiError) held.learn(error)
    },
  })
  const wanted = { phone: form.value('phone'), amount: getDue(delivery) }
  const { phone, askedAt } = over ?? { phone: null, askedAt: null }
  const held = useHeld(
    `door.${id}`,
    wanted,
    phone === null || askedAt === null ? null : { phone, amount: wanted.amount, askedAt },
  )
  const isHeld = held.seconds > 0
  return (
    <Form form={form} label={text('money.byPrompt')}>
      {problem ? <Notice tone="danger">{problem}</Notice> : null}
      {refused && !problem ? <PromptRefused {...{ refused, isHeld }} /> : null}
      <PhoneField label={text('money.phone')} {...form.field('phone')} />
      {isHeld ? <p>{promptText('prompt.wait', { count: held.seconds })}</p> : null}
      <SubmitButton form={form} icon={Smartphone} wide {...(isHeld && { 'aria-disabled': true })}>
        {text('money.ask', { sum })}
      </SubmitButton>
    </Form>
  )
}

/** One sentence for each state: it is read out when it changes. */
const Said = ({ prompt, phone, sum }: { prompt: Prompt; phone: string | null; sum: string }) => {
  const text = useText(texts)
  switch (prompt.state) {
    case 'asked':
    case 'sent':
    case 'unknown':
      return <p>{phone === null ? text('money.askingAlready', { sum }) : text('money.asking', { sum, phone })}</p>
    case 'arrived':
      return <p>{text('money.arrived')}</p>
    case 'paid':
      return <Notice tone="info">{text('money.paid', { sum })}</Notice>
    case 'lapsed':
      return <Notice tone="warning">{text('money.lapsed')}</Notice>
    case 'failed':
      return null // beside the button that asks again
  }
}

/** A newer server may know more of them. */
const getReason = ({ code = '' }: Prompt): PromptRefusal =>
  Object.hasOwn(promptRefusals, code) ? (code as PromptRefusal) : 'other'
