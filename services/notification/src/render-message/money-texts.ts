import { dayInWords, formatKsh, timeInWords, whenInWords } from '@tuma/contracts/vocabulary'
import { notRight } from './shop-in-sms.ts'

/** Money for the account goes to another number; `from`: the instant from which it is paid there. */
type Changed = ToCall & { readonly from: string }
type TakenIn = ToCall & { readonly cents: number }
/** Where questions go; empty where there is no number. */
type ToCall = { readonly contactPhone: string }

/** 160 characters make one SMS. No payout number and no name is in a text: the phone that reads it may be the wrong one. */
export const moneySms = {
  en: {
    payToLeft: ({ from, contactPhone }: Changed) =>
      `Tuma: we send your money to another number from ${whenInWords(from, 'en')}.${notRight(contactPhone, 'en')}`,
    payToGiven: ({ from, contactPhone }: Changed) =>
      `Tuma: we send money of a Tuma account to this number from ${whenInWords(from, 'en')}.${notRight(contactPhone, 'en')}`,
    cashTakenIn: ({ cents, contactPhone }: TakenIn) =>
      `Tuma: the office took ${formatKsh(cents / 100)} of the cash with you.${notRight(contactPhone, 'en')}`,
  },
  sw: {
    payToLeft: ({ from, contactPhone }: Changed) =>
      `Tuma: tutatuma pesa zako kwa nambari nyingine kuanzia ${whenInWords(from, 'sw')}.${notRight(contactPhone, 'sw')}`,
    payToGiven: ({ from, contactPhone }: Changed) =>
      `Tuma: tutatuma pesa za akaunti ya Tuma kwa nambari hii kuanzia ${whenInWords(from, 'sw')}.${notRight(contactPhone, 'sw')}`,
    cashTakenIn: ({ cents, contactPhone }: TakenIn) =>
      `Tuma: ofisi imechukua ${formatKsh(cents / 100)} ya pesa taslimu ulizo nazo.${notRight(contactPhone, 'sw')}`,
  },
}

/** In both languages: the account has said none. */
export const payToMail = ({ from, site, contactPhone }: Changed & { readonly site: string }) => ({
  subject: 'Your payout number at Tuma has changed',
  text: `Hello,

the number that Tuma sends your money to has changed. We pay to the new number from ${nairobi(from, 'en')}.

If you did not ask for this, choose a new password now${contactPhone && ` and call ${contactPhone}`}:
${site}/forgot-password

Habari,

nambari ambayo Tuma hutuma pesa zako imebadilika. Tutalipa kwa nambari mpya kuanzia ${nairobi(from, 'sw')}.

Kama hukuomba, chagua nenosiri jipya sasa${contactPhone && ` na upige ${contactPhone}`}:
${site}/forgot-password

Tuma`,
})

const nairobi = (instant: string, language: 'en' | 'sw'): string =>
  `${dayInWords(instant, language)}, ${timeInWords(instant)} (Nairobi)`
