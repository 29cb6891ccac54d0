import type { LimitCounts } from '@tuma/platform/ports'
import { passLimit } from '@tuma/platform/runtime'
import { minutes } from './domain/instant.ts'

const windowMs = minutes(15)

/** Mails asked for by who has forgotten the password, of one e-mail address (its keyed hash) from one network. */
export const forgottenPasswords = (limits: LimitCounts, most: number) =>
  passLimit(limits, { name: 'identity forgotten', most, windowMs })
