import './parcels.css'
import type { Delivery } from '@tuma/contracts/api'
import { deadlineWords, isLate } from '@tuma/contracts/vocabulary'
import { useLanguage, useServerTime, useText } from '@tuma/kit/runtime'
import { parcelTexts } from './texts.ts'

type Promised = Pick<Delivery, 'pricingTier' | 'dueAt' | 'status'>

/**
 * For shops and the office: how fast a parcel was promised and, while its deadline counts, what is left: "Express · 20 min left",
 * red once it is late. Nothing of a parcel without either, nor of one that was handed over.
 */
export const DeadlineTag = ({ parcel: { pricingTier, dueAt, status } }: { parcel: Promised }) => {
  const text = useText(parcelTexts)
  const now = useServerTime()
  if (status === 'collected' || (pricingTier === null && dueAt === undefined)) return null
  return (
    <span className="t-badge parcel-deadline" data-late={(dueAt && isLate(dueAt, now)) || undefined}>
      <span>
        {pricingTier === null ? null : <span>{text(`tier.${pricingTier}`)}</span>}
        {pricingTier === null || !dueAt ? null : <span className="parcel-deadline-dot"> · </span>}
        {dueAt ? <Left by={dueAt} now={now} /> : null}
      </span>
    </span>
  )
}

const Left = ({ by, now }: { by: string; now: string }) => {
  const [language] = useLanguage()
  return <span>{deadlineWords(by, now, language)}</span>
}
