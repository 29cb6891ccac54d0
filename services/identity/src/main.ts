import type { identityContract } from '@tuma/contracts/services'
import { callInProcess, runService } from '@tuma/platform/runtime'
import { createIdentity, openFirstAdmin } from './service.ts'
import { settingsOfProcess } from './settings-of-process.ts'

await runService('identity', settingsOfProcess, async (parts) => {
  const { ADMIN_EMAIL, ADMIN_PASSWORD, SEED } = parts.settings
  const service = await createIdentity({ ...parts, settings: { ...parts.settings, demonstration: SEED === 'demo' } })
  if (ADMIN_EMAIL && ADMIN_PASSWORD) {
    const identity = callInProcess<typeof identityContract>(service.router, (error) => parts.log.error({ err: error }))
    await parts.retryWhileAway(() => openFirstAdmin(identity, { email: ADMIN_EMAIL, password: ADMIN_PASSWORD }))
  }
  return service
})
