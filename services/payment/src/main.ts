import { runService } from '@tuma/platform/runtime'
import { createPayment, paymentSettings } from './service.ts'

await runService('payment', paymentSettings, createPayment)
