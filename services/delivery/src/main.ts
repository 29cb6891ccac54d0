import type { paymentContract } from '@tuma/contracts/services'
import { callOverHttp, runService } from '@tuma/platform/runtime'
import { createDelivery } from './service.ts'
import { settingsOfProcess } from './settings-of-process.ts'

await runService('delivery', settingsOfProcess, (parts) => {
  const { PAYMENT_URL, PAYMENT_KEY } = parts.settings
  return createDelivery({ ...parts, payment: callOverHttp<typeof paymentContract>(PAYMENT_URL, PAYMENT_KEY) })
})
