import './prompt.css'
import { promptRequest } from '@tuma/contracts/api'
import { formatKsh, type PromptRefusal, promptRefusals } from '@tuma/contracts/vocabulary'
import { Smartphone } from '@tuma/kit/icons'
import { ApiError, kitTexts, useErrorText, useText } from '@tuma/kit/runtime'
import * as z from '@tuma/kit/schema'
import { Button, Form, Notice, PhoneField, SubmitButton, TextField, useForm } from '@tuma/kit/ui'
import { useEffect, useRef, useState } from 'react'
import { AskingAgain, useHeld } from './asking-again.tsx'
import type { Due } from './due.ts'
import { PartPaid, type Paying, ShortNotice, useKnownPayer } from './paying.tsx'
import { PromptRefused } from './prompt-refused.tsx'
import { promptTexts } from './prompt-texts.ts'
import { FollowPrompt, PromptUnderWay, UnderWaySentence } from './prompt-under-way.tsx'
import type { Prompting } from './prompting.ts'
import { readBook } from './request-bodies.ts'
import { useAccount } from './verified-payment.ts'

type Props = {
  due: Due
  paying: Paying
  prompting: Prompting
  /** Leads to the other ways to pay below. */
  onTill: () => void
  onMessage: () => void
}

/** M-Pesa asks on the payer's phone, and the checkout goes on by itself. */
export function PayByPrompt({ due, paying, prompting, onTill, onMessage }: Props) {
  const text = useText(promptTexts)
  const { asked, prompt } = prompting
  const [leftFor, setLeftFor] = useState<string | null>(null)
  const state = prompt?.state ?? 'asked'
  const isOver = state === 'failed' || state === 'lapsed'
  const waits = asked !== null && !isOver && leftFor !== asked.promptId
  const card = useFocusInPlace(waits, isOver)
  return (
    <section ref={card} className="t-card parcel-prompt" aria-labelledby="prompt-title">
      <div className="parcel-prompt-said">
        <h2 id="prompt-title" tabIndex={-1}>
          {text(!waits ? 'prompt.title' : state === 'arrived' ? 'prompt.arrivedTitle' : 'prompt.lookTitle')}
        </h2>
        <PaidByMessage paying={paying} />
        {asked ? null : <p className="t-hint">{text('prompt.intro', { amount: formatKsh(paying.left) })}</p>}
        <div role="status">
          {asked && (waits || state === 'lapsed') ? (
            <UnderWaySentence asked={asked} state={state} unheard={prompting.unheard} />
          ) : null}
        </div>
      </div>
      {asked ? <FollowPrompt key={asked.promptId} promptId={asked.promptId} onChange={prompting.look} /> : null}
      {asked && waits ? (
        <PromptUnderWay
          due={due}
          asked={asked}
          state={state}
          look={prompting.look}
          onOtherNumber={() => setLeftFor(asked.promptId)}
          onTill={onTill}
          onMessage={onMessage}
        />
      ) : (
        <Ask
          due={due}
          paying={paying}
          prompting={prompting}
          onTill={onTill}
          refused={isOver ? getRefusal(prompt) : null}
          again={isOver}
        />
      )}
    </section>
  )
}

/** The notice below reports a payment that was too small. */
const PaidByMessage = ({ paying: { short } }: { paying: Paying }) =>
  short && !short.byPrompt ? <PartPaid short={short} /> : null

/** A newer server may know more of them. */
const getRefusal = (prompt: Prompting['prompt']): PromptRefusal | null => {
  if (prompt?.state !== 'failed') return null
  return prompt.code !== undefined && Object.hasOwn(promptRefusals, prompt.code)
    ? (prompt.code as PromptRefusal)
    : 'other'
}

/** Keeps the focus inside this card when its content changes. Does nothing if the focus was elsewhere. */
function useFocusInPlace(waits: boolean, isOver: boolean) {
  const card = useRef<HTMLElement>(null)
  const before = useRef(waits)
  useEffect(() => {
    if (before.current === waits) return
    before.current = waits
    const { activeElement } = document
    if (activeElement !== document.body && !card.current?.contains(activeElement)) return
    const after = isOver ? '[type="submit"]' : '.parcel-short, [type="submit"]'
    card.current?.querySelector<HTMLElement>(waits ? 'h2' : after)?.focus()
  }, [waits, isOver])
  return card
}

const { senderName, phone } = promptRequest.shape
const askedFields = z.object({ senderName, phone })

type AskProps = Pick<Props, 'due' | 'paying' | 'prompting' | 'onTill'> & {
  refused: PromptRefusal | null
  again: boolean
}

function Ask({ due, paying, prompting, onTill, refused, again }: AskProps) {
  const text = useText(promptTexts)
  const kit = useText(kitTexts)
  const [problem, setProblem] = useState<unknown>(null)
  const known = useKnownPayer(due)
  const user = useAccount()
  const form = useForm({
    schema: askedFields,
    defaults: { senderName: known.name, phone: prompting.asked?.phone ?? known.phone },
    submit: async (typed) => {
      setProblem(null)
      if (isHeld) return
      paying.begin()
      const { reference, left: amount, adds, mayBook } = paying
      const book = mayBook ? readBook(due, user, reference) : undefined
      await prompting.ask({ ...typed, paymentReferenceId: reference, amount, adds, book })
    },
    onFailure: (error) => {
      setProblem(error)
      held.learn(error)
    },
  })
  const wanted = { phone: form.value('phone'), amount: paying.left }
  const held = useHeld(paying.payer, wanted, again ? prompting.asked : null)
  const isHeld = held.seconds > 0
  return (
    <Form form={form} label={text('prompt.title')}>
      {paying.short?.byPrompt ? <ShortNotice short={paying.short} /> : null}
      {known.name ? null : <TextField label={text('prompt.name')} autoComplete="name" {...form.field('senderName')} />}
      <PhoneField label={text('prompt.phone')} hint={text('prompt.phoneHint')} {...form.field('phone')} />
      {problem ? <Problem error={problem} /> : null}
      {refused && !problem ? (
        <>
          <PromptRefused refused={refused} isHeld={isHeld} />
          <Button variant={isHeld ? 'primary' : 'secondary'} wide onClick={onTill}>
            {text('prompt.tillNow')}
          </Button>
        </>
      ) : null}
      {isHeld ? <AskingAgain seconds={held.seconds} /> : null}
      <SubmitButton form={form} variant="ochre" icon={Smartphone} wide {...(isHeld && { 'aria-disabled': true })}>
        {again ? kit('tryAgain') : text('prompt.pay', { amount: formatKsh(paying.left) })}
      </SubmitButton>
    </Form>
  )
}

/** Why M-Pesa was not even asked, and when it can be. */
function Problem({ error }: { error: unknown }) {
  const text = useText(promptTexts)
  const kit = useText(kitTexts)
  const say = useErrorText()
  const isHeld = error instanceof ApiError && error.code === 'prompt_open' // how long goes on beside the button
  const wait = error instanceof ApiError && !isHeld ? Number(error.details.retryAfter) : Number.NaN
  return (
    <Notice tone="danger">
      <p>{say(error, kit('failed'))}</p>
      {wait > 0 ? <p>{wait < 180 ? text('prompt.wait', { count: wait }) : minutes(text, wait)}</p> : null}
    </Notice>
  )
}

const minutes = (text: ReturnType<typeof useText<typeof promptTexts.en>>, seconds: number): string =>
  text('prompt.waitMinutes', { count: Math.ceil(seconds / 60) })
