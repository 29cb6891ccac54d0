import { runService } from '@tuma/platform/runtime'
import { createPayment } from './service.ts'
import { settingsOfProcess } from './settings-of-process.ts'

await runService('payment', settingsOfProcess, createPayment)
