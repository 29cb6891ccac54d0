import type { Delivery } from '@tuma/contracts/api'
import { DeliveryCard, mergePages, SendAgain } from '@tuma/kit/parcels'
import { api, usePages, useText, useUser } from '@tuma/kit/runtime'
import { Blocks, ButtonLink, EmptyState, Loaded, PageHeader, ShowMore } from '@tuma/kit/ui'
import type { ReactElement } from 'react'
import { useFreshDeliveries } from '../../fresh-deliveries.ts'
import { texts } from '../../texts.ts'
import { Decision } from '../decide-wait/decision.tsx'
import { foundPhones, getAsked, type Search, useSearch } from './search.ts'
import { SearchBox } from './search-box.tsx'

export const MyDeliveries = () => {
  const text = useText(texts)
  useFreshDeliveries()
  const searching = useSearch()
  const { typed, status, trouble, group } = searching.search
  const isAll = typed.trim() === '' && status === null && trouble === null && group === null
  const sent = useSent(searching.search)
  // An empty history needs no search.
  const isBare = isAll && sent.pages.query.data?.length === 0
  const newDelivery = <ButtonLink to="/Client/send-parcel">{text('action.new')}</ButtonLink>
  return (
    <>
      <div className="max-md:[&_p]:hidden max-md:[&>div]:mb-3">
        <PageHeader title={text('history.title')} intro={text('history.intro')} />
      </div>
      <div className="grid grid-cols-1 gap-4">
        {isBare ? null : <SearchBox {...searching} />}
        <Sent
          sent={sent}
          search={searching.search}
          none={isAll ? <EmptyState title={text('history.none')}>{newDelivery}</EmptyState> : undefined}
        />
      </div>
    </>
  )
}

/** The server searches all deliveries, not only those on the screen. */
const useSent = (search: Search) => {
  const { username } = useUser()
  const asked = { username, ...getAsked(search) }
  const parts = [usePages(api.deliveries.ownDoorstep, asked), usePages(api.deliveries.ownDukani, asked)]
  return { pages: mergePages(parts), total: parts.reduce((sum, { total = 0 }) => sum + total, 0) }
}

type SentProps = { sent: ReturnType<typeof useSent>; search: Search; none: ReactElement | undefined }

const Sent = ({ sent: { pages, total }, search, none }: SentProps) => {
  const text = useText(texts)
  return (
    <Loaded
      query={pages.query}
      failed={text('history.failed')}
      empty={none ?? <EmptyState title={text('history.noMatch')} />}
    >
      {(deliveries) => (
        <>
          <p className="t-hint" aria-live="polite">
            {text('history.count', { count: Math.max(deliveries.length, total) })}
          </p>
          <Found deliveries={deliveries} search={search} />
          <ShowMore pages={pages} failed={text('history.failed')} />
        </>
      )}
    </Loaded>
  )
}

const Found = ({ deliveries, search }: { deliveries: readonly Delivery[]; search: Search }) => (
  <div className="grid gap-3">
    <Blocks
      as="ul"
      className="grid gap-3 min-[70rem]:grid-cols-2"
      rows={deliveries}
      gap={(height) => <li aria-hidden className="min-[70rem]:col-span-2" style={{ height }} />}
      row={(delivery) => (
        <li key={delivery._id} className="grid min-w-0 content-start gap-1">
          <Decision delivery={delivery} />
          <div className="parcel-kept">
            <DeliveryCard delivery={delivery} to={`/Client/delivery/${delivery.deliveryType}/${delivery._id}`} />
            <WhyFound delivery={delivery} search={search} />
            <SendAgain parcel={delivery} variant="quiet" size="small" />
          </div>
        </li>
      )}
    />
  </div>
)

/** The card shows no phone. Without this line the client cannot see why a search by phone found the parcel. */
const WhyFound = ({ delivery, search }: { delivery: Delivery; search: Search }) => {
  const text = useText(texts)
  return foundPhones(delivery, search).map(({ party, phone }) => (
    <p key={party} className="t-hint">
      {text(`search.${party}`)}: <span className="font-semibold text-ink tabular-nums">{phone}</span>
    </p>
  ))
}
