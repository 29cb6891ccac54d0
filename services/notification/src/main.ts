import type { deliveryContract, identityContract } from '@tuma/contracts/services'
import { callOverHttp, originSetting, runService, secretSetting } from '@tuma/platform/runtime'
import * as z from 'zod/mini'
import { createNotification, notificationSettings } from './service.ts'

const settings = z.extend(notificationSettings, {
  DELIVERY_URL: originSetting,
  DELIVERY_KEY: secretSetting,
  IDENTITY_URL: originSetting,
  IDENTITY_KEY: secretSetting,
})

await runService('notification', settings, (parts) => {
  const { DELIVERY_URL, DELIVERY_KEY, IDENTITY_URL, IDENTITY_KEY } = parts.settings
  return createNotification({
    ...parts,
    delivery: callOverHttp<typeof deliveryContract>(DELIVERY_URL, DELIVERY_KEY),
    identity: callOverHttp<typeof identityContract>(IDENTITY_URL, IDENTITY_KEY),
  })
})
