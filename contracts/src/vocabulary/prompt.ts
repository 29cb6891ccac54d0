/**
 * States of a prompt on a payer's phone: stored, on the phone as far as we know, sent without an answer, paid but
 * without a known receipt, paid, refused, or without a result.
 */
export const promptStates = ['asked', 'sent', 'unknown', 'arrived', 'paid', 'failed', 'lapsed'] as const
export type PromptState = (typeof promptStates)[number]

/** States that no longer change by themselves. */
export const endedPrompts = ['paid', 'failed', 'lapsed'] as const satisfies PromptState[]

/** Why a prompt was not paid, with the sentence for its payer, because M-Pesa's own words must not reach a screen. */
export const promptRefusals = {
  balance_low: 'Not enough money in M-Pesa. Top up and try again, or pay another way and paste the message.',
  cancelled: 'The request was cancelled on the phone. Try again when you are ready.',
  unreachable: 'We could not reach the phone. Switch it on, unlock it and try again.',
  expired: 'The request was not answered in time. Please try again.',
  busy: 'The phone is busy with another M-Pesa request. Finish it and try again in a minute.',
  wrong_pin: 'The M-Pesa PIN was wrong. Please try again.',
  limit: 'M-Pesa does not accept that amount today. Pay another way and paste the message.',
  again_later: 'M-Pesa is busy right now. Please try again in a few minutes.',
  our_setup: 'We cannot ask for payments right now. Please pay to our till and paste the message.',
  other: 'M-Pesa did not accept the payment. Please pay to our till and paste the message.',
} as const satisfies Record<string, string>
export type PromptRefusal = keyof typeof promptRefusals

/** For one prompt, in whole shillings. */
/**
 * M-Pesa accepts no second request for the same amount on the same phone before that, whatever the result of the first.
 */
export const promptAgainAfterMs = 2 * 60 * 1000
export const minPromptShillings = 1
export const maxPromptShillings = 250_000
