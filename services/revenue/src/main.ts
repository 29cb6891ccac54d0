import { mayAsk } from '@tuma/contracts/services'
import { runService } from '@tuma/platform/runtime'
import { createRevenue } from './service.ts'
import { settingsOfProcess } from './settings-of-process.ts'

await runService('revenue', settingsOfProcess, mayAsk.revenue, createRevenue)
