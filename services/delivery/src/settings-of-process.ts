import { originSetting, secretSetting } from '@tuma/platform/runtime'
import * as z from 'zod/mini'
import { deliverySettings } from './settings.ts'

/** As a separate process, delivery also needs the address and the key of payment. */
export const settingsOfProcess = z.extend(deliverySettings, { PAYMENT_URL: originSetting, PAYMENT_KEY: secretSetting })
