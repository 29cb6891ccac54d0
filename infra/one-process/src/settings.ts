import { assertProxiesSaid, bffSettings, noDemonstrationInProduction } from '@tuma/bff'
import { email, password } from '@tuma/contracts/api'
import { deliverySettings } from '@tuma/delivery'
import { identitySettings } from '@tuma/identity'
import { notificationSettings } from '@tuma/notification'
import { paymentSettings } from '@tuma/payment'
import { engineSettings } from '@tuma/platform/engines'
import { processSettings, readSettings, WrongSettings } from '@tuma/platform/runtime'
import { revenueSettings } from '@tuma/revenue'
import * as z from 'zod/mini'
import { backupSettings, readBackupTo } from './shipping/backup-settings.ts'

const ownSettings = z.extend(z.extend(processSettings(8080), engineSettings.shape), {
  SEED: z.optional(z.enum(['demo', 'none'], 'must be demo or none')),
  NODE_ENV: z.optional(z.string()),
  /** The token of the monitoring; without it `/metrics` is not found. */
  METRICS_TOKEN: z.optional(
    z.string().check(z.regex(/^[\w.~+/=-]{16,}$/, 'must be 16 or more letters, digits or -._~+/=')),
  ),
  ADMIN_EMAIL: z.optional(email),
  ADMIN_PASSWORD: z.optional(password),
  ...backupSettings.shape,
})

/** Each part keeps to its own names, so that one environment holds them all. */
const allSettings = z.intersection(
  // If PUBLIC_URL is not set, the address is known only when the product listens.
  z.intersection(ownSettings, z.partial(bffSettings, { PUBLIC_URL: true })),
  z.intersection(
    z.intersection(identitySettings, deliverySettings),
    z.intersection(
      z.intersection(paymentSettings, revenueSettings),
      z.omit(notificationSettings, { PUBLIC_URL: true }),
    ),
  ),
)

export type ProductSettings = z.output<typeof allSettings> & {
  /** PUBLIC_URL was set; if not, the address that we listen on takes its place. */
  readonly addressKnown: boolean
  /** Fill an empty data folder with the demonstration network. */
  readonly demonstration: boolean
  /** The first admin, made if there is no admin yet. */
  readonly admin: { readonly email: string; readonly password: string } | null
}

const loopback = /^(localhost|127\.\d+\.\d+\.\d+|::1)$/

/** @throws WrongSettings with a sentence for each wrong setting */
export const readProductSettings = (environment: Readonly<Record<string, string | undefined>>): ProductSettings => {
  const settings = readSettings(allSettings, environment)
  const { SEED, HOST, NODE_ENV, ADMIN_EMAIL, ADMIN_PASSWORD, SMTP_URL, AT_API_KEY, daraja } = settings
  const asksForMoney = daraja !== null && !loopback.test(new URL(daraja.url).hostname)
  const reachesPeople = SMTP_URL !== undefined || AT_API_KEY !== undefined || asksForMoney
  if (SEED === 'demo' && asksForMoney) {
    throw new WrongSettings([
      'SEED: demo invents people, and with this DARAJA_URL real phones would be asked for money',
    ])
  }
  if (SEED === 'demo' && reachesPeople) {
    throw new WrongSettings(['SEED: demo invents people, and with SMTP_URL or AT_API_KEY they would be sent messages'])
  }
  if (SEED === 'demo' && NODE_ENV === 'production') throw new WrongSettings([noDemonstrationInProduction])
  if ((ADMIN_EMAIL === undefined) !== (ADMIN_PASSWORD === undefined)) {
    throw new WrongSettings(['ADMIN_EMAIL: goes together with ADMIN_PASSWORD'])
  }
  assertProxiesSaid(settings)
  readBackupTo(settings)
  const byItself = loopback.test(HOST) && NODE_ENV !== 'production' && !reachesPeople
  return {
    ...settings,
    PUBLIC_URL: settings.PUBLIC_URL?.replace(/\/+$/, ''),
    addressKnown: settings.PUBLIC_URL !== undefined,
    demonstration: SEED ? SEED === 'demo' : byItself,
    admin: ADMIN_EMAIL && ADMIN_PASSWORD ? { email: ADMIN_EMAIL, password: ADMIN_PASSWORD } : null,
  }
}
