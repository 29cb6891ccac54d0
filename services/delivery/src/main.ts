import type { paymentContract } from '@tuma/contracts/services'
import { callOverHttp, originSetting, runService, secretSetting } from '@tuma/platform/runtime'
import * as z from 'zod/mini'
import { createDelivery, deliverySettings } from './service.ts'

const settings = z.extend(deliverySettings, { PAYMENT_URL: originSetting, PAYMENT_KEY: secretSetting })

await runService('delivery', settings, (parts) => {
  const { PAYMENT_URL, PAYMENT_KEY } = parts.settings
  return createDelivery({ ...parts, payment: callOverHttp<typeof paymentContract>(PAYMENT_URL, PAYMENT_KEY) })
})
