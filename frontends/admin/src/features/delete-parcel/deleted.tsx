import type { DeletedParcel } from '@tuma/contracts/api'
import { getEatDay, trackingIdIn } from '@tuma/contracts/vocabulary'
import { PackageX } from '@tuma/kit/icons'
import { api, skipToken, useQuery, useText } from '@tuma/kit/runtime'
import { EmptyState, formatDay } from '@tuma/kit/ui'
import { useNameLookup } from '../see-delivery/names.ts'
import { deleteTexts } from './texts.ts'

/** The deleted parcel with exactly this id; undefined until the answer comes, or if no deleted parcel has it. */
export const useDeleted = (search: string | undefined): DeletedParcel | undefined => {
  const trackingId = trackingIdIn(search ?? '')
  const input = trackingId === null ? skipToken : { trackingId }
  const { data } = useQuery(api.adminDeliveries.deleted.queryOptions({ input }))
  return trackingId === null ? undefined : data?.[0]
}

/** "Deleted by Admin Makena on 28 Nov 2026: Sent twice. Both were for one order." */
export const useDeletedWords = (): ((deleted: DeletedParcel) => string) => {
  const text = useText(deleteTexts)
  const nameOf = useNameLookup()
  return ({ by, at, reason, note }) => {
    const said = { who: nameOf(by), when: formatDay(getEatDay(at)) }
    const why = [reason && text(`delete.reason.${reason}`), note].filter(Boolean).join('. ')
    return why === '' ? text('deleted.by', said) : text('deleted.because', { ...said, reason: why })
  }
}

/** Replaces an empty list when the search was the whole id of a deleted parcel. */
export const DeletedOr = ({ search, none }: { search: string | undefined; none: string }) => {
  const text = useText(deleteTexts)
  const deleted = useDeleted(search)
  const words = useDeletedWords()
  if (!deleted) return <EmptyState title={none} />
  return (
    <EmptyState icon={PackageX} title={text('deleted.title', { trackingId: deleted.trackingId })}>
      {words(deleted)}
    </EmptyState>
  )
}
