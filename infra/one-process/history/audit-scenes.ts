import { setTimeout as pause } from 'node:timers/promises'
import type { Mpesa } from '@tuma/mpesa'
import { askPhone, reaches } from './prompt-scenes.ts'
import type { Play } from './provider-scenes.ts'
import type { Stage } from './stage.ts'

/** A prompt is paid, and nothing is sent with it: the audit of a later day tells the sum of its day. */
export const earlierPaymentScene = async (stage: Stage, mpesa: Mpesa): Promise<void> => {
  const [client, phone] = [await stage.signedIn('client'), '254733555119']
  mpesa.script.prompts({ phone, result: '0' })
  await reaches(client, await askPhone(client, { phone, amount: 350, reference: 'PAY-310099' }), 'paid')
  await stage.settled()
}

/** The daily audit tells what was taken on the days before, and the books hear it. */
export const auditScene = async ({ services, now, settled }: Play): Promise<void> => {
  const begun = now()
  for (const service of [services.delivery, services.payment])
    while (((await service.audited()).lastPass ?? '') < begun) await pause(1000)
  await settled()
}
