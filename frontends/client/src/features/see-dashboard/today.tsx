import type { OwnToday } from '@tuma/contracts/api'
import { TriangleAlert } from '@tuma/kit/icons'
import { HeldBadge, StageBadge } from '@tuma/kit/parcels'
import { api, Link, useQuery, useText } from '@tuma/kit/runtime'
import { texts } from '../../texts.ts'
import { isAsked } from '../decide-wait/deciding.ts'
import { Decision } from '../decide-wait/decision.tsx'
import { asOpened } from './as-opened.ts'
import { PrintLabels } from './print-labels.tsx'
import { MoneyToday } from './today-money.tsx'
import { getAddress, ParcelRow, Part } from './today-parts.tsx'

/** What the client has to do, always fresh. */
export const useToday = () => useQuery(api.deliveries.today.queryOptions(asOpened))

/** What to do today, first; then what is under way, and the money. */
export const Today = ({ today: { toBring, trouble, underWay, money } }: { today: OwnToday }) => {
  const text = useText(texts)
  return (
    <section aria-labelledby="today" className="grid grid-cols-1 gap-3 wrap-anywhere">
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <h2 id="today">{text('today.title')}</h2>
        {trouble.count > 0 ? <InTrouble count={trouble.count} /> : null}
      </div>
      <div className="-mb-3 gap-3 lg:columns-2 [&>*]:mb-3 [&>*]:break-inside-avoid">
        <ToBring toBring={toBring} />
        <Trouble trouble={trouble} />
        <UnderWay underWay={underWay} />
        <MoneyToday money={money} />
      </div>
    </section>
  )
}

/** On a phone the card is below what is to bring, and often below the first screen. */
const InTrouble = ({ count }: { count: number }) => {
  const text = useText(texts)
  return (
    <Link
      to="/Client/delivery-history?group=trouble"
      className="flex min-h-11 items-center gap-2 font-semibold lg:hidden"
    >
      <TriangleAlert size={18} aria-hidden className="shrink-0 text-laterite" />
      {text('today.inTrouble', { count })}
    </Link>
  )
}

const ToBring = ({ toBring }: Pick<OwnToday, 'toBring'>) => {
  const text = useText(texts)
  return (
    <Part group="toBring" counted={toBring}>
      <ul className="grid gap-2">
        {toBring.shops.map(({ location, address, count, ids, parcels }) => (
          <li key={`${location} ${address}`}>
            <div className="flex items-center justify-between gap-3">
              <p className="min-w-0 leading-tight">
                <span className="block font-semibold">{address}</span>
                <span className="t-hint block">{`${location} · ${text('history.count', { count })}`}</span>
              </p>
              <PrintLabels ids={ids} />
            </div>
            <ul>
              {parcels.map((parcel) => (
                <ParcelRow key={parcel._id} parcel={parcel} />
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </Part>
  )
}

const UnderWay = ({ underWay }: Pick<OwnToday, 'underWay'>) => (
  <Part group="underWay" counted={underWay}>
    <ul>
      {underWay.parcels.map((parcel) => (
        <ParcelRow key={parcel._id} parcel={parcel}>
          <StageBadge parcel={parcel} />
        </ParcelRow>
      ))}
    </ul>
  </Part>
)

/** A parcel that its sender must decide about has its question here. */
const Trouble = ({ trouble }: Pick<OwnToday, 'trouble'>) => {
  const [asked, others] = [trouble.parcels.filter(isAsked), trouble.parcels.filter((parcel) => !isAsked(parcel))]
  return (
    <Part group="trouble" counted={trouble}>
      {asked.map((parcel) => (
        <Decision key={parcel._id} delivery={parcel} to={getAddress(parcel)} />
      ))}
      {others.length === 0 ? null : (
        <ul>
          {others.map((parcel) => (
            <ParcelRow key={parcel._id} parcel={parcel}>
              <HeldBadge held={parcel.held} />
              <StageBadge parcel={parcel} />
            </ParcelRow>
          ))}
        </ul>
      )}
    </Part>
  )
}
