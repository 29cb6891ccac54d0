import type { RevenuePeriod } from '@tuma/contracts/api'
import { type DeliveryType, formatKsh } from '@tuma/contracts/vocabulary'
import { Banknote, BikeIcon, Package, PackageCheck, Store, Wallet } from '@tuma/kit/icons'
import { useLocation, useText } from '@tuma/kit/runtime'
import { Money, StatCard } from '@tuma/kit/ui'
import type { ReactNode } from 'react'
import { texts } from '../../texts.ts'
import type { Days, Period } from './period.ts'
import { byDay } from './trend.tsx'

/** The list with the parcels of these days. */
export const getList = ({ from, to }: Days, type?: DeliveryType): string =>
  `/Admin/deliveries?${new URLSearchParams({ from, to, ...(type ? { type } : {}) })}`

/**
 * The six figures of a period; grey while they load. `before` is the period before; its two sums are shown. Money and
 * parcels of one kind are side by side on a phone, below each other on a desktop. Each figure links to its rows.
 */
export const Figures = (props: {
  period: Period
  days: Days
  figures: RevenuePeriod | undefined
  before: RevenuePeriod | undefined
  children?: ReactNode
}) => {
  const { period, days, figures, before, children } = props
  const text = useText(texts)
  const { search } = useLocation()
  const money = (amount: number | undefined) => (amount === undefined ? undefined : <Money amount={amount} />)
  const was = (figure: string) => text(`revenue.before.${period}`, { figure })
  const table = `${search}#${byDay}`
  return (
    <div className="grid grid-cols-2 gap-3 md:auto-cols-fr md:grid-flow-col md:grid-cols-none md:grid-rows-[repeat(6,auto)] [&_.t-stat]:row-span-3 [&_.t-stat]:grid-rows-subgrid [&_.t-stat]:gap-y-0.5 [&_.t-stat-value>span]:whitespace-normal md:max-xl:[&_.t-stat-label_svg]:hidden md:max-xl:[&_.t-stat-value]:text-xl md:max-xl:[&_.t-stat]:pe-2">
      <StatCard
        label={text('revenue.total')}
        value={money(figures?.totalRevenue)}
        hint={before && was(formatKsh(before.totalRevenue))}
        icon={Wallet}
        tone="ochre"
        to={table}
      />
      <StatCard
        label={text('revenue.deliveries')}
        value={figures?.totalDeliveries}
        hint={before && was(String(before.totalDeliveries))}
        icon={Package}
        tone="ochre"
        to={getList(days)}
      />
      <StatCard label={text('revenue.doorstep')} value={money(figures?.doorstepRevenue)} icon={Banknote} to={table} />
      <StatCard
        label={text('revenue.doorstepDeliveries')}
        value={figures?.doorstepDeliveries}
        icon={BikeIcon}
        to={getList(days, 'doorstep')}
      />
      <StatCard label={text('revenue.dukani')} value={money(figures?.parcelDukaniRevenue)} icon={Store} to={table} />
      <StatCard
        label={text('revenue.dukaniDeliveries')}
        value={figures?.parcelDukaniDeliveries}
        icon={PackageCheck}
        to={getList(days, 'parcelDukani')}
      />
      {children}
    </div>
  )
}
