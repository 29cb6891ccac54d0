import { createHmac, createSecretKey } from 'node:crypto'
import type { User } from '@tuma/contracts/api'
import type { Cache } from '@tuma/platform/ports'
import { passLimit } from '@tuma/platform/runtime'
import type { BffSettings } from '../settings.ts'
import { requestLimits } from './request-limits.ts'

const minute = 60_000
const quarterHour = 15 * minute
/** An agent at a full counter changes more in a minute than a visitor does in a day. */
const accountsTimes = 5
/** Registrations, and resets, of one network in a quarter of an hour: an office or a café registers fewer. */
const mailsOfNetwork = 30

/** How often something may be asked for. Each counts before anything is done, under names that tell no phone and no e-mail. */
export type Limits = ReturnType<typeof openLimits>

export const openLimits = (cache: Cache, settings: BffSettings) => {
  const key = createSecretKey(settings.secret, 'utf8')
  const hash = (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  const { POSTS_PER_MINUTE: posts, MAILS_PER_QUARTER_HOUR: mails } = settings
  const ofVisitors = passLimit(cache, { name: 'posts', most: posts, windowMs: minute })
  const ofAccount = passLimit(cache, { name: 'account changes', most: accountsTimes * posts, windowMs: minute })
  const mailed = passLimit(cache, { name: 'mails', most: mails, windowMs: quarterHour })
  const fromNetwork =
    settings.MAILS_PER_QUARTER_HOUR_FROM_ADDRESS ?? (settings.demonstration ? Infinity : mailsOfNetwork)
  const askedFrom = {
    registration: passLimit(cache, { name: 'registrations from', most: fromNetwork, windowMs: quarterHour }),
    reset: passLimit(cache, { name: 'resets from', most: fromNetwork, windowMs: quarterHour }),
  }

  return {
    /** Whatever changes something. @throws too_many */
    change: (user: User | null, address: string): Promise<void> => (user ? ofAccount(user._id) : ofVisitors(address)),
    /** A mail to whichever address somebody names: no letter box is filled from here. @throws too_many */
    async mail(user: User | null, email: string): Promise<void> {
      if (user) await mailed(hash(`mails of ${user._id}`))
      await mailed(hash(`mailed ${email.toLowerCase()}`))
    },
    /** Mails that somebody without a session has us send, to whomever: so many of each kind a network. @throws too_many */
    mailFrom: (kind: keyof typeof askedFrom, address: string): Promise<void> => askedFrom[kind](address),
    request: requestLimits(cache, settings, hash),
  }
}
