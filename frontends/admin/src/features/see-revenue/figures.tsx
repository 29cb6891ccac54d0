import type { RevenuePeriod } from '@tuma/contracts/api'
import { Banknote, BikeIcon, Package, PackageCheck, Store, Wallet } from '@tuma/kit/icons'
import { useText } from '@tuma/kit/runtime'
import { Money, StatCard } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'

/** The six figures of a period; grey while they load. */
export const Figures = ({ figures }: { figures: RevenuePeriod | undefined }) => {
  const text = useText(texts)
  const money = (amount: number | undefined) => (amount === undefined ? undefined : <Money amount={amount} />)
  return (
    <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      <StatCard label={text('revenue.total')} value={money(figures?.totalRevenue)} icon={Wallet} tone="ochre" />
      <StatCard label={text('revenue.doorstep')} value={money(figures?.doorstepRevenue)} icon={Banknote} />
      <StatCard label={text('revenue.dukani')} value={money(figures?.parcelDukaniRevenue)} icon={Store} />
      <StatCard label={text('revenue.deliveries')} value={figures?.totalDeliveries} icon={Package} tone="ochre" />
      <StatCard label={text('revenue.doorstepDeliveries')} value={figures?.doorstepDeliveries} icon={BikeIcon} />
      <StatCard label={text('revenue.dukaniDeliveries')} value={figures?.parcelDukaniDeliveries} icon={PackageCheck} />
    </div>
  )
}
