import { formatKsh } from '@tuma/contracts/vocabulary'

type Sent = {
  readonly cents: number
  /** M-Pesa's. */
  readonly receipt: string
  readonly parcels: number
  readonly contactPhone: string
}

/** SMS to who has been sent money; 160 characters make one. */
export const outgoingTexts = {
  en: {
    paidOut: ({ cents, receipt, parcels, contactPhone }: Sent) =>
      `Tuma sent you ${formatKsh(cents / 100)} for ${parcels === 1 ? '1 parcel' : `${parcels} parcels`}. M-Pesa ${receipt}. Questions: ${contactPhone}`,
    refunded: ({ cents, receipt, contactPhone }: Sent) =>
      `Tuma paid you back ${formatKsh(cents / 100)}. M-Pesa ${receipt}. Questions: ${contactPhone}`,
  },
  sw: {
    paidOut: ({ cents, receipt, parcels, contactPhone }: Sent) =>
      `Tuma imekutumia ${formatKsh(cents / 100)} kwa ${parcels === 1 ? 'kifurushi 1' : `vifurushi ${parcels}`}. M-Pesa ${receipt}. Maswali: ${contactPhone}`,
    refunded: ({ cents, receipt, contactPhone }: Sent) =>
      `Tuma imekurudishia ${formatKsh(cents / 100)}. M-Pesa ${receipt}. Maswali: ${contactPhone}`,
  },
} as const
