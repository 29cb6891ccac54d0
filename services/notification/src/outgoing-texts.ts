import { formatKsh } from '@tuma/contracts/vocabulary'

type Sent = {
  readonly cents: number
  /** M-Pesa's. */
  readonly receipt: string
  readonly parcels: number
  readonly contactPhone: string
}

/** Two decimals only where there are cents. */
const inKsh = (cents: number): string => {
  const shillings = formatKsh(Math.floor(cents / 100))
  return cents % 100 === 0 ? shillings : `${shillings}.${String(cents % 100).padStart(2, '0')}`
}

/** SMS to who has been sent money; 160 characters make one. */
export const outgoingTexts = {
  en: {
    paidOut: ({ cents, receipt, parcels, contactPhone }: Sent) =>
      `Tuma sent you ${inKsh(cents)} for ${parcels === 1 ? '1 parcel' : `${parcels} parcels`}. M-Pesa ${receipt}. Questions: ${contactPhone}`,
    refunded: ({ cents, receipt, contactPhone }: Sent) =>
      `Tuma paid you back ${inKsh(cents)}. M-Pesa ${receipt}. Questions: ${contactPhone}`,
  },
  sw: {
    paidOut: ({ cents, receipt, parcels, contactPhone }: Sent) =>
      `Tuma imekutumia ${inKsh(cents)} kwa ${parcels === 1 ? 'kifurushi 1' : `vifurushi ${parcels}`}. M-Pesa ${receipt}. Maswali: ${contactPhone}`,
    refunded: ({ cents, receipt, contactPhone }: Sent) =>
      `Tuma imekurudishia ${inKsh(cents)}. M-Pesa ${receipt}. Maswali: ${contactPhone}`,
  },
} as const
