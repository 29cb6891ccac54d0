import { PackagePlus, Star } from '@tuma/kit/icons'
import { FinishBooking } from '@tuma/kit/parcels'
import { api, useQuery, useText, useUser } from '@tuma/kit/runtime'
import { ButtonLink, PageTitle, Skeleton } from '@tuma/kit/ui'
import { useFreshDeliveries } from '../../fresh-deliveries.ts'
import { texts } from '../../texts.ts'
import { Decisions, useDecisions } from '../decide-wait/decisions.tsx'
import { Held, QuickActions } from './actions.tsx'
import { asOpened } from './as-opened.ts'
import { Counts } from './counts.tsx'
import { Latest, useLatest } from './latest.tsx'

/** Open decisions first, then where the parcels are, then the figures. */
export const Dashboard = () => {
  useFreshDeliveries()
  // The decisions are on top, so the rest is drawn when they are known: nothing moves under a thumb.
  const { isLoading } = useDecisions()
  const { data: parcels, isError } = useLatest()
  const waits = isLoading || (parcels === undefined && !isError)
  const none = parcels?.length === 0
  return (
    <>
      {waits ? <Skeleton wholeScreen /> : null}
      <div className={waits ? 'hidden' : 'grid gap-6'}>
        <FinishBooking forms="/Client/send-parcel" />
        <Decisions />
        <Welcome />
        <div className="grid items-start gap-6 min-[80rem]:grid-cols-[minmax(0,1fr)_22rem]">
          <Latest />
          <div className="grid gap-3">
            <Counts none={none} />
            {none ? null : <Held />}
          </div>
        </div>
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
        <div className="flex flex-wrap items-center gap-x-2 md:block">
          <p className="flex items-center gap-2 font-semibold">
            <Star size={18} aria-hidden className="shrink-0 fill-ochre text-ochre" />
            {text('dashboard.points')}
          </p>
          <p className="font-display text-xl font-extrabold tabular-nums md:text-3xl">{user.points}</p>
        </div>
        <p className="mt-1 text-sm">{text('dashboard.pointsHint')}</p>
      </div>
    </section>
  )
}
