import type { Delivery } from '@tuma/contracts/api'
import { DeliveryCard } from '@tuma/kit/parcels'
import { useText, useUser } from '@tuma/kit/runtime'
import { Button, ButtonLink, EmptyState, Loaded, Notice, PageHeader } from '@tuma/kit/ui'
import { useFreshDeliveries } from '../../fresh-deliveries.ts'
import { texts } from '../../texts.ts'
import { useOwnDeliveries } from './own-deliveries.ts'
import { foundPhones, matches, type Search, useSearch } from './search.ts'
import { SearchBox } from './search-box.tsx'

export const MyDeliveries = () => {
  const text = useText(texts)
  const { username } = useUser()
  useFreshDeliveries()
  const { query, ...pages } = useOwnDeliveries(username)
  const [search, setSearch] = useSearch()
  const newDelivery = <ButtonLink to="/Client/send-parcel">{text('action.new')}</ButtonLink>
  return (
    <>
      <PageHeader title={text('history.title')} intro={text('history.intro')} />
      <Loaded
        query={query}
        failed={text('history.failed')}
        empty={<EmptyState title={text('history.none')}>{newDelivery}</EmptyState>}
      >
        {(deliveries) => (
          <div className="grid gap-4">
            <SearchBox search={search} onSearch={setSearch} />
            <Found deliveries={deliveries.filter((delivery) => matches(delivery, search))} search={search} />
            {pages.more ? <ShowMore {...pages} searching={search.typed.trim() !== ''} /> : null}
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
      <ul className="grid gap-3 lg:grid-cols-2">
        {deliveries.map((delivery) => (
          <li key={delivery._id} className="min-w-0">
            <DeliveryCard delivery={delivery} to={`/Client/delivery/${delivery.deliveryType}/${delivery._id}`} />
            <WhyFound delivery={delivery} search={search} />
          </li>
        ))}
      </ul>
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

type Pages = Omit<ReturnType<typeof useOwnDeliveries>, 'query'>

const ShowMore = ({ more, loadingMore, moreFailed, searching }: Pages & { searching: boolean }) => {
  const text = useText(texts)
  return (
    <>
      {moreFailed ? <Notice tone="danger">{text('history.failed')}</Notice> : null}
      {searching ? <p className="t-hint">{text('history.olderUnsearched')}</p> : null}
      <Button variant="secondary" wide loading={loadingMore} onClick={more}>
        {text('history.more')}
      </Button>
    </>
  )
}
