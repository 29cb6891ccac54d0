import { originSetting, secretSetting } from '@tuma/platform/runtime'
import * as z from 'zod/mini'
import { notificationSettings } from './settings.ts'

/** As a separate process, notification also reads the addresses of the services that it asks. */
export const settingsOfProcess = z.extend(notificationSettings, {
  /** demo: messages without a provider are kept for the outbox. */
  SEED: z._default(z.enum(['demo', 'none'], 'must be demo or none'), 'none'),
  DELIVERY_URL: originSetting,
  DELIVERY_KEY: secretSetting,
  IDENTITY_URL: originSetting,
  IDENTITY_KEY: secretSetting,
  REVENUE_URL: originSetting,
  REVENUE_KEY: secretSetting,
  PAYMENT_URL: originSetting,
  PAYMENT_KEY: secretSetting,
})
