import './parcels.css'
import { formatKsh, type Shillings } from '@tuma/contracts/vocabulary'
import { api, Link, useLocation, useQuery, useSearchParams, useText } from '@tuma/kit/runtime'
import { PageHeader } from '@tuma/kit/ui'
import type { ReactNode } from 'react'
import { FinishBooking } from './finish-booking.tsx'
import { JustSent, type JustSentState } from './just-sent.tsx'
import { parcelTexts } from './texts.ts'
import { CounterPicture, DoorPicture } from './way-pictures.tsx'

/** Door Step delivery or Parcel Dukani. `doorstep` and `dukani` are the forms' addresses. */
export function ChooseDelivery({ doorstep, dukani }: { doorstep: string; dukani: string }) {
  const text = useText(parcelTexts)
  const { pathname, search, state } = useLocation()
  const costs = useCosts()
  const hasSent = (state as Partial<JustSentState> | null)?.justSent !== undefined
  return (
    <>
      {hasSent ? (
        <>
          <PageHeader title={text('sent.title')} />
          <JustSent />
          <h2 className="parcel-next">{text('choose.title')}</h2>
        </>
      ) : (
        <PageHeader title={text('choose.title')} intro={text('choose.intro')} />
      )}
      <div className="parcel-above">
        <FinishBooking forms={pathname} ifBegun />
      </div>
      <ul className="parcel-kinds">
        <Kind
          to={doorstep + search}
          picture={<DoorPicture />}
          name={text('choose.doorstep')}
          hint={text('choose.doorstepHint')}
          kind="doorstep"
          costs={costs.doorstep}
        />
        <Kind
          to={dukani + search}
          picture={<CounterPicture />}
          name={text('choose.dukani')}
          hint={text('choose.dukaniHint')}
          kind="dukani"
          costs={costs.dukani}
        />
      </ul>
    </>
  )
}

/** What a way costs at least, with the name of the price in its place: a build draws one of each. */
export function LeastCost({ way }: { way: 'same-day' | 'express' | 'shop' }) {
  const text = useText(parcelTexts)
  return <span>{text(`choose.${way}`, { price: text('choose.from', { price: '{price}' }) })}</span>
}

/** What each kind costs at least and how long it takes; to a place that was chosen on the landing page, what it costs there. */
function useCosts(): Record<'doorstep' | 'dukani', string[]> {
  const text = useText(parcelTexts)
  const to = useSearchParams()[0].get('to') ?? ''
  const shops = useQuery(api.locations.shops.queryOptions()).data ?? []
  const prices = useQuery(api.locations.prices.queryOptions()).data ?? []
  const said = (key: 'same-day' | 'express' | 'shop', all: { place: string; price: Shillings }[]): string[] => {
    const there = to === '' ? all : all.filter(({ place }) => place === to)
    if (there.length === 0) return []
    const least = formatKsh(Math.min(...there.map(({ price }) => price))).replace(' ', '\u00a0') // on one line
    return [text(`choose.${key}`, { price: to === '' ? text('choose.from', { price: least }) : least })]
  }
  const byTier = (tier: 'same-day' | 'express') => prices.filter(({ deliveryType }) => deliveryType === tier)
  return {
    doorstep: [...said('same-day', byTier('same-day')), ...said('express', byTier('express'))],
    dukani: said(
      'shop',
      shops.map(({ locationName: place, price }) => ({ place, price })),
    ),
  }
}

type KindProps = {
  kind: 'doorstep' | 'dukani'
  to: string
  picture: ReactNode
  name: string
  hint: string
  costs: readonly string[]
}

const Kind = ({ kind, to, picture, name, hint, costs }: KindProps) => (
  <li>
    <Link to={to} className="t-card parcel-kind">
      {picture}
      <span>
        <span className="parcel-kind-name">{name}</span>
        <span className="t-hint">{hint}</span>
        <span className="parcel-kind-costs" data-part={`costs-${kind}`}>
          {costs.map((cost) => (
            <span key={cost}>{cost}</span>
          ))}
        </span>
      </span>
    </Link>
  </li>
)
