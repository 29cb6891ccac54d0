import { type Delivery, type Prompt, phoneToAsk } from '@tuma/contracts/api'
import { displayPhone, formatKsh, type PromptRefusal, promptRefusals } from '@tuma/contracts/vocabulary'
import { Smartphone } from '@tuma/kit/icons'
import { FollowPrompt, promptTexts } from '@tuma/kit/parcels'
import { api, useMutation, useText } from '@tuma/kit/runtime'
import { Button, Form, Notice, PhoneField, SubmitButton, useForm } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'
import { type AskedPrompt, keepAsked } from './asked-prompt.ts'
import { dueOf } from './due.ts'

type Props = {
  delivery: Delivery
  request: AskedPrompt
  underWay: boolean
  onPaid: (promptId: string) => void
  /** M-Pesa has taken it, and its receipt is not known yet. */
  onReceipt: () => void
}

/** M-Pesa asks on the phone of whoever pays, for what is due and no other sum. */
export const AskPhone = ({ delivery, request, underWay, onPaid, onReceipt }: Props) => {
  const text = useText(texts)
  const { asked, prompt, refetch } = request
  const sum = formatKsh(dueOf(delivery))
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
      {asked && !isOver ? null : <Ask delivery={delivery} sum={sum} />}
    </>
  )
}

const Ask = ({ delivery, sum }: { delivery: Delivery; sum: string }) => {
  const text = useText(texts)
  const { _id: id } = delivery
  const ask = useMutation(api.agent.askForDue.mutationOptions())
  const form = useForm({
    schema: phoneToAsk,
    defaults: { phone: displayPhone(delivery.receiver.phone) },
    submit: async ({ phone }) => {
      const { promptId } = await ask.mutateAsync({ id, phone })
      keepAsked(id, { promptId, phone })
    },
  })
  return (
    <Form form={form} label={text('money.byPrompt')}>
      <PhoneField label={text('money.phone')} {...form.field('phone')} />
      <SubmitButton form={form} icon={Smartphone} wide>
        {text('money.ask', { sum })}
      </SubmitButton>
    </Form>
  )
}

/** One sentence for each state: it is read out when it changes. */
const Said = ({ prompt, phone, sum }: { prompt: Prompt; phone: string | null; sum: string }) => {
  const text = useText(texts)
  const refused = useText(promptTexts)
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
      return <Notice tone="danger">{refused(`promptRefused.${reasonOf(prompt)}`)}</Notice>
  }
}

/** A newer server may know more of them. */
const reasonOf = ({ code = '' }: Prompt): PromptRefusal =>
  Object.hasOwn(promptRefusals, code) ? (code as PromptRefusal) : 'other'
