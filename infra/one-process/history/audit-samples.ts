import { setTimeout as pause } from 'node:timers/promises'
import type { Mpesa } from '@tuma/mpesa'
import { askPhone, reaches } from './prompt-samples.ts'
import type { SampleServices } from './provider-samples.ts'
import type { SampleContext } from './sample-context.ts'

/** A prompt is paid, and nothing is sent with it: the audit of a later day tells the sum of its day. */
export const createEarlierPaymentSamples = async (context: SampleContext, mpesa: Mpesa): Promise<void> => {
  const [client, phone] = [await context.signedIn('client'), '254733555119']
  mpesa.script.prompts({ phone, result: '0' })
  await reaches(client, await askPhone(client, { phone, amount: 350, reference: 'PAY-310099' }), 'paid')
  await context.settled()
}

/** The daily audit tells what was taken on the days before, and the books hear it. */
export const createAuditSamples = async ({ services, now, settled }: SampleServices): Promise<void> => {
  const begun = now()
  for (const service of [services.delivery, services.payment])
    while (((await service.audited()).lastPass ?? '') < begun) await pause(1000)
  await settled()
}
