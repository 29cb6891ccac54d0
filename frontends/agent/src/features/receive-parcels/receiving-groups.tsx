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

/** The statuses at which an agent must know who has, or brought, a parcel. */
export type GroupedStatus = 'inTransit' | 'delivered'
type Grouped = { status: GroupedStatus; by: ReceivingGroup }

/** The prefix of the text keys of each status. */
const words = { inTransit: 'receiving', delivered: 'received' } as const

const isAt =
  (status: GroupedStatus) =>
  (row: Delivery): boolean =>
    row.status === status
const useGroup = ({ status, by }: Grouped) => usePages(api.agent.receiving, { status, by })

/**
 * What a shop receives at one status, grouped by who brings it, newest first. The parcels that riders of other shops bring
 * are collapsed, and loaded when the agent opens them.
 */
export const ReceivingGroups = ({ status }: { status: GroupedStatus }) => {
  const text = useText(texts)
  const latest = useLatest()
  useLiveParcels()
  const [ofShop, byRiders] = [useGroup({ status, by: 'shop' }), useGroup({ status, by: 'riders' })]
  const both = mergePages([ofShop, byRiders]).query
  const fits = isAt(status)
  const hasRows = ({ query, more }: typeof ofShop) => more !== undefined || query.data?.map(latest).some(fits)
  const ride = both.data && hasRows(byRiders)
  const title = (by: ReceivingGroup) => text(`${words[status]}.${by}`)
  return (
    <>
      <Group status={status} by="shop" titled={both.data && (ride || hasRows(ofShop))}>
        {(heading) => (
          <ParcelRows
            pages={{
              ...ofShop,
              query: { ...both, data: both.data && ofShop.query.data, leftOut: ofShop.query.leftOut },
            }}
            fits={fits}
            label={title('shop')}
            look=""
            heading={heading}
            empty={ride ? text(`${words[status]}.none`) : text('list.empty')}
          />
        )}
      </Group>
      {ride ? (
        <Group status={status} by="riders" titled>
          {(heading) => <ParcelRows pages={byRiders} fits={fits} label={title('riders')} look="" heading={heading} />}
        </Group>
      ) : null}
      <NearParcels status={status} />
    </>
  )
}

const Group = ({
  titled = false,
  children,
  ...group
}: Grouped & {
  titled?: boolean | undefined
  children: (heading: ReactNode) => ReactNode
}) => {
  const id = useId()
  return (
    <section className="counter-group" aria-labelledby={titled ? id : undefined}>
      {children(titled ? <GroupTitle id={id} {...group} /> : null)}
    </section>
  )
}

const GroupTitle = ({ id, ...group }: Grouped & { id?: string }) => {
  const text = useText(texts)
  const count = useCount(group)
  return (
    <h2 id={id}>
      {text(`${words[group.status]}.${group.by}`)} {count === undefined ? null : <span>{count}</span>}
    </h2>
  )
}

const useCount = ({ status, by }: Grouped): number | undefined =>
  useQuery(api.counter.tabCounts.queryOptions()).data?.receiving[`${status}By`][by]

/** Shows nothing if the group is empty, unless the agent has opened it. */
const NearParcels = ({ status }: { status: GroupedStatus }) => {
  const [open, setOpen] = useState(false)
  const near = { status, by: 'near' } as const
  const count = useCount(near)
  if (!count && !open) return null
  return (
    <details className="counter-group" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <ChevronRight size={20} aria-hidden />
        <GroupTitle {...near} />
      </summary>
      {open ? <NearRows {...near} /> : null}
    </details>
  )
}

const NearRows = (near: Grouped) => {
  const text = useText(texts)
  const label = text(`${words[near.status]}.near`)
  return <ParcelRows pages={useGroup(near)} fits={isAt(near.status)} label={label} look="" />
}
