/**
 * Kinds of pasted messages that M-Pesa's refusals do not cover, and what to do next. Shown beside a refusal of
 * verify-payment, whose own sentence stays unchanged.
 */
export const pastedNotes = {
  airtime: 'This message is about airtime. Paste the message you got when you paid our till.',
  withdrawal: 'This message is about cash that you withdrew. Paste the message you got when you paid our till.',
  deposit: 'This message is about cash that you put in. Paste the message you got when you paid our till.',
  savings: 'This message is about savings or a loan. Paste the message you got when you paid our till.',
  failed: 'This message says that a payment failed. Pay our till and paste the new message.',
  swahili: "We cannot read this message in Swahili yet. Enter its receipt number and the payer's name or phone.",
  receipt_only: "This is only a receipt number. Enter it with the payer's name or phone.",
  unknown_form: "We cannot read this message yet. Enter its receipt number and the payer's name or phone.",
} as const satisfies Record<string, string>

export type PastedNote = keyof typeof pastedNotes
