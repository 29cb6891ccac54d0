import { engineSettings } from '@tuma/platform/engines'
import { originSetting, processSettings, secretSetting } from '@tuma/platform/runtime'
import * as z from 'zod/mini'

const { EVENTSTORE_URL: _, MONGODB_URL: __, ...sharedEngines } = engineSettings.shape

/**
 * The settings of the bff's process from the environment, beside `bffSettings`: where it listens, whom it asks and with
 * which keys.
 */
export const settingsOfProcess = z.extend(z.extend(processSettings(8080), sharedEngines), {
  SECRET: secretSetting,
  IDENTITY_URL: originSetting,
  IDENTITY_KEY: secretSetting,
  PAYMENT_URL: originSetting,
  PAYMENT_KEY: secretSetting,
  DELIVERY_URL: originSetting,
  DELIVERY_KEY: secretSetting,
  REVENUE_URL: originSetting,
  REVENUE_KEY: secretSetting,
  NOTIFICATION_URL: originSetting,
  NOTIFICATION_KEY: secretSetting,
  /** demo: everyone may read the sent messages and have M-Pesa messages made up. */
  NODE_ENV: z.optional(z.string()),
  SEED: z._default(z.enum(['demo', 'none'], 'must be demo or none'), 'none'),
})
