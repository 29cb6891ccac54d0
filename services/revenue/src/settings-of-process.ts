import * as z from 'zod/mini'

/** Nothing beside what every service takes. */
export const settingsOfProcess = z.object({})
