import type { Rider } from '@tuma/contracts/api'
import { normalisePhone } from '@tuma/contracts/vocabulary'

/** The rider with this phone, however it is typed. */
export const whoHas = (phone: string, riders: readonly Rider[]): Rider | undefined =>
  riders.find((rider) => normalisePhone(rider.phone) === normalisePhone(phone))
