import { email, password } from '@tuma/contracts/api'
import type { identityContract } from '@tuma/contracts/services'
import { callInProcess, runService } from '@tuma/platform/runtime'
import * as z from 'zod/mini'
import { createIdentity, identitySettings, openFirstAdmin } from './service.ts'

/** The first admin, for when there is none. */
const settings = z.extend(identitySettings, { ADMIN_EMAIL: z.optional(email), ADMIN_PASSWORD: z.optional(password) })

await runService('identity', settings, async (parts) => {
  const service = await createIdentity(parts)
  const { ADMIN_EMAIL, ADMIN_PASSWORD } = parts.settings
  if (ADMIN_EMAIL && ADMIN_PASSWORD) {
    const identity = callInProcess<typeof identityContract>(service.router, (error) => parts.log.error({ err: error }))
    await parts.untilThere(() => openFirstAdmin(identity, { email: ADMIN_EMAIL, password: ADMIN_PASSWORD }))
  }
  return service
})
