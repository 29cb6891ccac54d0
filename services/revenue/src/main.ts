import { runService } from '@tuma/platform/runtime'
import * as z from 'zod/mini'
import { createRevenue } from './service.ts'

await runService('revenue', z.object({}), createRevenue)
