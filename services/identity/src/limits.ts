import type { Cache } from '@tuma/platform/ports'
import { missLimit, passLimit } from '@tuma/platform/runtime'
import { minutes } from './domain/instant.ts'

const windowMs = minutes(15)

/** Wrong passwords by e-mail address (its keyed hash), whether there is such an account or not. */
export const loginFailures = (cache: Cache, most: number) =>
  missLimit(cache, { name: 'identity login failures', most, windowMs })

/** Mails asked for by who has forgotten the password, likewise: nobody's letter box is filled from here. */
export const forgottenPasswords = (cache: Cache, most: number) =>
  passLimit(cache, { name: 'identity forgotten', most, windowMs })
