import type { ApiOutputs } from '@tuma/contracts/api'
import { displayPhone, isMobile, normalisePhone } from '@tuma/contracts/vocabulary'
import { api, queryClient, toast, useErrorText, usePages, useSubmission, useText, useUser } from '@tuma/kit/runtime'
import { Button, Card, forgetDraft, keepDraft, Notice, readDraft } from '@tuma/kit/ui'
import { useRef, useState } from 'react'
import { texts } from '../../texts.ts'
import { AddByHand } from './add-by-hand.tsx'
import { useAskCampaign, useAskFirst } from './ask-first.ts'
import { type Audience, ChooseAudience, everybody } from './choose-audience.tsx'
import { ChooseContacts } from './choose-contacts.tsx'
import { Compose } from './compose.tsx'
import { maxRecipients } from './recipients.ts'
import { ResultOfAll, Results } from './results.tsx'

type Sent = ApiOutputs['marketing']['sendBulkSms']
type Way = 'chosen' | 'all'
const ways = ['chosen', 'all'] as const

/** The people on one side, one by one or all that match; the message on the other. */
export const Write = () => {
  const text = useText(texts)
  const contacts = usePages(api.marketing.contacts, {})
  const [way, setWay] = useState<Way>('chosen')
  const [audience, setAudience] = useState<Audience>(everybody)
  const [people, setPeople] = useState(0)
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const [byHand, setByHand] = useState<readonly string[]>([])
  const [message, setMessage] = useKeptMessage()
  const written = useRef<HTMLDivElement>(null)
  const recipients = [...new Set([...chosen, ...byHand])]
  const count = way === 'all' ? people : recipients.length
  const clear = (): void => {
    setChosen(new Set())
    setByHand([])
    setMessage('')
  }
  const sending = useSending({ way, audience, recipients, message: message.trim(), onSent: clear })
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Card className="grid gap-4">
        <h2>{text('sms.recipients', { count })}</h2>
        <fieldset className="flex flex-wrap gap-2">
          <legend className="t-hidden">{text('sms.who')}</legend>
          {ways.map((one) => (
            <Button
              key={one}
              size="small"
              variant={one === way ? 'primary' : 'secondary'}
              aria-pressed={one === way}
              onClick={() => setWay(one)}
            >
              {text(`sms.who.${one}`)}
            </Button>
          ))}
        </fieldset>
        {way === 'all' ? (
          <ChooseAudience audience={audience} onChange={setAudience} onCounted={setPeople} />
        ) : (
          <>
            <AddByHand contacts={contacts.query.data} added={byHand} onChange={setByHand} />
            {/* Otherwise keyboard users would have to pass a hundred checkboxes first. */}
            <Button
              variant="quiet"
              size="small"
              className="sr-only focus:not-sr-only"
              onClick={() => written.current?.querySelector('textarea')?.focus()}
            >
              {text('sms.toMessage')}
            </Button>
            <ChooseContacts chosen={chosen} onChange={setChosen} />
          </>
        )}
      </Card>
      <div ref={written} className="grid gap-4">
        <Compose
          message={message}
          recipients={count}
          sending={sending.pending}
          asking={sending.asking}
          onChange={setMessage}
          onSend={() => void sending.submit()}
        >
          {sending.problem ? <Notice tone="danger">{sending.problem}</Notice> : null}
          <TestToMyself message={message.trim()} />
        </Compose>
        {sending.results ? <Results results={sending.results} /> : null}
        {sending.ofAll ? (
          <ResultOfAll
            sent={sending.ofAll.accepted}
            refused={sending.ofAll.refused + sending.ofAll.optedOut}
            unanswered={sending.ofAll.unanswered}
          />
        ) : null}
      </div>
    </div>
  )
}

/** Keeps the text over a reload and a visit to another screen. Deletes the copy when the text is sent or emptied. */
const useKeptMessage = (): [string, (message: string) => void] => {
  // The key ends in `.text`: a draft that ends in the username goes to the guest when the session ends.
  const draft = `sms.${useUser().username}.text`
  const [message, setMessage] = useState(() => String(readDraft(draft).message ?? ''))
  const keep = (typed: string): void => {
    setMessage(typed)
    if (typed === '') forgetDraft(draft)
    else keepDraft(draft, { message: typed })
  }
  return [message, keep]
}

type Wanted = {
  readonly way: Way
  readonly audience: Audience
  readonly recipients: readonly string[]
  readonly message: string
  readonly onSent: () => void
}

/** Sends only after the admin has read the number of people, the cost and the time, and has agreed. */
const useSending = ({ way, audience, recipients, message, onSent }: Wanted) => {
  const text = useText(texts)
  const say = useErrorText()
  const [problem, setProblem] = useState('')
  const [asking, setAsking] = useState(false)
  const askFirst = useAskFirst()
  const askCampaign = useAskCampaign()
  const onError = (error: unknown) => setProblem(say(error, text('sms.failed')))
  const onSuccess = ({ success, accepted }: { success: boolean; accepted: number }) => {
    void queryClient.invalidateQueries({ queryKey: api.marketing.key() })
    if (!success) return setProblem(text('sms.failed'))
    toast.success(text('sms.sent', { n: accepted }))
    onSent()
  }
  const toChosen = useSubmission(api.marketing.sendBulkSms, { onSuccess, onError })
  const toAll = useSubmission(api.marketing.sendCampaign, { onSuccess, onError })

  const submitToAll = async (): Promise<void> => {
    const people = await askCampaign({ ...audience, message })
    if (people !== null) toAll.mutate({ ...audience, message, people })
  }
  const submitToChosen = async (): Promise<void> => {
    if (await askFirst(recipients, message)) toChosen.mutate({ phoneNumbers: [...recipients], message })
  }
  const problemBefore = (): string => {
    if (message === '' || (way === 'chosen' && recipients.length === 0)) return text('sms.missing')
    const tooMany = way === 'chosen' && recipients.length > maxRecipients
    return tooMany ? text('sms.tooMany', { most: maxRecipients }) : ''
  }
  const submit = async (): Promise<void> => {
    const found = problemBefore()
    setProblem(found)
    if (found || asking) return
    setAsking(true)
    await (way === 'all' ? submitToAll() : submitToChosen()).catch(onError)
    setAsking(false)
  }
  // Shows only the results of the last sending.
  const wasToAll = toAll.submittedAt > toChosen.submittedAt
  const results = wasToAll ? undefined : (toChosen.data as Sent | undefined)?.results
  const ofAll = wasToAll ? toAll.data : undefined
  return { submit, problem, asking, pending: toChosen.isPending || toAll.isPending, results, ofAll }
}

/** Sends a test to the phone of the admin, where a mistake does no harm. */
const TestToMyself = ({ message }: { message: string }) => {
  const text = useText(texts)
  const say = useErrorText()
  const phone = normalisePhone(useUser().phone) ?? ''
  const test = useSubmission(api.marketing.sendBulkSms, {
    onSuccess: ({ success }) => {
      if (success) toast.success(text('sms.tested', { phone: displayPhone(phone) }))
      else toast.error(text('sms.failed'))
    },
    onError: (error) => void toast.error(say(error, text('sms.failed'))),
  })
  if (!isMobile(phone)) return null
  return (
    <Button
      variant="secondary"
      wide
      disabled={message === ''}
      loading={test.isPending}
      onClick={() => test.mutate({ phoneNumbers: [phone], message })}
    >
      {text('sms.test', { phone: displayPhone(phone) })}
    </Button>
  )
}
