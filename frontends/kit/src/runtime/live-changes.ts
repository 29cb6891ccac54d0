import { useEffect, useEffectEvent } from 'react'
import { follow, oneAtATime } from './live-line.ts'

/**
 * Tells when something changed among what the person may see: `useLiveChanges({ onChange: () => list.refetch() })`.
 * With a `trackingId` it hears of that parcel only, with a `promptId` of that request on a phone, signed in or not; without
 * either it belongs behind a guard.
 * One connection a browser tab serves all who ask the same; it closes with the last of them and while the tab is hidden.
 * After an interruption `onChange` is called once, for all missed changes. While its promise is pending, it is not called
 * again; after a change during that time it is called once more, so that a long reload can finish.
 */
export function useLiveChanges({
  trackingId = '',
  promptId = '',
  onChange,
}: {
  trackingId?: string
  promptId?: string
  onChange: () => unknown
}): void {
  const changed = useEffectEvent(onChange)
  useEffect(
    () =>
      follow(
        trackingId,
        oneAtATime(() => changed()),
        promptId,
      ),
    [trackingId, promptId],
  )
}
