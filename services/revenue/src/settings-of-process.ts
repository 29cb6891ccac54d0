import { originSetting, secretSetting } from '@tuma/platform/runtime'
import * as z from 'zod/mini'
import { revenueSettings } from './settings.ts'

/** The settings of revenue as its own process: also the addresses and keys of identity and payment, which it asks. */
export const settingsOfProcess = z.extend(revenueSettings, {
  ...{ IDENTITY_URL: originSetting, IDENTITY_KEY: secretSetting },
  ...{ PAYMENT_URL: originSetting, PAYMENT_KEY: secretSetting },
})
