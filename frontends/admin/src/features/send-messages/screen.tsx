import type { ApiOutputs } from '@tuma/contracts/api'
import { api, toast, useErrorText, usePages, useSubmission, useText } from '@tuma/kit/runtime'
import { Card, Notice, PageHeader } from '@tuma/kit/ui'
import { useState } from 'react'
import { texts } from '../../texts.ts'
import { AddByHand } from './add-by-hand.tsx'
import { useAskFirst } from './ask-first.ts'
import { ChooseContacts } from './choose-contacts.tsx'
import { Compose } from './compose.tsx'
import { mostRecipients } from './recipients.ts'
import { Results } from './results.tsx'

type Sent = ApiOutputs['marketing']['sendBulkSms']

export const Marketing = () => {
  const text = useText(texts)
  const say = useErrorText()
  const contacts = usePages(api.marketing.contacts, {})
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [byHand, setByHand] = useState<readonly string[]>([])
  const [message, setMessage] = useState('')
  const [problem, setProblem] = useState('')
  const recipients = [...new Set([...chosen, ...byHand])]
  const send = useSubmission(api.marketing.sendBulkSms, {
    onSuccess: (sent) => {
      if (!sent.success) return setProblem(text('sms.failed'))
      toast.success(text('sms.sent', { n: sent.accepted }))
      setChosen(new Set())
      setByHand([])
      setMessage('')
    },
    onError: (error) => setProblem(say(error, text('sms.failed'))),
  })
  const askFirst = useAskFirst()
  const [asking, setAsking] = useState(false)
  const submit = async (): Promise<void> => {
    const missing = recipients.length === 0 || message.trim() === ''
    const tooMany = recipients.length > mostRecipients
    setProblem(missing ? text('sms.missing') : tooMany ? text('sms.tooMany', { most: mostRecipients }) : '')
    if (missing || tooMany || asking) return
    setAsking(true)
    try {
      if (await askFirst(recipients, message.trim())) send.mutate({ phoneNumbers: recipients, message: message.trim() })
    } catch (error) {
      setProblem(say(error, text('sms.failed')))
    } finally {
      setAsking(false)
    }
  }
  return (
    <>
      <PageHeader title={text('sms.title')} intro={text('sms.intro')} />
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Card className="grid gap-4">
          <h2>{text('sms.recipients', { count: recipients.length })}</h2>
          <AddByHand contacts={contacts.query.data} added={byHand} onChange={setByHand} />
          <ChooseContacts chosen={chosen} onChange={setChosen} />
        </Card>
        <div className="grid gap-6">
          <Compose
            message={message}
            recipients={recipients.length}
            sending={send.isPending}
            asking={asking}
            onChange={setMessage}
            onSend={() => void submit()}
          >
            {problem ? <Notice tone="danger">{problem}</Notice> : null}
          </Compose>
          {send.data ? <Results results={(send.data as Sent).results} /> : null}
        </div>
      </div>
    </>
  )
}
