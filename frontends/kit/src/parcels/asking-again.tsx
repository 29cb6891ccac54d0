import { isSamePhone, promptAgainAfterMs, type Shillings } from '@tuma/contracts/vocabulary'
import { ApiError, useText } from '@tuma/kit/runtime'
import { keepDraft, readDraft } from '@tuma/kit/ui'
import { useEffect, useState } from 'react'
import { againDraft, type KeptPrompt } from './kept-prompt.ts'
import { promptTexts } from './prompt-texts.ts'

/** What M-Pesa was asked for last, and when it takes the same again by this device's clock, in ms. */
type Held = { phone: string; amount: Shillings; until: number }

type Over = Pick<KeptPrompt, 'phone' | 'amount' | 'askedAt'>

const heldBy = ({ phone, amount, askedAt }: Over): Held => ({
  ...{ phone, amount },
  until: askedAt + promptAgainAfterMs,
})

/** Of a request that is over. */
export const keepHeld = (payer: string, over: KeptPrompt): void => keepDraft(againDraft(payer), heldBy(over))

/**
 * Until when the same request would be in vain; over a reload, too. Another phone, or another amount, waits for nothing.
 * @param now what the form would ask for
 * @param over the last request, where it has come to nothing just now
 */
export function useHeld(payer: string, now: { phone: string; amount: Shillings }, over: Over | null) {
  const [held, setHeld] = useState<Partial<Held>>(() => (over ? heldBy(over) : readDraft(againDraft(payer))))
  const isSame = held.amount === now.amount && isSamePhone(held.phone ?? '', now.phone)
  const seconds = useSecondsUntil(isSame ? (held.until ?? 0) : 0)
  return {
    /** 0 when it can be asked for. */
    seconds,
    /** It was refused just now, and the server says for how long. */
    learn(error: unknown): void {
      const wait = error instanceof ApiError && error.code === 'prompt_open' ? Number(error.details.retryAfter) : 0
      if (wait > 0) setHeld({ ...now, until: Date.now() + wait * 1000 })
    },
  }
}

function useSecondsUntil(until: number): number {
  const left = () => Math.max(0, Math.ceil((until - Date.now()) / 1000))
  const [, tick] = useState(0)
  const isOpen = left() > 0
  useEffect(() => {
    if (!isOpen) return
    const timer = window.setInterval(() => tick((count) => count + 1), 1000)
    return () => window.clearInterval(timer)
  }, [isOpen])
  return left()
}

/** A screen reader does not read the seconds: this is outside the live region. */
export function AskingAgain({ seconds }: { seconds: number }) {
  const text = useText(promptTexts)
  return (
    <div className="parcel-prompt-again">
      <p>{text('prompt.wait', { count: seconds })}</p>
      <p className="t-hint">{text('prompt.sameAgain')}</p>
    </div>
  )
}
