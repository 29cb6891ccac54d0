import { useEffect, useEffectEvent } from 'react'
import { follow, oneAtATime } from './live-line.ts'

/**
 * Tells when something changed among what the person may see: `useLiveChanges({ onChange: () => list.refetch() })`.
 * With a `trackingId` it hears of that parcel only, with a `promptId` of that request on a phone, signed in or not; without
 * either it belongs behind a guard.
 * One connection a browser tab serves all who ask the same; it closes with the last of them and while the tab is hidden.
 * After an interruption `onChange` is called once, for whatever was missed. While a promise that it answered is open, it
 * is not called again; if something changed meanwhile, once more then: a long list that is asked for anew gets to its end.
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
