import type { DeliveryClient } from '@tuma/contracts/services'
import { Refused, trackingIdIn } from '@tuma/contracts/vocabulary'
import type { LimitCounts } from '@tuma/platform/ports'
import { limitAttempts } from '@tuma/platform/runtime'
import { countMisses } from './count-misses.ts'
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
    const found = await countMisses(
      giveBack,
      async () => trackingId && (await delivery.track({ viewer: actor, trackingId })),
      // A text that can not be a tracking id is a typing error, not a guess.
      (parcel) => Boolean(parcel) || trackingId === null,
    )
    if (found) return found
    throw new Refused('parcel_not_found')
  }
}
