import { type DeliveryStatus, formatKsh } from '@tuma/contracts/vocabulary'
import {
  CircleCheck,
  History,
  MessageCircleQuestionMark,
  Package,
  PackagePlus,
  PackageSearch,
  Star,
  Store,
  Truck,
} from '@tuma/kit/icons'
import { api, kitTexts, Link, useQueries, useQuery, useText, useUser } from '@tuma/kit/runtime'
import { ButtonLink, ErrorState, PageTitle, Skeleton, StatCard } from '@tuma/kit/ui'
import { useFreshDeliveries } from '../../fresh-deliveries.ts'
import { texts } from '../../texts.ts'
import { Decisions, useDecisions } from '../decide-wait/decisions.tsx'

/** Points and counts follow parcels that others move: whoever opens the dashboard sees them as they are now. */
const asOpened = { refetchOnMount: 'always' } as const

export const Dashboard = () => {
  useFreshDeliveries()
  // They stand above all else: what is beneath is shown when they are known, and not pushed down under a thumb.
  const { isLoading } = useDecisions()
  return (
    <>
      {isLoading ? <Skeleton /> : null}
      <div className={isLoading ? 'hidden' : 'grid gap-6'}>
        <Decisions />
        <Welcome />
        <Counts />
        <QuickActions />
      </div>
    </>
  )
}

const Welcome = () => {
  const text = useText(texts)
  const known = useUser()
  const { data: user = known } = useQuery(api.users.me.queryOptions(asOpened))
  return (
    <section className="t-kitenge grid items-end gap-x-6 gap-y-4 overflow-hidden rounded-lg bg-forest p-5 text-on-forest md:grid-cols-[1fr_minmax(auto,18rem)] md:p-6">
      <PageTitle title={text('dashboard.title')} />
      <div className="grid justify-items-start gap-4">
        <h1>{text('dashboard.welcome', { name: user.name.split(' ')[0] ?? user.name })}</h1>
        <ButtonLink to="/Client/send-parcel" variant="ochre" icon={PackagePlus} className="focus-visible:outline-ochre">
          {text('dashboard.request')}
        </ButtonLink>
      </div>
      <div>
        <p className="flex items-center gap-2 font-semibold">
          <Star size={18} aria-hidden className="shrink-0 fill-ochre text-ochre" />
          {text('dashboard.points')}
        </p>
        <p className="font-display text-3xl font-extrabold tabular-nums">{user.points}</p>
        <p className="mt-1 text-sm">{text('dashboard.pointsHint')}</p>
      </div>
    </section>
  )
}

/** The four of these are cards; with the others below they make up the total. */
const counted = [
  { status: 'uncollected', icon: Store, tone: 'ochre' },
  { status: 'inTransit', icon: Truck, tone: 'sky' },
  { status: 'delivered', icon: CircleCheck, tone: 'acacia' },
] as const
const others = ['dropping', 'sorting', 'collected'] as const

const listOf = (status?: DeliveryStatus): string =>
  `/Client/delivery-history${status === undefined ? '' : `?status=${status}`}`

const Counts = () => {
  const text = useText(texts)
  const { username } = useUser()
  const statusName = useText(kitTexts)
  const total = useQuery(api.deliveries.countAll.queryOptions({ input: { username }, ...asOpened }))
  const byStatus = useQueries({
    queries: [...counted.map(({ status }) => status), ...others].map((status) =>
      api.deliveries.countByStatus.queryOptions({ input: { username, status }, ...asOpened }),
    ),
  })
  const failed = [total, ...byStatus].filter((count) => count.isError && count.data === undefined)
  if (failed.length > 0) {
    return (
      <ErrorState
        title={text('dashboard.failed')}
        retrying={failed.some((count) => count.isFetching)}
        onRetry={() => {
          for (const count of failed) void count.refetch()
        }}
      />
    )
  }
  return (
    <div className="grid gap-3">
      <section
        aria-label={text('dashboard.counts')}
        className="grid grid-cols-2 gap-3 md:grid-cols-4 max-[72rem]:[&_.t-stat-label_svg]:hidden"
      >
        <Link to={listOf()} className="grid text-ink no-underline">
          <StatCard
            label={text('dashboard.total')}
            value={total.data?.totalDeliveries}
            icon={Package}
            tone="laterite"
          />
        </Link>
        {counted.map(({ status, icon, tone }, index) => (
          <Link key={status} to={listOf(status)} className="grid text-ink no-underline">
            <StatCard
              label={statusName(`status.${status}`)}
              value={byStatus[index]?.data?.count}
              icon={icon}
              tone={tone}
            />
          </Link>
        ))}
      </section>
      <ul className="flex flex-wrap gap-x-6" aria-label={text('dashboard.others')}>
        {others.map((status, index) => (
          <li key={status}>
            <Link
              to={listOf(status)}
              className="flex min-h-11 items-center gap-2 text-ink underline underline-offset-4"
            >
              {statusName(`status.${status}`)}
              <span className="font-display font-bold tabular-nums">
                {byStatus[counted.length + index]?.data?.count ?? '…'}
              </span>
            </Link>
          </li>
        ))}
        <li>
          <Held />
        </li>
      </ul>
    </div>
  )
}

/** The way to what Tuma holds for them. */
const Held = () => {
  const text = useText(texts)
  const { data } = useQuery(api.money.held.queryOptions(asOpened))
  return (
    <Link to="/Client/money" className="flex min-h-11 items-center gap-2 text-ink underline underline-offset-4">
      {text('money.title')}
      <span className="font-display font-bold tabular-nums">{data ? formatKsh(data.cents / 100) : '…'}</span>
    </Link>
  )
}

const actions = [
  { to: '/Client/send-parcel', name: 'action.new', hint: 'action.newHint', icon: PackagePlus },
  { to: '/Client/track-parcel', name: 'action.track', hint: 'action.trackHint', icon: PackageSearch },
  { to: '/Client/delivery-history', name: 'action.history', hint: 'action.historyHint', icon: History },
  { to: '/Client/contact', name: 'action.support', hint: 'action.supportHint', icon: MessageCircleQuestionMark },
] as const

const QuickActions = () => {
  const text = useText(texts)
  return (
    <section aria-labelledby="quick-actions">
      <h2 id="quick-actions" className="mb-3">
        {text('dashboard.actions')}
      </h2>
      <ul className="grid gap-3 md:grid-cols-2 min-[80rem]:grid-cols-4">
        {actions.map(({ to, name, hint, icon: Icon }) => (
          <li key={to}>
            <Link
              to={to}
              className="t-card flex h-full items-center gap-4 text-ink no-underline hover:border-acacia min-[80rem]:flex-col min-[80rem]:items-start"
            >
              <Icon size={28} aria-hidden className="shrink-0 text-laterite" />
              <span>
                <span className="block font-display text-lg font-bold">{text(name)}</span>
                <span className="t-hint block">{text(hint)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
