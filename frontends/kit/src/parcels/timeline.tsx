import './parcels.css'
import type { DeliveryStatus } from '@tuma/contracts/vocabulary'
import { kitTexts, useText } from '@tuma/kit/runtime'
import { DateTime } from '@tuma/kit/ui'

/** What happened to a parcel and when (Nairobi's time), the newest on top. `history` as the API answers it: oldest first. */
export function Timeline({
  label,
  history,
  statusWord,
}: {
  label: string
  history: readonly { status: DeliveryStatus; at: string }[]
  statusWord?: ((status: DeliveryStatus) => string) | undefined
}) {
  const text = useText(kitTexts)
  return (
    <ol className="parcel-timeline" aria-label={label} reversed>
      {history.toReversed().map(({ status, at }) => (
        <li key={`${status} ${at}`} className="parcel-stop" data-status={status}>
          <span className="parcel-stop-name">{statusWord?.(status) ?? text(`status.${status}`)}</span>
          <span className="t-hint">
            <DateTime at={at} />
          </span>
        </li>
      ))}
    </ol>
  )
}
