import { collectionCodeIn } from '@tuma/one-process/collection-code'
import type { Fact } from './facts.ts'
import { machine } from './machine.ts'
import { selectOnly } from './parcel-histories.ts'
import type { SentMessage } from './people/message-providers.ts'

const isLink = /^(verify|reset)$/
const mayHaveCode = /^(inTransit|waitingAtShop|newCode|newCodeToSender|numberGiven|stillWaiting|offHold|backAtShop)$/
/** Longer than most reports take, and short: nothing else happens meanwhile, but each idle second costs steps. */
export const reportWaitMs = 60_000

/** What an admin or a shop orders is no attempt: that one follows. */
const attemptsIn = (past: readonly Fact[]): Fact[] =>
  selectOnly(past, 'SendAttempted').filter(({ data }) => !data.ordered)

/** The attempts whose answer never came, also where the provider reported them later. */
const unansweredIn = (past: readonly Fact[]): Fact[] =>
  attemptsIn(past).filter((attempt) => {
    const next = past.slice(past.indexOf(attempt) + 1).find(({ type }) => type !== 'MessageParked')
    if (next?.type === 'MessageFailed') return next.data.unanswered === true
    return next?.type !== 'MessageSent' || next.data.provider === 'africastalking'
  })

/** After an attempt without an answer a message waits for the provider's report, but for a link, and goes once more. */
const wrongRepeat = (past: readonly Fact[]): string | null => {
  const unanswered = unansweredIn(past)
  const isHurried = unanswered.some((attempt) => {
    const next = attemptsIn(past).find((one) => past.indexOf(one) > past.indexOf(attempt))
    // Where the clock was set back in between, their times do not tell how long it waited.
    if (!next || machine.mayBeSetBackBetween(attempt.data.at, next.data.at)) return false
    return Date.parse(next.data.at) - Date.parse(attempt.data.at) < reportWaitMs
  })
  if (isHurried && !isLink.test(past[0]?.data.template)) return 'was repeated without waiting for a report'
  return unanswered.length > 2 ? `was attempted ${unanswered.length} times without an answer` : null
}

/** @param given the times that a person got this message. @returns null where all is right, or nothing was sent */
export const wrongSending = (past: readonly Fact[], given: readonly SentMessage[]): string | null => {
  const sent = selectOnly(past, 'MessageSent').length
  const withCode = given.filter(({ text }) => collectionCodeIn(text) !== undefined)
  if (given.length > attemptsIn(past).length) return 'left before its attempt was recorded'
  if (sent > 1 || given.length > 2) return `was sent ${given.length} times`
  if (withCode.length > 1) return 'went again with its collection code'
  if (sent === 1 && given.length === 0) return 'is said to be sent and was not'
  return wrongRepeat(past)
}

/** The office has a message that may have arrived: it went twice, or has a collection code. */
export const isRightlyLeft = (past: readonly Fact[]): boolean => {
  const left = past.at(-1)
  if (left?.type !== 'MessageParked' || left.data.held !== 'unanswered') return false
  return unansweredIn(past).length > (mayHaveCode.test(past[0]?.data.template) ? 0 : 1)
}
