import { email, password } from '@tuma/contracts/api'
import * as z from 'zod/mini'
import { identitySettings } from './settings.ts'

/** As a separate process, identity also takes the first admin, for data without one. */
export const settingsOfProcess = z.extend(identitySettings, {
  ADMIN_EMAIL: z.optional(email),
  ADMIN_PASSWORD: z.optional(password),
  /** demo: all its people have the password that our documents name. */
  SEED: z._default(z.enum(['demo', 'none'], 'must be demo or none'), 'none'),
})
