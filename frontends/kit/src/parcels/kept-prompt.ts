import type { Shillings } from '@tuma/contracts/vocabulary'
import { forgetDraft, keepDraft, readDraft } from '@tuma/kit/ui'

/**
 * A payment request on a phone, as this tab knows it. It survives a reload, and a phone that closes the browser for
 * M-Pesa's menu. `what` is what it pays for ("express THIKA"), `askedAt` this device's own time in ms.
 */
export type KeptPrompt = {
  promptId: string
  reference: string
  amount: Shillings
  what: string
  phone: string
  /** Who asked for it: a username, or 'visitor'. */
  payer: string
  /** Missing where this tab asked before it was kept. */
  senderName?: string
  /** Its money books the parcel. */
  books?: boolean
  askedAt: number
}

const promptDraft = (payer: string): string => `prompt.${payer}`
/** Of the one before: until when the same can't be asked for. */
export const againDraft = (payer: string): string => `prompt-again.${payer}`
const pressDraft = (payer: string): string => `prompt-press.${payer}`

export function keepPrompt(payer: string, prompt: Omit<KeptPrompt, 'payer'>): KeptPrompt {
  const kept = { ...prompt, payer }
  keepDraft(promptDraft(payer), kept)
  forgetDraft(pressDraft(payer))
  return kept
}

/** A person who logs in later still follows the request that they sent as a visitor. */
export function keptPrompt(payer: string): KeptPrompt | null {
  for (const one of [payer, 'visitor']) {
    const kept = readDraft(promptDraft(one)) as Partial<KeptPrompt>
    if (typeof kept.promptId === 'string') return kept as KeptPrompt
  }
  return null
}

export function forgetPrompt(payer: string): void {
  for (const one of [payer, 'visitor']) {
    forgetDraft(promptDraft(one))
    forgetDraft(pressDraft(one))
    forgetDraft(againDraft(one))
  }
}

/**
 * The idempotency key of a press: a second one for the same, also after a lost answer and a reload, rings no second time.
 * @param key for a press that is new
 */
export function keyOfPress(payer: string, asked: unknown, key: string | undefined): string | undefined {
  const body = JSON.stringify(asked)
  const kept = readDraft(pressDraft(payer)) as { body?: string; key?: string }
  if (kept.body === body && kept.key !== undefined) return kept.key
  keepDraft(pressDraft(payer), { body, key })
  return key
}
