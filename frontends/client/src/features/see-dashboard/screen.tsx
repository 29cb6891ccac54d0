import { PackagePlus, Star } from '@tuma/kit/icons'
import { FinishBooking } from '@tuma/kit/parcels'
import { api, useQuery, useText, useUser } from '@tuma/kit/runtime'
import { ButtonLink, ErrorState, PageTitle, Skeleton } from '@tuma/kit/ui'
import { useFreshDeliveries } from '../../fresh-deliveries.ts'
import { texts } from '../../texts.ts'
import { QuickActions } from './actions.tsx'
import { asOpened } from './as-opened.ts'
import { Counts } from './counts.tsx'
import { FirstParcel } from './first-parcel.tsx'
import { Today, useToday } from './today.tsx'

/** What to do today first, then the figures. */
export const Dashboard = () => {
  useFreshDeliveries()
  const text = useText(texts)
  const { data: today, isLoading, isFetching, refetch } = useToday()
  const none = today?.total === 0
  return (
    <>
      {isLoading ? <Skeleton wholeScreen /> : null}
      <div className={isLoading ? 'hidden' : 'grid grid-cols-1 gap-6'}>
        <FinishBooking forms="/Client/send-parcel" />
        <Welcome />
        {none ? <FirstParcel /> : null}
        {today && !none ? <Today today={today} /> : null}
        {today || isLoading ? null : (
          <ErrorState title={text('today.failed')} retrying={isFetching} onRetry={() => void refetch()} />
        )}
        <Counts none={none} />
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
    <section className="t-kitenge grid items-end gap-x-6 gap-y-3 overflow-hidden rounded-lg bg-forest p-5 text-on-forest max-md:p-4 md:grid-cols-[1fr_minmax(auto,18rem)] md:p-6">
      <PageTitle title={text('dashboard.title')} />
      <div className="grid justify-items-start gap-3 md:gap-4">
        <h1>{text('dashboard.welcome', { name: user.name.split(' ')[0] ?? user.name })}</h1>
        <ButtonLink to="/Client/send-parcel" variant="ochre" icon={PackagePlus} className="focus-visible:outline-ochre">
          {text('dashboard.request')}
        </ButtonLink>
      </div>
      <div>
        <div className="flex flex-wrap items-center gap-x-2 md:block">
          <p className="flex items-center gap-2 font-semibold">
            <Star size={18} aria-hidden className="shrink-0 fill-ochre text-ochre" />
            {text('dashboard.points')}
          </p>
          <p className="font-display text-xl font-extrabold tabular-nums md:text-3xl">{user.points}</p>
        </div>
        {/* On a phone it would push the day off the first screen. */}
        <p className="mt-1 text-sm max-md:hidden">{text('dashboard.pointsHint')}</p>
      </div>
    </section>
  )
}
