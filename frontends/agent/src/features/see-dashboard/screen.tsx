import '../../counter.css'
import { type DeliveryStatus, deliveryStatuses, getInProgress } from '@tuma/contracts/vocabulary'
import {
  CircleCheck,
  HandCoins,
  MapPin,
  PackageOpen,
  PackagePlus,
  ScanBarcode,
  Split,
  Store,
  Truck,
} from '@tuma/kit/icons'
import { api, kitTexts, useQuery, useText, useUser } from '@tuma/kit/runtime'
import { ButtonLink, Card, ErrorState, PageHeader, StatCard } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'
import { FindParcel } from '../find-parcel/find-parcel.tsx'
import { useLiveParcels } from '../move-parcel/steps.ts'
import { TakenToday } from '../take-in-parcel/taken-today.tsx'
import { ClosedToday } from './closed-today.tsx'
import { NoShop } from './no-shop.tsx'
import { ShopPosition } from './shop-position.tsx'
import { ToDo } from './to-do.tsx'

const icons = {
  dropping: PackageOpen,
  uncollected: Store,
  sorting: Split,
  inTransit: Truck,
  delivered: CircleCheck,
  collected: HandCoins,
} satisfies Record<DeliveryStatus, unknown>

/** The list that shows the parcels of each count. */
const lists: Record<DeliveryStatus, string> = {
  dropping: '/Agent/uncollected',
  uncollected: '/Agent/uncollected?tab=dropped',
  sorting: '/Agent/uncollected?tab=dropped',
  inTransit: '/Agent/uncollected?tab=inTransit',
  delivered: '/Agent/received?tab=delivered',
  collected: '/Agent/received?tab=collected',
}

export const Dashboard = () => {
  const text = useText(texts)
  const user = useUser()
  const hasShop = Boolean(user.location && user.address)
  return (
    <>
      <PageHeader
        title={text('dashboard.hello', { name: user.name.split(' ')[0] ?? user.name })}
        intro={hasShop ? <TakenToday /> : null}
      >
        {hasShop ? (
          <>
            <div className="counter-first">
              <ButtonLink to="/Agent/new" icon={PackagePlus}>
                {text('newParcel.title')}
              </ButtonLink>
              <ButtonLink to="/Agent/scan" icon={ScanBarcode} variant="secondary">
                {text('scanIn.title')}
              </ButtonLink>
            </div>
            <FindParcel />
          </>
        ) : null}
      </PageHeader>
      {hasShop ? (
        <>
          <ToDo />
          <Counts />
          <Card className="mt-6 grid gap-x-2 gap-y-4 max-md:-mb-16 sm:grid-cols-2">
            <Place icon={MapPin} label={text('dashboard.location')} value={user.location} />
            <Place icon={Store} label={text('dashboard.address')} value={user.address} />
            <ClosedToday shop={{ location: user.location ?? '', address: user.address ?? '' }} />
            <ShopPosition shop={{ location: user.location ?? '', address: user.address ?? '' }} />
          </Card>
        </>
      ) : (
        <NoShop />
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

const Counts = () => {
  const text = useText(texts)
  const kitText = useText(kitTexts)
  useLiveParcels()
  const counts = useQuery(api.agent.counts.queryOptions())
  const toDo = useQuery(api.counter.tabCounts.queryOptions()).data?.receiving
  if (counts.isError && !counts.data) {
    return (
      <ErrorState title={text('dashboard.failed')} retrying={counts.isFetching} onRetry={() => void counts.refetch()} />
    )
  }
  const label = (status: DeliveryStatus) =>
    status === 'uncollected' ? text('status.dropped') : kitText(`status.${status}`)
  /** How many of them are counted among what to do, too. */
  const hints: Partial<Record<DeliveryStatus, string | undefined>> = {
    inTransit: toDo && text('dashboard.comingHere', { count: toDo.inTransitBy.shop }),
    delivered: toDo && text('dashboard.waitingHere', { count: toDo.waiting }),
  }
  return (
    <section aria-labelledby="counts">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="counts" className="text-lg">
          {text('dashboard.counts')}
        </h2>
        {counts.data ? (
          <p className="text-ink-soft">
            {text('dashboard.inProgress')} <strong className="text-ink">{getInProgress(counts.data)}</strong>
          </p>
        ) : null}
      </div>
      <div className="counter-counts">
        {deliveryStatuses.map((status) => (
          <StatCard
            key={status}
            label={label(status)}
            value={counts.data?.[status]}
            icon={icons[status]}
            hint={hints[status]}
            to={lists[status]}
          />
        ))}
      </div>
    </section>
  )
}
