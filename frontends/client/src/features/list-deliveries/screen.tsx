import type { Delivery } from '@tuma/contracts/api'
import { DeliveryCard, mergePages } from '@tuma/kit/parcels'
import { api, usePages, useText, useUser } from '@tuma/kit/runtime'
import { Blocks, ButtonLink, EmptyState, Loaded, PageHeader, ShowMore } from '@tuma/kit/ui'
import { useFreshDeliveries } from '../../fresh-deliveries.ts'
import { texts } from '../../texts.ts'
import { foundPhones, matches, type Search, useSearch } from './search.ts'
import { SearchBox } from './search-box.tsx'

export const MyDeliveries = () => {
  const text = useText(texts)
  const { username } = useUser()
  useFreshDeliveries()
  const pages = mergePages([
    usePages(api.deliveries.ownDoorstep, { username }),
    usePages(api.deliveries.ownDukani, { username }),
  ])
  const { search, ...searching } = useSearch()
  const newDelivery = <ButtonLink to="/Client/send-parcel">{text('action.new')}</ButtonLink>
  return (
    <>
      <PageHeader title={text('history.title')} intro={text('history.intro')} />
      <Loaded
        query={pages.query}
        failed={text('history.failed')}
        empty={<EmptyState title={text('history.none')}>{newDelivery}</EmptyState>}
      >
        {(deliveries) => (
          <div className="grid gap-4">
            <SearchBox search={search} {...searching} />
            <Found deliveries={deliveries.filter((delivery) => matches(delivery, search))} search={search} />
            {pages.more && search.typed ? <p className="t-hint">{text('history.olderUnsearched')}</p> : null}
            <ShowMore pages={pages} failed={text('history.failed')} />
          </div>
        )}
      </Loaded>
    </>
  )
}

const Found = ({ deliveries, search }: { deliveries: readonly Delivery[]; search: Search }) => {
  const text = useText(texts)
  if (deliveries.length === 0) return <EmptyState title={text('history.noMatch')} />
  return (
    <>
      <p className="t-hint" aria-live="polite">
        {text('history.count', { count: deliveries.length })}
      </p>
      <div className="grid gap-3">
        <Blocks
          as="ul"
          className="grid gap-3 lg:grid-cols-2"
          rows={deliveries}
          gap={(height) => <li aria-hidden className="lg:col-span-2" style={{ height }} />}
          row={(delivery) => (
            <li key={delivery._id} className="min-w-0">
              <DeliveryCard delivery={delivery} to={`/Client/delivery/${delivery.deliveryType}/${delivery._id}`} />
              <WhyFound delivery={delivery} search={search} />
            </li>
          )}
        />
      </div>
    </>
  )
}

/** The card shows no phone: without this, nobody knows why a search by phone found it. */
const WhyFound = ({ delivery, search }: { delivery: Delivery; search: Search }) => {
  const text = useText(texts)
  return foundPhones(delivery, search).map(({ party, phone }) => (
    <p key={party} className="t-hint px-4 pt-1">
      {text(`search.${party}`)}: <span className="font-semibold text-ink tabular-nums">{phone}</span>
    </p>
  ))
}
