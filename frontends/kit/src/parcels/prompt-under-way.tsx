import type { Prompt } from '@tuma/contracts/api'
import { displayPhone, formatKsh, normalisePhone } from '@tuma/contracts/vocabulary'
import { useLiveChanges, useText } from '@tuma/kit/runtime'
import { Button } from '@tuma/kit/ui'
import { useEffect, useEffectEvent, useState } from 'react'
import { ReceiptOfPrompt } from './claim-receipt.tsx'
import type { Due } from './due.ts'
import type { KeptPrompt } from './kept-prompt.ts'
import { promptTexts } from './prompt-texts.ts'

/** From then on a phone that has not rung is thought about. */
const lateMs = 30_000

type State = Prompt['state']

const getPhone = ({ phone }: KeptPrompt): string => displayPhone(normalisePhone(phone) ?? phone)

/** One sentence for each state: it is read out when it changes, and only then. */
export function UnderWaySentence({ asked, state, unheard }: { asked: KeptPrompt; state: State; unheard: boolean }) {
  const text = useText(promptTexts)
  const phone = getPhone(asked)
  const sentence = {
    asked: () => text('prompt.look', { amount: formatKsh(asked.amount), phone }),
    unknown: () => text('prompt.unknown', { phone }),
    arrived: () => text('prompt.arrived'),
    lapsed: () => text('prompt.lapsed'),
  }[state === 'unknown' || state === 'arrived' || state === 'lapsed' ? state : 'asked']
  return (
    <>
      <p>{sentence()}</p>
      {unheard ? <p className="t-hint">{text('prompt.unheard')}</p> : null}
    </>
  )
}

/** Hears what becomes of it, wherever its person looks meanwhile. */
export function FollowPrompt({ promptId, onChange }: { promptId: string; onChange: () => unknown }) {
  useLiveChanges({ promptId, onChange })
  const back = useEffectEvent(onChange)
  useEffect(() => {
    const look = () => void back()
    window.addEventListener('focus', look)
    return () => window.removeEventListener('focus', look)
  }, [])
  return null
}

type Props = {
  due: Due
  asked: KeptPrompt
  state: State
  look: () => Promise<unknown>
  onOtherNumber: () => void
  onTill: () => void
  onMessage: () => void
}

export function PromptUnderWay({ due, asked, state, look, onOtherNumber, onTill, onMessage }: Props) {
  const text = useText(promptTexts)
  const isLate = useIsLate(asked.askedAt)
  return (
    <div className="parcel-prompt-waits">
      <span className="parcel-prompt-way" aria-hidden />
      {state === 'arrived' ? (
        <>
          <ReceiptOfPrompt due={due} asked={asked} look={look} />
          <Button variant="secondary" onClick={onMessage}>
            {text('prompt.toMessage')}
          </Button>
        </>
      ) : (
        <div role="status">
          {isLate ? (
            <>
              <p className="parcel-prompt-late">{text('prompt.late')}</p>
              <p className="t-hint">{text('prompt.lateHint', { phone: getPhone(asked) })}</p>
            </>
          ) : null}
        </div>
      )}
      {isLate && state !== 'arrived' ? (
        <div className="parcel-buttons">
          <Button variant="secondary" onClick={onOtherNumber}>
            {text('prompt.otherNumber')}
          </Button>
          <Button variant="quiet" onClick={onTill}>
            {text('prompt.toTill')}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

function useIsLate(askedAt: number): boolean {
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    const left = askedAt + lateMs - Date.now()
    setLate(left <= 0)
    const timer = setTimeout(() => setLate(true), Math.max(0, left))
    return () => clearTimeout(timer)
  }, [askedAt])
  return isLate
}
