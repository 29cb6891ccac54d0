import type { ShopRevenue } from '@tuma/contracts/api'
import { api, useQuery, useText } from '@tuma/kit/runtime'
import { Card, EmptyState, Loaded, Money } from '@tuma/kit/ui'
import { texts } from '../../texts.ts'
import { type Days, wordsOfDays } from './period.ts'

/** Revenue by the shop where the parcels were dropped off, for the days of the figures. */
export const ByShop = ({ days }: { days: Days }) => {
  const text = useText(texts)
  const query = useQuery(api.revenue.byShop.queryOptions({ input: days }))
  const shops = { ...query, data: query.data?.data }
  return (
    <Card className="mt-4">
      <h2 id="by-shop">{text('shops.title')}</h2>
      <p className="t-hint mb-2">{text('shops.hint', { days: wordsOfDays(days) })}</p>
      <Loaded query={shops} failed={text('shops.failed')} empty={<EmptyState title={text('shops.none')} />}>
        {(rows) => (
          <ol aria-labelledby="by-shop" className="grid">
            {rows.map((row) => (
              <Row key={JSON.stringify(row.shop)} {...row} />
            ))}
          </ol>
        )}
      </Loaded>
    </Card>
  )
}

const Row = ({ shop, totalRevenue, totalDeliveries }: ShopRevenue) => {
  const text = useText(texts)
  return (
    <li className="flex items-center justify-between gap-4 border-t border-line py-2">
      <span className="min-w-0">
        {shop ? shop.address : text('shops.unknown')}
        {shop ? <span className="block text-xs text-ink-soft">{shop.location}</span> : null}
      </span>
      <span className="flex-none text-right">
        <strong>
          <Money amount={totalRevenue} />
        </strong>
        <span className="block text-xs text-ink-soft">{text('shops.deliveries', { count: totalDeliveries })}</span>
      </span>
    </li>
  )
}
