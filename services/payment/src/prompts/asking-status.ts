import type { Environment } from '@tuma/platform/runtime'
import type { Daraja } from '../daraja/index.ts'

const minuteMs = 60_000
const firstAgainMs = 15 * minuteMs
const forgottenMs = 48 * 60 * minuteMs
const maxPerMinute = 30

type Question = { readonly paymentId: string; readonly receipt: string }
export type AskingStatus = {
  /** Asks M-Pesa about a receipt, unless we asked a short while ago. The answer comes to its own address. */
  ask(question: Question): void
}

/** The payment that a question was about, from the address of its answer. */
export const paymentAskedAbout = (about: string): string => about.split('-')[0] ?? ''

/**
 * Asks about the same payment again after 15 minutes, then after one hour, then four, and so on. At most 30 questions a
 * minute in all, so that made-up confirmations do not use up Daraja's quota.
 * @param status null without an initiator: nothing is asked
 */
export const askingStatus = ({
  status,
  environment,
  onFault,
}: {
  readonly status: Daraja['status']
  readonly environment: Environment
  readonly onFault: (error: unknown) => void
}): AskingStatus => {
  /** In the order of the last question. */
  const asked = new Map<string, { readonly at: number; readonly againMs: number }>()
  let ofThisMinute: number[] = []

  const forgetOld = (now: number): void => {
    ofThisMinute = ofThisMinute.filter((at) => now - at < minuteMs)
    for (const [paymentId, { at }] of asked) {
      if (now - at <= forgottenMs) return
      asked.delete(paymentId)
    }
  }
  const mayAsk = (paymentId: string, now: number): boolean => {
    forgetOld(now)
    const before = asked.get(paymentId)
    if (before && now - before.at < before.againMs) return false
    if (ofThisMinute.length >= maxPerMinute) return false
    ofThisMinute.push(now)
    asked.delete(paymentId)
    asked.set(paymentId, { at: now, againMs: before ? before.againMs * 4 : firstAgainMs })
    return true
  }

  return {
    ask({ paymentId, receipt }) {
      if (!status || !mayAsk(paymentId, Date.parse(environment.now()))) return
      // Each question has its own address, which the first answer uses up.
      const about = `${paymentId}-${Buffer.from(environment.randomBytes(8)).toString('hex')}`
      void status({ receipt, about }).catch(onFault)
    },
  }
}
