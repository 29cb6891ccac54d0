import type { Mpesa } from '@tuma/mpesa'
import type { Chance } from '@tuma/simulation/chance'
import type { Errand, Place } from '../errands.ts'
import type { SmsStandIn } from '../provider.ts'

/** What people have beside their browsers: M-Pesa, their SMS, and further errands. */
export type Town = Place & {
  readonly mpesa: Mpesa
  readonly sms: SmsStandIn
  readonly chance: Chance
  /** Adds an errand for another person. */
  also(errand: Errand): void
}
