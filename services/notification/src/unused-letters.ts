import type { PaymentClient } from '@tuma/contracts/services'
import { displayPhone, formatKsh, isMobile } from '@tuma/contracts/vocabulary'
import type { Languages } from './languages.ts'
import type { LetterOf } from './letters.ts'

/** The SMS to a payer who has booked no parcel with their money; its messages are about the payment. */
export const leftUnused = 'leftUnused'
export const isAboutUnused = ({ template }: { readonly template: string }): boolean => template === leftUnused

type Unused = { readonly amount: number; readonly link: string }
export const unusedTexts = {
  en: ({ amount, link }: Unused) =>
    `Tuma: you paid ${formatKsh(amount)}. Your parcel is not booked yet. Finish booking within 24 hours: ${link}`,
  sw: ({ amount, link }: Unused) =>
    `Tuma: umelipa ${formatKsh(amount)}. Kifurushi chako bado hakijasajiliwa. Maliza ndani ya saa 24: ${link}`,
} as const

type Payment = Pick<PaymentClient, 'leftUnused'>

/**
 * Words and phone as payment has them when the SMS is sent: none of it is stored here. The key follows a #, so that no server,
 * log or preview sees it. @param site without a slash at its end
 */
export const unusedLetters =
  (payment: Payment, languages: Pick<Languages, 'of'>, site: string): LetterOf =>
  async ({ about }) => {
    const unused = await payment.leftUnused({ paymentId: about })
    if (!unused || !isMobile(unused.phone)) return null
    const { phone, amount, key } = unused
    const text = unusedTexts[(await languages.of(phone)) === 'sw' ? 'sw' : 'en']
    return { to: displayPhone(phone), subject: null, text: text({ amount, link: `${site}/p/#${key}` }), replyTo: null }
  }
