import '../../counter.css'
import { type DeliveryStatus, deliveryStatuses, inProgressOf } from '@tuma/contracts/vocabulary'
import { CircleCheck, HandCoins, Hourglass, MapPin, PackageOpen, Split, Store, Truck } from '@tuma/kit/icons'
import { api, kitTexts, Link, useQuery, useText, useUser } from '@tuma/kit/runtime'
import { Card, EmptyState, ErrorState, Money, PageHeader, StatCard } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'
import { FindParcel } from '../find-parcel/find-parcel.tsx'
import { useLiveParcels } from '../move-parcel/steps.ts'
import { ClosedToday } from './closed-today.tsx'
import { ToDo } from './to-do.tsx'

const icons = {
  dropping: PackageOpen,
  uncollected: Store,
  sorting: Split,
  inTransit: Truck,
  delivered: CircleCheck,
  collected: HandCoins,
} satisfies Record<DeliveryStatus, unknown>

export const Dashboard = () => {
  const text = useText(texts)
  const user = useUser()
  const hasShop = Boolean(user.location && user.address)
  return (
    <>
      <PageHeader title={text('dashboard.hello', { name: user.name.split(' ')[0] ?? user.name })}>
        {hasShop ? <FindParcel /> : null}
      </PageHeader>
      {hasShop ? (
        <>
          <ToDo />
          <Card className="mb-6 grid gap-2 sm:grid-cols-2">
            <Place icon={MapPin} label={text('dashboard.location')} value={user.location} />
            <Place icon={Store} label={text('dashboard.address')} value={user.address} />
          </Card>
          <ClosedToday shop={{ location: user.location ?? '', address: user.address ?? '' }} />
          <Counts />
          <CashInDrawer />
        </>
      ) : (
        <EmptyState title={text('dashboard.awaiting')} icon={Hourglass}>
          <p className="max-w-prose text-ink-soft">{text('dashboard.awaitingWhy')}</p>
        </EmptyState>
      )}
    </>
  )
}

const Place = ({ icon: Icon, label, value }: { icon: typeof Store; label: string; value: string | null }) => (
  <p className="flex items-center gap-3">
    <Icon size={22} aria-hidden className="shrink-0 text-acacia" />
    <span>
      <span className="block text-sm text-ink-soft">{label}</span>
      <span className="font-semibold">{value}</span>
    </span>
  </p>
)

/** The way to what was taken at the counter; nothing where nobody can say. */
const CashInDrawer = () => {
  const text = useText(texts)
  const { data } = useQuery(api.cash.drawer.queryOptions({ refetchOnMount: 'always' }))
  return (
    <p className="mt-4">
      <Link to="/Agent/cash" className="inline-flex min-h-11 items-center gap-2 font-semibold underline">
        {text('cash.title')} {data ? <Money amount={data.cents / 100} /> : null}
      </Link>
    </p>
  )
}

const Counts = () => {
  const text = useText(texts)
  const kitText = useText(kitTexts)
  useLiveParcels()
  const counts = useQuery(api.agent.counts.queryOptions())
  if (counts.isError && !counts.data) {
    return (
      <ErrorState title={text('dashboard.failed')} retrying={counts.isFetching} onRetry={() => void counts.refetch()} />
    )
  }
  const label = (status: DeliveryStatus) =>
    status === 'uncollected' ? text('status.dropped') : kitText(`status.${status}`)
  return (
    <section aria-labelledby="counts">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="counts" className="text-lg">
          {text('dashboard.counts')}
        </h2>
        {counts.data ? (
          <p className="text-ink-soft">
            {text('dashboard.inProgress')} <strong className="text-ink">{inProgressOf(counts.data)}</strong>
          </p>
        ) : null}
      </div>
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-3">
        {deliveryStatuses.map((status) => (
          <StatCard key={status} label={label(status)} value={counts.data?.[status]} icon={icons[status]} />
        ))}
      </div>
    </section>
  )
}
