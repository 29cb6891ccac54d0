import { dayInWords, formatKsh, timeInWords, whenInWords } from '@tuma/contracts/vocabulary'

/** Money for the account goes to another number; `from`: the instant from which it is paid there. */
type Changed = { readonly from: string }
type TakenIn = { readonly cents: number }

/** 160 characters make one SMS. No number and no name is in a text: the phone that reads it may be the wrong one. */
export const moneySms = {
  en: {
    payToLeft: ({ from }: Changed) =>
      `Tuma: we send your money to another number from ${whenInWords(from, 'en')}. If you did not ask for this, call us now.`,
    payToGiven: ({ from }: Changed) =>
      `Tuma: we send money of a Tuma account to this number from ${whenInWords(from, 'en')}. If you did not ask for this, call us.`,
    cashTakenIn: ({ cents }: TakenIn) =>
      `Tuma: the office took ${formatKsh(cents / 100)} of the cash with you. If this is not right, call us.`,
  },
  sw: {
    payToLeft: ({ from }: Changed) =>
      `Tuma: tutatuma pesa zako kwa namba nyingine kuanzia ${whenInWords(from, 'sw')}. Kama hukuomba, tupigie simu sasa.`,
    payToGiven: ({ from }: Changed) =>
      `Tuma: tutatuma pesa za akaunti ya Tuma kwa namba hii kuanzia ${whenInWords(from, 'sw')}. Kama hukuomba, tupigie simu.`,
    cashTakenIn: ({ cents }: TakenIn) =>
      `Tuma: ofisi imechukua ${formatKsh(cents / 100)} ya pesa taslimu ulizo nazo. Kama si sawa, tupigie simu.`,
  },
}

/** In both languages: the account has said none. */
export const payToMail = ({ from, site }: Changed & { readonly site: string }) => ({
  subject: 'Your payout number at Tuma has changed',
  text: `Hello,

the number that Tuma sends your money to has changed. We pay to the new number from ${nairobi(from, 'en')}.

If you did not ask for this, call us now and choose a new password:
${site}/forgot-password

Habari,

namba ambayo Tuma hutuma pesa zako imebadilika. Tutalipa kwa namba mpya kuanzia ${nairobi(from, 'sw')}.

Kama hukuomba, tupigie simu sasa na uchague nenosiri jipya:
${site}/forgot-password

Tuma`,
})

const nairobi = (instant: string, language: 'en' | 'sw'): string =>
  `${dayInWords(instant, language)}, ${timeInWords(instant, language)} (Nairobi)`
