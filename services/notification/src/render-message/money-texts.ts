import { dayInWords, formatKsh, timeInWords, whenInWords } from '@tuma/contracts/vocabulary'
import { notRight } from './shop-in-sms.ts'

/** The payout number of an account changes; `from`: the instant from which we pay to the new one. */
type Changed = ToCall & { readonly from: string }
type TakenIn = ToCall & { readonly cents: number }
/** Where questions go; empty where there is no number. */
type ToCall = { readonly contactPhone: string }

/** 160 characters make one SMS. A text has no payout number and no name, because it may reach the wrong phone. */
export const moneySms = {
  en: {
    payToLeft: ({ from, contactPhone }: Changed) =>
      `Tuma: your payouts go to a different number from ${whenInWords(from, 'en')}.${notRight(contactPhone, 'en')}`,
    payToGiven: ({ from, contactPhone }: Changed) =>
      `Tuma: this number will receive payouts of a Tuma account from ${whenInWords(from, 'en')}.${notRight(contactPhone, 'en')}`,
    cashTakenIn: ({ cents, contactPhone }: TakenIn) =>
      `Tuma: the office received ${formatKsh(cents / 100)} in cash from you.${notRight(contactPhone, 'en')}`,
  },
  sw: {
    payToLeft: ({ from, contactPhone }: Changed) =>
      `Tuma: malipo yako yatatumwa kwa nambari nyingine kuanzia ${whenInWords(from, 'sw')}.${notRight(contactPhone, 'sw')}`,
    payToGiven: ({ from, contactPhone }: Changed) =>
      `Tuma: nambari hii itapokea malipo ya akaunti ya Tuma kuanzia ${whenInWords(from, 'sw')}.${notRight(contactPhone, 'sw')}`,
    cashTakenIn: ({ cents, contactPhone }: TakenIn) =>
      `Tuma: ofisi imepokea ${formatKsh(cents / 100)} taslimu kutoka kwako.${notRight(contactPhone, 'sw')}`,
  },
}

/** In both languages, because the account's language is not known. */
export const payToMail = ({ from, site, contactPhone }: Changed & { readonly site: string }) => ({
  subject: 'Your payout number at Tuma has changed',
  text: `Hello,

Your payout number at Tuma has changed. We pay to the new number from ${nairobi(from, 'en')}.

Was it not you? Set a new password now${contactPhone && ` and call ${contactPhone}`}:
${site}/forgot-password

Habari,

Nambari yako ya kulipwa kwenye Tuma imebadilika. Tutalipa kwa nambari mpya kuanzia ${nairobi(from, 'sw')}.

Si wewe? Weka nenosiri jipya sasa${contactPhone && ` na upige ${contactPhone}`}:
${site}/forgot-password

Tuma`,
})

const nairobi = (instant: string, language: 'en' | 'sw'): string =>
  `${dayInWords(instant, language)}, ${timeInWords(instant)} (Nairobi)`
