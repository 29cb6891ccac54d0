/**
 * Why a pasted M-Pesa message, or a receipt code, is not accepted as a payment. verify-payment and claim-receipt answer
 * these with `success: false`.
 */
export const mpesaRefusals = {
  not_mpesa: 'Your Mpesa message is invalid, please use the correct Mpesa message',
  too_long: 'That is more than one M-Pesa message. Please paste only the message of this payment.',
  several_messages: 'Please paste only one M-Pesa message, the one of this payment.',
  money_received: 'This message is about money that was received. Please paste the message you got when you paid.',
  reversed: 'This message says that a payment was reversed. Please pay again and paste the new message.',
  fuliza: 'This is the Fuliza notice. Please paste the message that says whom you paid.',
  balance: 'This message is about your balance. Please paste the message that says whom you paid.',
  paybill: 'This payment went to a PayBill number. Please pay to our till and paste that message.',
  sent_to_person: 'This money was sent to a person. Please pay to our till and paste that message.',
  other_recipient: 'This payment went to someone else. Please pay to our till and paste that message.',
  paid_by_bank: "This message is from a bank or an app. Enter its M-Pesa reference and the payer's name or phone.",
  paid_by_airtel:
    "This message is from Airtel Money. Enter the M-Pesa reference of this payment and the payer's name or phone.",
  too_old: 'This payment is more than 24 hours old. Please pay again and paste the new message.',
  in_future: 'The date of this message is in the future. Please paste the message exactly as you received it.',
  amount_impossible: 'M-Pesa moves at most Ksh 250,000 at once. Please paste the message exactly as you received it.',
  already_used: 'This M-Pesa message has already been used.',
  amount_differs: 'This message and M-Pesa show different amounts. Please paste it exactly as you received it.',
  receipt_unknown: 'We found no payment with that receipt number and payer. Check both, or paste the whole message.',
} as const satisfies Record<string, string>

export type MpesaRefusal = keyof typeof mpesaRefusals
