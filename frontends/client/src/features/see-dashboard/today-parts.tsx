import type { Delivery } from '@tuma/contracts/api'
import type { OwnGroup } from '@tuma/contracts/vocabulary'
import { ChevronRight } from '@tuma/kit/icons'
import { Link, useText } from '@tuma/kit/runtime'
import { Card } from '@tuma/kit/ui'
import type { ReactNode } from 'react'
import { texts } from '../../texts.ts'

export const getAddress = ({ deliveryType, _id }: Delivery): string => `/Client/delivery/${deliveryType}/${_id}`

/** A card of the day; its heading leads `to` the whole list. */
export const PartCard = ({
  name,
  title,
  to,
  children,
}: {
  name: string
  title: ReactNode
  to: string
  children: ReactNode
}) => (
  <Card aria-labelledby={`today-${name}`} className="grid gap-1 py-3 max-md:px-4 max-md:py-1.5">
    <h3 id={`today-${name}`} className="text-base">
      <Link to={to} className="flex min-h-11 items-center gap-2 text-ink no-underline hover:underline">
        <span className="grow">{title}</span>
        <ChevronRight size={20} aria-hidden className="shrink-0" />
      </Link>
    </h3>
    {children}
  </Card>
)

type PartProps = { group: OwnGroup; counted: { count: number; more: boolean }; children: ReactNode }

/** One line where there is nothing. */
export const Part = ({ group, counted: { count, more }, children }: PartProps) => {
  const text = useText(texts)
  if (count === 0) {
    return (
      <Card className="py-2.5 max-md:px-4">
        <p className="t-hint">{text(`today.none.${group}`)}</p>
      </Card>
    )
  }
  const title = (
    <>
      {text(`group.${group}`)} <span className="tabular-nums">{more ? `${count}+` : count}</span>
    </>
  )
  return (
    <PartCard name={group} title={title} to={`/Client/delivery-history?group=${group}`}>
      {children}
    </PartCard>
  )
}

/** Who gets it, its id, and beside them its state. */
export const ParcelRow = ({ parcel, children }: { parcel: Delivery; children?: ReactNode }) => (
  <li className="border-line border-t first:border-t-0">
    <Link
      to={getAddress(parcel)}
      className="flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-1 py-1 text-ink no-underline hover:underline"
    >
      <span className="min-w-0">
        <span className="block leading-tight">{parcel.receiver.name}</span>
        <span className="t-hint block font-mono text-xs leading-tight">{parcel.trackingId}</span>
      </span>
      {children ? <span className="flex flex-wrap gap-1.5">{children}</span> : null}
    </Link>
  </li>
)
