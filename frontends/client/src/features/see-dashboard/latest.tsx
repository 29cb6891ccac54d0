import { isUnderWay } from '@tuma/contracts/vocabulary'
import { DeliveryCard } from '@tuma/kit/parcels'
import { api, Link, useQuery, useText, useUser } from '@tuma/kit/runtime'
import { ButtonLink, Card, ErrorState } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'
import { isAsked } from '../decide-wait/deciding.ts'
import { asOpened } from './as-opened.ts'

/** More would push everything else off a phone. The list shows all of them. */
const shown = 4
/** Of each kind. Older parcels have ended, or are shown above as open decisions. */
const looked = 25

/** The client's latest parcels, always fresh. */
export const useLatest = () => {
  const { username } = useUser()
  const input = { username, limit: looked }
  const doorstep = useQuery(api.deliveries.ownDoorstep.queryOptions({ input, ...asOpened }))
  const dukani = useQuery(api.deliveries.ownDukani.queryOptions({ input, ...asOpened }))
  const parts = [doorstep, dukani]
  const known = doorstep.data && dukani.data ? [...doorstep.data, ...dukani.data] : undefined
  return {
    data: known?.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt)),
    isError: parts.some(({ isError }) => isError),
    isFetching: parts.some(({ isFetching }) => isFetching),
    refetch: () => Promise.all(parts.map(({ refetch }) => refetch())),
  }
}

/** The parcels that are on their way, or the latest ones where none is. */
export const Latest = () => {
  const text = useText(texts)
  const latest = useLatest()
  if (latest.data === undefined) {
    if (!latest.isError) return null
    return (
      <ErrorState title={text('latest.failed')} retrying={latest.isFetching} onRetry={() => void latest.refetch()} />
    )
  }
  if (latest.data.length === 0) return <FirstParcel />
  const underWay = latest.data.filter((parcel) => isUnderWay(parcel) && !isAsked(parcel))
  const parcels = (underWay.length > 0 ? underWay : latest.data).slice(0, shown)
  return (
    <section aria-labelledby="latest" className="grid content-start gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="latest">{text(underWay.length > 0 ? 'latest.underWay' : 'latest.title')}</h2>
        <Link to="/Client/delivery-history" className="flex min-h-11 items-center">
          {text('latest.all')}
        </Link>
      </div>
      <ul className="grid gap-3 md:grid-cols-2 min-[80rem]:grid-cols-1 min-[100rem]:grid-cols-2">
        {parcels.map((delivery) => (
          <li key={delivery._id} className="grid min-w-0">
            <DeliveryCard
              delivery={delivery}
              to={`/Client/delivery/${delivery.deliveryType}/${delivery._id}`}
              saysWhere
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

const steps = ['first.choose', 'first.fill', 'first.bring'] as const

/** Tells a client who has sent nothing how to begin. */
const FirstParcel = () => {
  const text = useText(texts)
  return (
    <Card aria-labelledby="first-parcel" className="grid content-start justify-items-start gap-4">
      <h2 id="first-parcel">{text('first.title')}</h2>
      <ol className="parcel-steps">
        {steps.map((step) => (
          <li key={step}>{text(step)}</li>
        ))}
      </ol>
      <ButtonLink to="/Client/send-parcel">{text('first.go')}</ButtonLink>
    </Card>
  )
}
