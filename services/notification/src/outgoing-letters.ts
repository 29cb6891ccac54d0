import type { PaymentClient } from '@tuma/contracts/services'
import { displayPhone, isMobile } from '@tuma/contracts/vocabulary'
import type { Languages } from './languages.ts'
import type { LetterOf } from './letters.ts'
import { outgoingTexts } from './outgoing-texts.ts'

/** Templates of money that Tuma sent; their messages are about the id of what left. */
const templates: readonly string[] = ['paidOut', 'refunded'] satisfies (keyof (typeof outgoingTexts)['en'])[]
export const isAboutMoney = ({ template }: { readonly template: string }): boolean => templates.includes(template)

/**
 * Words and phone of a message about money that left, as payment has them: none of it is stored in notification.
 * @param contactPhone where questions go, as people type it; empty where there is none
 */
export const outgoingLetters =
  (payment: Pick<PaymentClient, 'outgoingOne'>, languages: Pick<Languages, 'of'>, contactPhone: string): LetterOf =>
  async ({ about }) => {
    const outgoing = await payment.outgoingOne({ outgoingId: about })
    if (!outgoing?.phone || !isMobile(outgoing.phone)) return null
    const { of, phone, cents, receipt, deliveryIds } = outgoing
    const texts = outgoingTexts[(await languages.of(phone)) === 'sw' ? 'sw' : 'en']
    const facts = { cents, receipt, parcels: deliveryIds.length, contactPhone }
    return {
      to: displayPhone(phone),
      subject: null,
      text: texts[of === 'payout' ? 'paidOut' : 'refunded'](facts),
      replyTo: null,
    }
  }
