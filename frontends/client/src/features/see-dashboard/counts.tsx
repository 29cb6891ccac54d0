import { type DeliveryStatus, deliveryStatuses } from '@tuma/contracts/vocabulary'
import { CircleCheck, Package, Store, Truck } from '@tuma/kit/icons'
import { api, kitTexts, Link, useQueries, useQuery, useText, useUser } from '@tuma/kit/runtime'
import { ErrorState, StatCard } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'
import { asOpened } from './as-opened.ts'

/** These and the total are cards. The other counts are listed below, and all of them make up the total. */
const counted = [
  { status: 'uncollected', icon: Store },
  { status: 'inTransit', icon: Truck },
  { status: 'delivered', icon: CircleCheck },
] as const
const others = deliveryStatuses.filter((status) => !counted.some((card) => card.status === status))

const getList = (status?: DeliveryStatus): string =>
  `/Client/delivery-history${status === undefined ? '' : `?status=${status}`}`

/** The count of each status. @param none the client has sent nothing, so the other counts are not loaded */
export const Counts = ({ none }: { none: boolean }) => {
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
    <div className="grid gap-1">
      <section
        aria-label={text('dashboard.counts')}
        className="grid grid-cols-2 gap-3 md:grid-cols-4 max-[72rem]:[&_.t-stat-label_svg]:hidden"
      >
        <StatCard
          to={getList()}
          label={text('dashboard.total')}
          value={total.data?.totalDeliveries}
          icon={Package}
          tone="ochre"
        />
        {counted.map(({ status, icon }, index) => (
          <StatCard
            key={status}
            to={getList(status)}
            label={statusName(`status.${status}`)}
            value={byStatus[index]?.data?.count}
            icon={icon}
            status={status}
          />
        ))}
      </section>
      {none ? null : (
        <ul className="flex flex-wrap gap-x-6" aria-label={text('dashboard.others')}>
          {others.map((status, index) => (
            <li key={status}>
              <Link
                to={getList(status)}
                className="flex min-h-11 items-center gap-2 text-ink underline underline-offset-4"
              >
                {statusName(`status.${status}`)}
                <span className="font-display font-bold tabular-nums">
                  {byStatus[counted.length + index]?.data?.count ?? '…'}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
