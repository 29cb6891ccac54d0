import type {
  DeliveryClient,
  IdentityClient,
  NotificationClient,
  PaymentClient,
  RevenueClient,
} from '@tuma/contracts/services'
import type { Engines, LimitCounts } from '@tuma/platform/ports'
import type { Environment } from '@tuma/platform/runtime'
import type { Papers } from './calls/papers.ts'
import type { ToCommandContext } from './door/command-context.ts'
import type { Cookies } from './door/cookies.ts'
import type { FindByTrackingId } from './door/finding.ts'
import type { Limits } from './door/limits.ts'
import type { Guarded, MustSetUp } from './door/policy.ts'
import type { Changes } from './live/changes.ts'
import type { BffSettings } from './settings.ts'

export type Services = {
  readonly identity: IdentityClient
  readonly delivery: DeliveryClient
  readonly payment: PaymentClient
  readonly revenue: RevenueClient
  readonly notification: NotificationClient
}

/** What the calls of every resource use. */
export type Dependencies = {
  readonly api: Guarded['api']
  /** Skips the output check, because each of these answers is built field by field in a type without other fields. */
  readonly asBuilt: Guarded['asBuilt']
  readonly services: Services
  readonly engines: Pick<Engines, 'degraded'>
  readonly toCommandContext: ToCommandContext
  readonly cookies: Cookies
  readonly limits: Limits
  readonly mustSetUp: MustSetUp
  readonly find: FindByTrackingId
  readonly counts: LimitCounts
  readonly papers: Papers
  readonly changes: Changes
  readonly settings: BffSettings
  readonly environment: Environment
}
