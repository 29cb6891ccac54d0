import type { Delivery } from '@tuma/contracts/api'
import type { ReceivingGroup } from '@tuma/contracts/vocabulary'
import { ChevronRight } from '@tuma/kit/icons'
import { mergePages } from '@tuma/kit/parcels'
import { api, usePages, useQuery, useText } from '@tuma/kit/runtime'
import { type ReactNode, useId, useState } from 'react'
import { texts } from '../../texts.ts'
import { useLatest } from '../move-parcel/moved.ts'
import { ParcelRows } from '../move-parcel/parcel-list.tsx'
import { useLiveParcels } from '../move-parcel/steps.ts'

const isComing = ({ status }: Delivery): boolean => status === 'inTransit'
const useComing = (by: ReceivingGroup) => usePages(api.agent.receiving, { status: 'inTransit', by })

/**
 * What is in transit to a shop, by who brings it: newest first in each group. Parcels that riders of other shops bring are
 * folded, and asked for when they are unfolded.
 */
export const ComingParcels = () => {
  const text = useText(texts)
  const latest = useLatest()
  useLiveParcels()
  const [toShop, byRiders] = [useComing('shop'), useComing('riders')]
  const both = mergePages([toShop, byRiders]).query
  const hasRows = ({ query, more }: typeof toShop) => more !== undefined || query.data?.map(latest).some(isComing)
  const ride = both.data && hasRows(byRiders)
  const title = (by: ReceivingGroup) => text(`receiving.${by}`)
  return (
    <>
      <Group by="shop" titled={both.data && (ride || hasRows(toShop))}>
        {(heading) => (
          <ParcelRows
            pages={{ ...toShop, query: { ...both, data: both.data && toShop.query.data } }}
            fits={isComing}
            label={title('shop')}
            look=""
            heading={heading}
            empty={ride ? text('receiving.noneComing') : text('list.empty')}
          />
        )}
      </Group>
      {ride ? (
        <Group by="riders" titled>
          {(heading) => (
            <ParcelRows pages={byRiders} fits={isComing} label={title('riders')} look="" heading={heading} />
          )}
        </Group>
      ) : null}
      <NearParcels />
    </>
  )
}

const Group = ({
  by,
  titled = false,
  children,
}: {
  by: ReceivingGroup
  titled?: boolean | undefined
  children: (heading: ReactNode) => ReactNode
}) => {
  const id = useId()
  return (
    <section className="counter-group" aria-labelledby={titled ? id : undefined}>
      {children(titled ? <GroupTitle id={id} by={by} /> : null)}
    </section>
  )
}

const GroupTitle = ({ id, by }: { id?: string; by: ReceivingGroup }) => {
  const text = useText(texts)
  const count = useCount(by)
  return (
    <h2 id={id}>
      {text(`receiving.${by}`)} {count === undefined ? null : <span>{count}</span>}
    </h2>
  )
}

const useCount = (by: ReceivingGroup): number | undefined =>
  useQuery(api.counter.tabCounts.queryOptions()).data?.receiving.inTransitBy[by]

/** Nothing where there are none, unless the agent looks at them already. */
const NearParcels = () => {
  const [open, setOpen] = useState(false)
  const count = useCount('near')
  if (!count && !open) return null
  return (
    <details className="counter-group" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <ChevronRight size={20} aria-hidden />
        <GroupTitle by="near" />
      </summary>
      {open ? <NearRows /> : null}
    </details>
  )
}

const NearRows = () => {
  const text = useText(texts)
  return <ParcelRows pages={useComing('near')} fits={isComing} label={text('receiving.near')} look="" />
}
