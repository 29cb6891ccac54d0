import { createHmac, createSecretKey } from 'node:crypto'
import type { User } from '@tuma/contracts/api'
import type { LimitCounts, Network } from '@tuma/platform/ports'
import { passLimit } from '@tuma/platform/runtime'
import type { BffSettings } from '../settings.ts'
import { requestLimits } from './request-limits.ts'

const minute = 60_000
const quarterHour = 15 * minute
/** An agent at a full counter changes more in a minute than a visitor does in a day. */
const accountsTimes = 5

/** How often something may be asked for. Each counts before anything is done, under names that tell no phone and no e-mail. */
export type Limits = ReturnType<typeof openLimits>

export const openLimits = (counts: LimitCounts, settings: BffSettings) => {
  const key = createSecretKey(settings.secret, 'utf8')
  const hash = (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  const { POSTS_PER_MINUTE: posts, MAILS_PER_QUARTER_HOUR: mails } = settings
  const ofVisitors = passLimit(counts, { name: 'posts', most: posts, windowMs: minute })
  const ofAccount = passLimit(counts, { name: 'account changes', most: accountsTimes * posts, windowMs: minute })
  const mailed = passLimit(counts, { name: 'mails', most: mails, windowMs: quarterHour })

  return {
    /** Whatever changes something. @throws too_many */
    change: (user: User | null, network: Network): Promise<void> =>
      user ? ofAccount({ account: user._id }) : ofVisitors(network),
    /** A mail to whichever address somebody names: no letter box is filled from here. @throws too_many */
    async mail(user: User | null, email: string): Promise<void> {
      if (user) await mailed({ account: user._id })
      await mailed({ hash: hash(`mailed ${email.toLowerCase()}`) })
    },
    request: requestLimits(counts, settings, hash),
  }
}
