import type { identityContract, paymentContract } from '@tuma/contracts/services'
import { callOverHttp, runService } from '@tuma/platform/runtime'
import { createRevenue } from './service.ts'
import { settingsOfProcess } from './settings-of-process.ts'

await runService('revenue', settingsOfProcess, (parts) => {
  const { IDENTITY_URL, IDENTITY_KEY, PAYMENT_URL, PAYMENT_KEY } = parts.settings
  return createRevenue({
    ...parts,
    identity: callOverHttp<typeof identityContract>(IDENTITY_URL, IDENTITY_KEY),
    payment: callOverHttp<typeof paymentContract>(PAYMENT_URL, PAYMENT_KEY),
  })
})
