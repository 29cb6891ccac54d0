import type { PromptRefusal } from '@tuma/contracts/vocabulary'
import { type Answer, getErrorCode, getErrorText, isAccepted } from './asking.ts'
import { textOf } from './loose-json.ts'
import { toMeaning } from './prompt-refusals.ts'

/** `sent` means asked for, not paid. After `unknown` the phone may still ring, so the prompt is never sent again. */
export type Pushed =
  | { readonly outcome: 'sent'; readonly merchantRequestId: string; readonly checkoutRequestId: string }
  | { readonly outcome: 'refused'; readonly reason: PromptRefusal; readonly code: string }
  | { readonly outcome: 'unknown' }

/**
 * A prompt's own query names neither receipt nor amount. `failed` is not final: a callback with a payment may follow.
 */
export type Queried =
  | { readonly outcome: 'paid' | 'pending' | 'unknown' }
  | { readonly outcome: 'failed'; readonly reason: PromptRefusal; readonly code: string }

/** The answer itself comes to the address of `about`, a minute or more later. */
export type StatusAsked =
  | { readonly outcome: 'requested'; readonly conversationId: string | null }
  | { readonly outcome: 'refused'; readonly code: string }
  | { readonly outcome: 'away' }

export type Registered =
  | { readonly outcome: 'registered' }
  /** Already registered addresses can be changed only in Safaricom's portal. */
  | { readonly outcome: 'refused'; readonly code: string; readonly already: boolean }
  | { readonly outcome: 'away' }

export const pushed = (answer: Answer): Pushed => {
  if (isAccepted(answer)) {
    const checkoutRequestId = textOf(answer.body.CheckoutRequestID)
    if (checkoutRequestId === null) return { outcome: 'unknown' }
    return { outcome: 'sent', checkoutRequestId, merchantRequestId: textOf(answer.body.MerchantRequestID) ?? '' }
  }
  const reason = pushRefusal(answer)
  return reason === null ? { outcome: 'unknown' } : { outcome: 'refused', reason, code: getCode(answer) }
}

/** Null where the prompt may have been taken. */
const pushRefusal = (answer: Answer): PromptRefusal | null => {
  if (answer.kind === 'unsent') return answer.code === 'token-refused' ? 'our_setup' : 'again_later'
  if (answer.kind === 'lost') return null
  const { status, body } = answer
  const code = getCode(answer)
  if (status === 200) return body?.ResponseCode === undefined ? null : getRefusal(code)
  if (status === 429 || code === '500.003.02' || code === '500.003.03') return 'again_later'
  if (code === '500.001.1001') return lockedOrWrong(getErrorText(answer))
  return status >= 300 && status < 500 ? 'our_setup' : null
}

/** Daraja has one code for three unrelated errors, and only its text tells them apart. */
const lockedOrWrong = (text: string): PromptRefusal | null => {
  if (/lock|already in process/i.test(text)) return 'busy'
  return /merchant|credential/i.test(text) ? 'our_setup' : null
}

export const queried = (answer: Answer): Queried => {
  if (answer.kind !== 'answered') return { outcome: 'unknown' }
  const code = textOf(answer.body?.ResultCode)
  if (answer.status !== 200 || code === null) {
    const stillOpen = getErrorCode(answer) === '500.001.1001' && /being processed/i.test(getErrorText(answer))
    return { outcome: stillOpen ? 'pending' : 'unknown' }
  }
  const meaning = toMeaning(code)
  if (meaning === 'paid' || meaning === 'pending') return { outcome: meaning }
  return meaning === null ? { outcome: 'unknown' } : { outcome: 'failed', reason: meaning, code }
}

const getRefusal = (code: string): PromptRefusal => {
  const meaning = toMeaning(code)
  return meaning === null || meaning === 'paid' || meaning === 'pending' ? 'other' : meaning
}

const getCode = (answer: Answer): string => {
  const responded = answer.kind === 'answered' ? textOf(answer.body?.ResponseCode) : null
  return responded ?? getErrorCode(answer)
}

export const statusAsked = (answer: Answer): StatusAsked =>
  isAccepted(answer)
    ? { outcome: 'requested', conversationId: textOf(answer.body.ConversationID) }
    : refusedOrAway(answer)

export const registered = (answer: Answer): Registered => {
  if (isAccepted(answer)) return { outcome: 'registered' }
  const already = /already|duplicate/i.test(getErrorText(answer))
  if (already) return { outcome: 'refused', code: getErrorCode(answer), already }
  const refused = refusedOrAway(answer)
  return refused.outcome === 'away' ? refused : { ...refused, already }
}

const refusedOrAway = (answer: Answer): { outcome: 'refused'; code: string } | { outcome: 'away' } => {
  const refused = answer.kind === 'answered' && answer.status < 500 && answer.status !== 429 && answer.body !== null
  if (refused || (answer.kind === 'unsent' && answer.code === 'token-refused'))
    return { outcome: 'refused', code: getCode(answer) }
  return { outcome: 'away' }
}
