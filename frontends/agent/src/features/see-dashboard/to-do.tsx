import { formatKsh } from '@tuma/contracts/vocabulary'
import { ChevronRight } from '@tuma/kit/icons'
import { api, Link, useQuery, useText } from '@tuma/kit/runtime'
import { texts } from '../../texts.ts'
import { Deadlines } from './deadlines.tsx'

/** How often it asks for offers of colleagues, who wait at the same counter. */
const offersEveryMs = 15_000

/** Links to the tabs where parcels wait for a step, and to the cash. Shows no figures until loaded. */
export const ToDo = () => {
  const text = useText(texts)
  const counts = useQuery(api.counter.tabCounts.queryOptions()).data
  const entries = [
    ['todo.dropping', '/Agent/uncollected', counts?.sending.dropping],
    ['todo.dropped', '/Agent/uncollected?tab=dropped', counts?.sending.uncollected],
    ['todo.coming', '/Agent/received', counts?.receiving.inTransitBy.shop],
    ['todo.waiting', '/Agent/waiting', counts && (counts.receiving.waiting ?? counts.receiving.delivered)],
  ] as const
  return (
    <nav aria-label={text('todo.title')} className="mb-6">
      <ul className="counter-todo">
        <li className="counter-deadlines">
          <Deadlines />
        </li>
        {entries.map(([label, to, count]) => (
          <li key={label}>
            <Link to={to} data-none={count === 0 || undefined}>
              <strong>{count ?? '…'}</strong>
              <span>{text(label)}</span>
              <ChevronRight size={18} aria-hidden />
            </Link>
          </li>
        ))}
        <OffersToYou />
        <li className="counter-cash">
          <CashInDrawer />
        </li>
      </ul>
    </nav>
  )
}

/** A colleague waits until this agent has counted. Shows nothing where none does. */
const OffersToYou = () => {
  const text = useText(texts)
  const query = { refetchOnMount: 'always', refetchInterval: offersEveryMs } as const
  const offers = useQuery(api.cash.offers.queryOptions(query)).data?.toYou ?? []
  const [first] = offers
  if (!first) return null
  const sum = offers.reduce((cents, offer) => cents + offer.cents, 0)
  const name = first.name ?? text('cash.aColleague')
  return (
    <li className="counter-cash">
      <Link to="/Agent/cash">
        <strong className="whitespace-nowrap">{formatKsh(sum / 100)}</strong>
        <span>{offers.length > 1 ? text('todo.offers', { count: offers.length }) : text('todo.offer', { name })}</span>
        <ChevronRight size={18} aria-hidden />
      </Link>
    </li>
  )
}

/** The cash that the agent owes the office. Shows no sum if it could not be loaded. */
const CashInDrawer = () => {
  const text = useText(texts)
  const { data, isError } = useQuery(api.cash.drawer.queryOptions({ refetchOnMount: 'always' }))
  return (
    <Link to="/Agent/cash" data-none={data?.cents === 0 || undefined}>
      {data ? (
        <strong className="whitespace-nowrap">{formatKsh(data.cents / 100)}</strong>
      ) : isError ? null : (
        <strong>…</strong>
      )}
      <span>{text('cash.title')}</span>
      {data?.tooFull ? <span className="counter-warning">{text('cash.payIn.ask')}</span> : null}
      <ChevronRight size={18} aria-hidden />
    </Link>
  )
}
