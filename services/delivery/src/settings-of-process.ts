import { originSetting, secretSetting } from '@tuma/platform/runtime'
import * as z from 'zod/mini'
import { deliverySettings } from './settings.ts'

/** As a process of its own delivery also takes where those are whom it asks. */
export const settingsOfProcess = z.extend(deliverySettings, { PAYMENT_URL: originSetting, PAYMENT_KEY: secretSetting })
