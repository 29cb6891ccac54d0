import { originSetting, secretSetting } from '@tuma/platform/runtime'
import * as z from 'zod/mini'
import { revenueSettings } from './settings.ts'

/** As a process of its own revenue also takes where identity and payment are, which it asks. */
export const settingsOfProcess = z.extend(revenueSettings, {
  ...{ IDENTITY_URL: originSetting, IDENTITY_KEY: secretSetting },
  ...{ PAYMENT_URL: originSetting, PAYMENT_KEY: secretSetting },
})
