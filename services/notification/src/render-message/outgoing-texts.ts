import { formatKsh } from '@tuma/contracts/vocabulary'
import { questions } from './shop-in-sms.ts'

type Sent = {
  readonly cents: number
  /** The receipt number of M-Pesa. */
  readonly receipt: string
  readonly parcels: number
  /** In local form; empty where there is none. */
  readonly contactPhone: string
}

/** SMS to a payee; 160 characters make one. */
export const outgoingTexts = {
  en: {
    paidOut: ({ cents, receipt, parcels, contactPhone }: Sent) =>
      `Tuma sent you ${formatKsh(cents / 100)} for ${parcels === 1 ? '1 parcel' : `${parcels} parcels`}. M-Pesa receipt ${receipt}.${questions(contactPhone, 'en')}`,
    refunded: ({ cents, receipt, contactPhone }: Sent) =>
      `Tuma paid you back ${formatKsh(cents / 100)}. M-Pesa receipt ${receipt}.${questions(contactPhone, 'en')}`,
  },
  sw: {
    paidOut: ({ cents, receipt, parcels, contactPhone }: Sent) =>
      `Tuma imekutumia ${formatKsh(cents / 100)} kwa ${parcels === 1 ? 'kifurushi 1' : `vifurushi ${parcels}`}. Risiti ya M-Pesa ${receipt}.${questions(contactPhone, 'sw')}`,
    refunded: ({ cents, receipt, contactPhone }: Sent) =>
      `Tuma imekurudishia ${formatKsh(cents / 100)}. Risiti ya M-Pesa ${receipt}.${questions(contactPhone, 'sw')}`,
  },
} as const

type Unused = { readonly amount: number; readonly link: string }
export const unusedTexts = {
  en: ({ amount, link }: Unused) =>
    `Tuma: you paid ${formatKsh(amount)}. Your parcel is not booked yet. Finish booking within 24 hours: ${link}`,
  sw: ({ amount, link }: Unused) =>
    `Tuma: umelipa ${formatKsh(amount)}. Kifurushi chako bado hakijasajiliwa. Maliza kusajili ndani ya masaa 24: ${link}`,
} as const
