import { createHmac } from 'node:crypto'
import type { User } from '@tuma/contracts/api'
import type { Cache } from '@tuma/platform/ports'
import { passLimit, tryLimit } from '@tuma/platform/runtime'
import type { BffSettings } from '../settings.ts'

const minute = 60_000
const quarterHour = 15 * minute
const day = 24 * 60 * minute
/** An agent at a full counter changes more in a minute than a visitor does in a day. */
const accountsTimes = 5
const visitorRequestsUsually = { ofPhone: 3, ofAddress: 100 }

/** How often something may be asked for. Each counts before anything is done, under names that tell no phone and no e-mail. */
export type Limits = ReturnType<typeof openLimits>

export const openLimits = (cache: Cache, settings: BffSettings) => {
  const hash = (text: string) => createHmac('sha256', settings.secret).update(text).digest('base64url')
  const { POSTS_PER_MINUTE: posts, MAILS_PER_QUARTER_HOUR: mails } = settings
  const ofVisitors = passLimit(cache, { name: 'posts', most: posts, windowMs: minute })
  const ofAccount = passLimit(cache, { name: 'account changes', most: accountsTimes * posts, windowMs: minute })
  const mailed = passLimit(cache, { name: 'mails', most: mails, windowMs: quarterHour })

  return {
    /** Whatever changes something. @throws too_many */
    change: (user: User | null, address: string): Promise<void> => (user ? ofAccount(user._id) : ofVisitors(address)),
    /** A mail to whichever address somebody names: no letter box is filled from here. @throws too_many */
    async mail(user: User | null, email: string): Promise<void> {
      if (user) await mailed(hash(`mails of ${user._id}`))
      await mailed(hash(`mailed ${email.toLowerCase()}`))
    },
    visitorRequest: visitorRequests(cache, settings, hash),
  }
}

/** What costs nothing and has us send SMS to any phone is not to be had without end. */
const visitorRequests = (cache: Cache, settings: BffSettings, hash: (text: string) => string) => {
  const { demonstration, VISITOR_REQUESTS_PER_DAY: aPhone, VISITOR_REQUESTS_PER_DAY_FROM_ADDRESS: anAddress } = settings
  const usually = (most: number) => (demonstration ? Number.POSITIVE_INFINITY : most)
  const { ofPhone, ofAddress } = visitorRequestsUsually
  const phoneLimit = tryLimit(cache, { name: 'free requests', most: aPhone ?? usually(ofPhone), windowMs: day })
  const mostOfAddress = anAddress ?? usually(ofAddress)
  const addressLimit = tryLimit(cache, { name: 'free requests from', most: mostOfAddress, windowMs: day })

  /** @returns how to give it back, when nothing came of it. @throws too_many */
  return async (address: string, phones: readonly string[]): Promise<() => Promise<unknown>> => {
    const counted: (() => Promise<void>)[] = []
    const giveBack = () => Promise.all(counted.map((one) => one()))
    try {
      counted.push(await addressLimit(hash(`free request ${address}`)))
      for (const phone of new Set(phones)) counted.push(await phoneLimit(hash(`free request ${phone}`)))
    } catch (error) {
      await giveBack()
      throw error
    }
    return giveBack
  }
}
