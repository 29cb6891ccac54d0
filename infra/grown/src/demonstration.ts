import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { deliveryContract, identityContract, paymentContract } from '@tuma/contracts/services'
import type { SecretFor } from '@tuma/one-process/secret-key'
import { type Mark, type MarkKeeper, seedDemonstration } from '@tuma/one-process/seed'
import { callOverHttp } from '@tuma/platform/runtime'
import { keyBetween } from './plan.ts'
import type { ProcessName } from './processes.ts'

export type LauncherClients = ReturnType<typeof launcherClients>

/** The services as the launcher calls them. */
export const launcherClients = (secretFor: SecretFor, urls: Readonly<Record<string, string>>) => {
  const at = (service: ProcessName) => [urls[service] as string, keyBetween(secretFor, 'launcher', service)] as const
  return {
    identity: callOverHttp<typeof identityContract>(...at('identity')),
    payment: callOverHttp<typeof paymentContract>(...at('payment')),
    delivery: callOverHttp<typeof deliveryContract>(...at('delivery')),
  }
}

/** Fills services that are still empty, by their own calls. @returns whether the demonstration is stored */
export const demonstrationIn = (folder: string, services: LauncherClients, wanted: boolean): Promise<boolean> =>
  seedDemonstration({
    mark: markFile(join(folder, 'demonstration.json')),
    isEmpty: async () => {
      const everybody = { search: null, role: null, sort: 'recent', limit: 1, cursor: null } as const
      const [people, parcels] = await Promise.all([services.identity.users(everybody), services.delivery.counts()])
      return people.total === 0 && parcels.total === 0
    },
    services,
    wanted,
    now: new Date().toISOString(),
  })

const markFile = (file: string): MarkKeeper => ({
  read: async () => (existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Mark) : null),
  async write(mark) {
    writeFileSync(`${file}.new`, JSON.stringify(mark))
    renameSync(`${file}.new`, file)
  },
})
