import { setTimeout as pause } from 'node:timers/promises'
import type { Mpesa } from '@tuma/mpesa'
import type { Play } from './provider-scenes.ts'
import type { Stage } from './stage.ts'

/** M-Pesa confirms a payment that no account owns: the audit of a later day tells the sum of its day. */
export const earlierPaymentScene = async ({ settled }: Stage, mpesa: Mpesa): Promise<void> => {
  await mpesa.handset.payByHand({ phone: '254733555119', amount: 350, name: 'Neema Otieno' })
  await settled()
}

/** The daily audit tells what was taken on the days before, and the books hear it. */
export const auditScene = async ({ services, now, settled }: Play): Promise<void> => {
  const begun = now()
  for (const service of [services.delivery, services.payment])
    while (((await service.audited()).lastPass ?? '') < begun) await pause(1000)
  await settled()
}
