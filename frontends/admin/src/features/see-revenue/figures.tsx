import type { RevenuePeriod } from '@tuma/contracts/api'
import { formatKsh } from '@tuma/contracts/vocabulary'
import { Banknote, BikeIcon, Package, PackageCheck, Store, Wallet } from '@tuma/kit/icons'
import { useText } from '@tuma/kit/runtime'
import { Money, StatCard } from '@tuma/kit/ui'
import type { ReactNode } from 'react'
import { texts } from '../../texts.ts'
import type { Period } from './period.ts'

/** The six figures of a period; grey while they load. `before` is the period before, of which the two sums are told. */
export const Figures = ({
  period,
  figures,
  before,
  children,
}: {
  period: Period
  figures: RevenuePeriod | undefined
  before: RevenuePeriod | undefined
  children?: ReactNode
}) => {
  const text = useText(texts)
  const money = (amount: number | undefined) => (amount === undefined ? undefined : <Money amount={amount} />)
  const was = (figure: string) => text(`revenue.before.${period}`, { figure })
  return (
    <div className="grid grid-cols-2 gap-3 md:grid-cols-4 [&_.t-stat]:row-span-3 [&_.t-stat]:grid-rows-subgrid [&_.t-stat]:gap-y-0.5 md:max-xl:[&_.t-stat-label_svg]:hidden md:max-xl:[&_.t-stat-value]:text-xl md:max-xl:[&_.t-stat]:pe-2">
      <StatCard
        label={text('revenue.total')}
        value={money(figures?.totalRevenue)}
        hint={before && was(formatKsh(before.totalRevenue))}
        icon={Wallet}
        tone="ochre"
      />
      <StatCard label={text('revenue.doorstep')} value={money(figures?.doorstepRevenue)} icon={Banknote} />
      <StatCard label={text('revenue.dukani')} value={money(figures?.parcelDukaniRevenue)} icon={Store} />
      <StatCard
        label={text('revenue.deliveries')}
        value={figures?.totalDeliveries}
        hint={before && was(String(before.totalDeliveries))}
        icon={Package}
        tone="ochre"
      />
      <StatCard label={text('revenue.doorstepDeliveries')} value={figures?.doorstepDeliveries} icon={BikeIcon} />
      <StatCard label={text('revenue.dukaniDeliveries')} value={figures?.parcelDukaniDeliveries} icon={PackageCheck} />
      {children}
    </div>
  )
}
