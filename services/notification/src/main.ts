import type { deliveryContract, identityContract, paymentContract, revenueContract } from '@tuma/contracts/services'
import { callOverHttp, runService } from '@tuma/platform/runtime'
import { createNotification } from './service.ts'
import { settingsOfProcess } from './settings-of-process.ts'

await runService('notification', settingsOfProcess, (parts) => {
  const { DELIVERY_URL, DELIVERY_KEY, IDENTITY_URL, IDENTITY_KEY, SEED } = parts.settings
  const { PAYMENT_URL, PAYMENT_KEY, REVENUE_URL, REVENUE_KEY } = parts.settings
  return createNotification({
    ...parts,
    settings: { ...parts.settings, demonstration: SEED === 'demo' },
    delivery: callOverHttp<typeof deliveryContract>(DELIVERY_URL, DELIVERY_KEY),
    identity: callOverHttp<typeof identityContract>(IDENTITY_URL, IDENTITY_KEY),
    revenue: callOverHttp<typeof revenueContract>(REVENUE_URL, REVENUE_KEY),
    payment: callOverHttp<typeof paymentContract>(PAYMENT_URL, PAYMENT_KEY),
  })
})
