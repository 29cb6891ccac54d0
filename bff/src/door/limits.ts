import { createHmac, createSecretKey } from 'node:crypto'
import type { User } from '@tuma/contracts/api'
import type { LimitCounts, Network } from '@tuma/platform/ports'
import { limitAttempts, limitRequests } from '@tuma/platform/runtime'
import type { BffSettings } from '../settings.ts'
import { answerTo } from './refusing.ts'
import { requestLimits } from './request-limits.ts'

const minute = 60_000
const quarterHour = 15 * minute
/** An agent at a full counter changes more in a minute than a visitor does in a day. */
const accountsTimes = 5
/** Registrations, and resets, from one network in a quarter of an hour: an office or a café needs fewer. */
const mailsOfNetwork = 30
/**
 * Prompts, links and addresses are longer than tracking ids, so they can not be guessed, and the limit only protects us
 * from useless reads.
 */
const othersTimes = 5

/** Limits for requests. Each counts before any work is done, under names that contain no phone and no e-mail. */
export type Limits = ReturnType<typeof openLimits>

export const openLimits = (counts: LimitCounts, settings: BffSettings) => {
  const key = createSecretKey(settings.secret, 'utf8')
  const hash = (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  const { POSTS_PER_MINUTE: posts, MAILS_PER_QUARTER_HOUR: mails, TRACKING_MISSES_PER_QUARTER_HOUR: misses } = settings
  const ofVisitors = limitRequests(counts, { name: 'posts', max: posts, windowMs: minute })
  const ofAccount = limitRequests(counts, { name: 'account changes', max: accountsTimes * posts, windowMs: minute })
  const mailed = limitRequests(counts, { name: 'mails', max: mails, windowMs: quarterHour })
  const looksUp = limitAttempts(counts, { name: 'misses', max: othersTimes * misses, windowMs: quarterHour })
  const fromNetwork =
    settings.MAILS_PER_QUARTER_HOUR_FROM_ADDRESS ?? (settings.demonstration ? Infinity : mailsOfNetwork)
  const askedFrom = {
    registration: limitRequests(counts, { name: 'registrations from', max: fromNetwork, windowMs: quarterHour }),
    reset: limitRequests(counts, { name: 'resets from', max: fromNetwork, windowMs: quarterHour }),
  }

  return {
    /** All changes. @throws too_many */
    change: (user: User | null, network: Network): Promise<void> =>
      user ? ofAccount({ account: user._id }) : ofVisitors(network),
    /**
     * A mail to an address that the caller names, limited so that we can not be used to flood a mailbox. @throws
     * too_many
     */
    async mail(user: User | null, email: string): Promise<void> {
      if (user) await mailed({ account: user._id })
      await mailed({ hash: hash(`mailed ${email.toLowerCase()}`) })
    },
    /** Mails that visitors without a session make us send: so many of each kind for a network. @throws too_many */
    mailFrom: (kind: keyof typeof askedFrom, network: Network): Promise<void> => askedFrom[kind](network),
    /**
     * A stranger looks for something by its address. A miss counts for their network, and beyond the limit there is no
     * look-up. @param network null: not a stranger, or counted elsewhere
     * @throws too_many, what `look` throws
     */
    async lookUp<Found>(network: Network | null, look: () => Promise<Found>): Promise<Found> {
      if (network === null) return look()
      const giveBack = await looksUp(network)
      try {
        const found = await look()
        await giveBack()
        return found
      } catch (error) {
        if (!isMiss(error)) await giveBack()
        throw error
      }
    },
    request: requestLimits(counts, settings, hash),
  }
}

/** Missing, or of a form that never exists: the caller's error, not ours. */
const isMiss = (error: unknown): boolean => answerTo(error).status < 500
