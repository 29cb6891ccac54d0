import { charactersOfOneSms, isMarketingHour, smsOptOutLine, smsSegments } from '@tuma/contracts/vocabulary'
import { confirm, serverNow, useText } from '@tuma/kit/runtime'
import { Button, Card, Notice, TextArea } from '@tuma/kit/ui'
import type { ReactNode } from 'react'
import { texts } from '../../texts.ts'

const templates = ['welcome', 'offer', 'update', 'feedback'] as const

export const Compose = (props: {
  message: string
  recipients: number
  sending: boolean
  asking: boolean
  onChange: (message: string) => void
  onSend: () => void
  children: ReactNode
}) => {
  const text = useText(texts)
  const { message, onChange } = props
  const isTemplate = templates.some((name) => text(`sms.template.${name}.text`) === message)
  const choose = async (name: (typeof templates)[number]): Promise<void> => {
    const typed = message.trim() !== '' && !isTemplate
    if (typed && !(await confirm({ title: text('sms.replace'), yes: text('sms.replaceYes') }))) return
    onChange(text(`sms.template.${name}.text`))
  }
  return (
    <Card className="grid gap-4">
      <h2>{text('sms.message')}</h2>
      <fieldset className="grid grid-cols-2 gap-2">
        <legend className="t-label mb-1.5">{text('sms.templates')}</legend>
        {templates.map((name) => (
          <Button key={name} variant="secondary" className="text-sm" onClick={() => void choose(name)}>
            {text(`sms.template.${name}`)}
          </Button>
        ))}
      </fieldset>
      <TextArea
        label={text('sms.text')}
        hint={text('sms.optOutCounts', { own: charactersOfOneSms - smsOptOutLine.length })}
        rows={4}
        maxLength={900}
        value={message}
        onChange={(event) => onChange(event.target.value)}
      />
      {message.trim() === '' ? null : <Preview message={message.trim()} recipients={props.recipients} />}
      {isMarketingHour(serverNow()) ? null : <Notice tone="warning">{text('sms.late')}</Notice>}
      {props.children}
      <p className="t-label" aria-live="polite">
        {text('sms.recipients', { count: props.recipients })}
      </p>
      <Button wide loading={props.sending || props.asking} onClick={props.onSend}>
        {text(props.sending ? 'sms.sending' : 'sms.send')}
      </Button>
    </Card>
  )
}

/** The message as it arrives, and the number of SMS, with the opt-out line. */
const Preview = ({ message, recipients }: { message: string; recipients: number }) => {
  const text = useText(texts)
  const whole = message + smsOptOutLine
  const segments = smsSegments(whole)
  return (
    <figure className="grid gap-2">
      <figcaption className="t-label">{text('sms.preview')}</figcaption>
      <p className="whitespace-pre-wrap wrap-anywhere rounded-lg bg-sunken p-4 text-sm">{whole}</p>
      <p className="t-hint" aria-live="polite">
        {text('sms.segments', { characters: whole.length, count: segments })}
        {' · '}
        {text('sms.cost', { count: segments * recipients })}
      </p>
    </figure>
  )
}
