import { deliveryStatuses } from '@tuma/contracts/vocabulary'
import { Package } from '@tuma/kit/icons'
import { api, kitTexts, useQuery, useText } from '@tuma/kit/runtime'
import { Loaded, Skeleton, StatCard } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'

const tones = {
  dropping: 'ochre',
  uncollected: 'laterite',
  sorting: 'ochre',
  inTransit: 'sky',
  delivered: 'acacia',
  collected: 'acacia',
} as const

/** Of all parcels, whatever is filtered below. */
export const Counts = () => {
  const text = useText(texts)
  const kitText = useText(kitTexts)
  const counts = useQuery(api.adminDeliveries.counts.queryOptions())
  return (
    <Loaded query={counts} failed={text('deliveries.failed')} skeleton={<Skeleton rows={1} />}>
      {({ total, byStatus }) => (
        <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
          <div className="col-span-2 grid">
            <StatCard label={text('deliveries.total')} value={total} icon={Package} />
          </div>
          {deliveryStatuses.map((status) => (
            <StatCard
              key={status}
              label={kitText(`status.${status}`)}
              value={byStatus[status] ?? 0}
              tone={tones[status]}
            />
          ))}
        </div>
      )}
    </Loaded>
  )
}
