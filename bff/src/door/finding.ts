import type { DeliveryClient } from '@tuma/contracts/services'
import { Refused, trackingIdIn } from '@tuma/contracts/vocabulary'
import type { LimitCounts } from '@tuma/platform/ports'
import { limitAttempts } from '@tuma/platform/runtime'
import type { CallContext } from './policy.ts'

const quarterHour = 15 * 60_000

/** @param typed as a person typed it. @throws parcel_not_found, too_many */
export type FindByTrackingId = (
  context: Pick<CallContext, 'caller' | 'address'>,
  typed: string,
) => Promise<NonNullable<Awaited<ReturnType<DeliveryClient['track']>>>>

/**
 * A person with the tracking id finds the parcel, so guessing is slowed down: misses count, and after too many even a
 * hit is refused, because otherwise guessing would pay.
 */
export const findByTrackingId = (
  delivery: Pick<DeliveryClient, 'track'>,
  counts: LimitCounts,
  missesPerQuarterHour: number,
): FindByTrackingId => {
  const attempt = limitAttempts(counts, { name: 'tracking', max: missesPerQuarterHour, windowMs: quarterHour })
  return async (context, typed) => {
    const { actor, user } = context.caller
    const giveBack = await attempt(user ? { account: user._id } : context.address)
    const trackingId = trackingIdIn(typed)
    try {
      const found = trackingId && (await delivery.track({ viewer: actor, trackingId }))
      // A text that can not be a tracking id is a typing error, not a guess.
      if (found || trackingId === null) await giveBack()
      if (found) return found
    } catch (error) {
      await giveBack()
      throw error
    }
    throw new Refused('parcel_not_found')
  }
}
