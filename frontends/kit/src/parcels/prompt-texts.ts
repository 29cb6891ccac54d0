import { type PromptRefusal, promptRefusals } from '@tuma/contracts/vocabulary'
import { defineCatalogue } from '@tuma/kit/runtime'

/** M-Pesa asks on the payer's phone. */
export const english = {
  'prompt.title': 'Pay with M-Pesa on your phone',
  'prompt.intro': 'M-Pesa asks you for {{amount}} and your PIN. There is nothing to copy or paste.',
  'prompt.name': 'Name of who pays',
  'prompt.phone': 'Phone that pays',
  'prompt.phoneHint': 'Someone else paying? Enter their number.',
  'prompt.pay': 'Pay {{amount}}',
  'prompt.or': 'Or pay to our till and paste the message',

  'prompt.lookTitle': 'Look at your phone',
  'prompt.look': 'M-Pesa asks for {{amount}} on {{phone}}. Enter your PIN there; this page goes on by itself.',
  'prompt.unknown':
    'We do not know yet whether M-Pesa asks on {{phone}}: if it does, enter your PIN; if it does not, pay to our till and paste the message.',
  'prompt.unheard': 'We cannot reach Tuma just now. Your payment is not lost: we ask again by ourselves.',
  'prompt.late': "Didn't get it?",
  'prompt.lateHint':
    'See that {{phone}} is the right number, and that the phone is unlocked and has signal. M-Pesa gives up after about a minute.',
  'prompt.otherNumber': 'Change the number',
  'prompt.toTill': 'Pay to our till instead',
  'prompt.tillNow': 'Pay to our till now',
  'prompt.arrivedTitle': 'One moment',
  'prompt.arrived':
    "Your payment has arrived. Type the receipt code of M-Pesa's message to go on now, or paste the message below, or wait a moment.",
  'prompt.toMessage': 'Paste the message',
  'prompt.lapsed':
    "M-Pesa has not told us what became of the request. If you have paid, paste M-Pesa's message below; if not, try again.",

  'prompt.wait_one': 'You can ask again in {{count}} second.',
  'prompt.wait_other': 'You can ask again in {{count}} seconds.',
  'prompt.sameAgain':
    'M-Pesa takes the same amount from the same phone again after two minutes. Until then another phone can pay, or our till below.',
  'prompt.waitMinutes_one': 'You can ask again in {{count}} minute.',
  'prompt.waitMinutes_other': 'You can ask again in {{count}} minutes.',

  'paid.before': 'You paid {{amount}}. Your parcel is not booked yet.',
  'paid.beforeTo': 'You paid {{amount}}. Your parcel to {{name}} is not booked yet.',
  'paid.choose': 'You paid {{amount}}. Choose how to send your parcel.',
  'paid.finish': 'Finish booking',

  'receipt.only': 'I only have the receipt code',
  'receipt.what': 'Once M-Pesa has told us of the money, its code and who paid are enough.',
  'receipt.code': 'Receipt code',
  'receipt.codeHint': "The ten letters and digits that M-Pesa's message begins with",
  'receipt.payer': 'Name or phone of who paid',
  'receipt.payerHint': 'A name as M-Pesa knows it, or the number that paid or its last four digits',
  'receipt.claim': 'Find the payment',
  'receipt.goOn': 'Go on',
  'receipt.failed': 'We could not look for the payment.',

  'promptRefused.balance_low': promptRefusals.balance_low,
  'promptRefused.cancelled': promptRefusals.cancelled,
  'promptRefused.unreachable': promptRefusals.unreachable,
  'promptRefused.expired': promptRefusals.expired,
  'promptRefused.busy': promptRefusals.busy,
  'promptRefused.wrong_pin': promptRefusals.wrong_pin,
  'promptRefused.limit': promptRefusals.limit,
  'promptRefused.again_later': promptRefusals.again_later,
  'promptRefused.our_setup': promptRefusals.our_setup,
  'promptRefused.other': promptRefusals.other,

  'promptHeld.balance_low': 'There is not enough money in M-Pesa. Top up, or pay otherwise and paste the message.',
  'promptHeld.cancelled': 'The request was cancelled on the phone.',
  'promptHeld.unreachable': 'We could not reach the phone. Switch it on and unlock it.',
  'promptHeld.expired': 'The request was not answered in time.',
  'promptHeld.wrong_pin': 'The M-Pesa PIN was not right.',
} as const satisfies Record<`promptRefused.${PromptRefusal}`, string> & Record<string, string>

export const promptTexts = defineCatalogue('prompts', english, () => import('./prompt-swahili.ts'))
